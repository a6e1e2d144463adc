import { userInfo } from "node:os";
import { readOptions, repositoryRoot } from "@/local/options";
import { runningEnvironment } from "@/local/running-stack/running-environment";
import { readStack, type Stack } from "@/local/running-stack/stack-file";
import { operatorCaller, systemCaller } from "@/server/auth/callers";
import { type App, boot, sqlState } from "@/server/boot";
import { ConfigError, readConfig } from "@/server/config";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { proveSecretKey, WrongSecretKey } from "@/server/keys/prove-secret-key";
import { CannotRepair } from "@/server/worker/repairs/rescan";

/** What an operator's command works with. */
export interface Command {
  app: App;
  /** Acts for one platform, as the worker does. */
  actFor(platformId: string): Ctx;
  /** Acts for whoever runs the command; the audit log has the name of their account on this machine. */
  asOperator(): Ctx;
  /** The stack of the data directory, when one runs. */
  stack: Stack | undefined;
  say(line: string): void;
}

/**
 * Runs an operator's command on the database of the environment, or else on the stack of the data directory.
 * `readArguments` throws a `UsageError` before anything is opened. A failure is told in one line on standard
 * error, and the process ends with 1.
 */
export async function runCommand<Arguments>(
  readArguments: () => Arguments,
  work: (command: Command, given: Arguments) => Promise<void>,
): Promise<void> {
  try {
    const given = readArguments();
    const { dataDir } = readOptions([], process.env, repositoryRoot());
    const config = readConfig({ LOG_LEVEL: "error", ...runningEnvironment(process.env, dataDir) });
    const app = boot(config, "command");
    try {
      await proveSecretKey(app.context(systemCaller("")));
      await work(
        {
          app,
          actFor: (platformId) => app.context(systemCaller(platformId)),
          asOperator: () => app.context(operatorCaller(userInfo().username)),
          stack: readStack(dataDir),
          say: (line) => void process.stdout.write(`${line}\n`),
        },
        given,
      );
    } finally {
      await app.close();
    }
  } catch (error) {
    process.stderr.write(`${inWords(error)}\n`);
    process.exitCode = 1;
  }
}

/** A mistake in how the command was called. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) {
    return `${error.message}\nStart the service with npm start, or set DATABASE_URL and SECRET_KEY.`;
  }
  if (error instanceof ApiError && error.issues) {
    return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n");
  }
  if (sqlState(error) === "ECONNREFUSED") return "The database does not answer.";
  const isOurs = [ApiError, UsageError, WrongSecretKey, CannotRepair].some((kind) => error instanceof kind);
  return isOurs ? error.message : (error.stack ?? error.message);
}
