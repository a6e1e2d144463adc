import pino, { type Logger } from "pino";

/** Header and field names whose values never reach the log. */
const SECRETS = ["authorization", "cookie", "x-api-key", "x-orchestrator-key", "secret", "privateKey", "ssn"];

/** The process's logger: JSON lines on stdout. */
export function createLogger(level: string, component: string): Logger {
  return pino({
    level,
    base: { component, pid: process.pid },
    redact: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
