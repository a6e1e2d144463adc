import pino, { type DestinationStream, type Logger } from "pino";
import { clock } from "@/server/lib/clock";
import { loggedError } from "@/server/lib/logging/logged-error";

/** Header and field names whose values never reach the log. */
const SECRETS = ["authorization", "cookie", "x-api-key", "x-orchestrator-key", "secret", "privateKey", "ssn"];

/** Lines leave the process at once when this many bytes wait, and after this time otherwise. */
const BUFFER_BYTES = 8_192;
const FLUSH_MS = 100;

let stdout: ReturnType<typeof pino.destination> | undefined;

/**
 * Buffered, because one system call per line costs as much as all else a small API call does. The price is
 * the last 100 ms of a process that is killed outright; any other end flushes.
 */
function bufferedStdout() {
  if (!stdout) {
    const made = pino.destination({ dest: 1, sync: true, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS });
    process.on("exit", () => made.flushSync());
    stdout = made;
  }
  return stdout;
}

let shownAt = 0;
let shown = "";

/** ISO 8601 as pino writes it; under load many lines fall into one millisecond. */
function isoTime(): string {
  const now = clock.now().getTime();
  if (now !== shownAt) {
    shownAt = now;
    shown = `,"time":"${new Date(now).toISOString()}"`;
  }
  return shown;
}

/** The process's logger: JSON lines on stdout, or where a test wants them. */
export function createLogger(
  level: string,
  component: string,
  to: DestinationStream = bufferedStdout(),
): Logger {
  return pino(
    {
      level,
      base: { component, pid: process.pid },
      redact: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
      serializers: { err: loggedError },
      timestamp: isoTime,
    },
    to,
  );
}

/** The same logger without redaction, six times cheaper, for lines whose fields are all known and harmless. */
export function plainLogger(log: Logger): Logger {
  return log.child({}, { redact: [] });
}
