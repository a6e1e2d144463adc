import { userInfo } from "node:os";
import { readOptions } from "@/local/options";
import { runningEnvironment } from "@/local/running-stack/running-environment";
import { readStack, type Stack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { operatorCaller, systemCaller } from "@/server/auth/callers";
import { type App, boot, sqlState } from "@/server/boot";
import { ConfigError, readConfig } from "@/server/config";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { proveSecretKey, WrongSecretKey } from "@/server/keys/prove-secret-key";
import { CannotRepair } from "@/server/worker/repairs/rescan";
import type { Program } from "./terminal";

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
 * An operator's command on the database of the environment, or else on the stack of the data directory.
 * `readArguments` throws a `UsageError`, or what `parseArgs` throws, before anything is opened; both are told with the
 * usage. A failure is told in one line on standard error, and the exit code is 1. With `--help` it says `usage` and does
 * nothing.
 */
export function operatorCommand<Arguments>(
  usage: string,
  readArguments: (args: readonly string[]) => Arguments,
  work: (command: Command, given: Arguments) => Promise<void>,
): Program {
  return async ({ args, env, print, complain }) => {
    if (args.includes("--help")) {
      print(`${usage}\n`);
      return 0;
    }
    try {
      const given = readArguments(args);
      const { dataDir } = readOptions([], env, repositoryRoot());
      const config = readConfig({ LOG_LEVEL: "error", ...runningEnvironment(env, dataDir) });
      const app = boot(config, "command");
      try {
        await proveSecretKey(app.context(systemCaller("")));
        const command: Command = {
          app,
          actFor: (platformId) => app.context(systemCaller(platformId)),
          asOperator: () => app.context(operatorCaller(userInfo().username)),
          stack: readStack(dataDir),
          say: (line) => print(`${line}\n`),
        };
        await work(command, given);
        return 0;
      } finally {
        await app.close();
      }
    } catch (error) {
      complain(`${inWords(error, usage)}\n`);
      return 1;
    }
  };
}

/** A mistake in how the command was called. It is told with the usage, and needs no text of its own. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

function inWords(error: unknown, usage: string): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UsageError || isUnknownOption(error)) return `${error.message}\n${usage}`.trimStart();
  if (error instanceof ConfigError) {
    return `${error.message}\nStart the service with npm start, or set DATABASE_URL and SECRET_KEY.`;
  }
  if (error instanceof ApiError && error.issues) {
    return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n");
  }
  if (sqlState(error) === "ECONNREFUSED") return "The database does not answer.";
  const isOurs = [ApiError, WrongSecretKey, CannotRepair].some((kind) => error instanceof kind);
  return isOurs ? error.message : (error.stack ?? error.message);
}

/** Whether `parseArgs` refused the words of the call. */
function isUnknownOption(error: Error): boolean {
  return "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
}
