import { userInfo } from "node:os";
import { readOptions } from "@/local/options";
import { runningEnvironment } from "@/local/running-stack/running-environment";
import { readStack, type Stack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { type Answer, answerWith } from "@/scripts/command-line/answer";
import type { CommandName, OptionsOf, Program } from "@/scripts/command-line/terminal";
import { operatorCaller, systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { ConfigError, readConfig } from "@/server/config";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { proveSecretKey, WrongSecretKey } from "@/server/keys/prove-secret-key";
import { sqlState } from "@/server/lib/database/sql-state";
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
  /** A line for people; nothing with `--json`. */
  say(line: string): void;
  /** What stays there with `--json`. */
  isJson: boolean;
}

/** What was typed. */
export interface Typed<Name extends CommandName> {
  words: readonly string[];
  options: OptionsOf<Name>;
}

/**
 * An operator's command on the database of the environment, or else on the stack of the data directory. `check` reads what
 * was typed and throws a `UsageError` before anything is opened. A failure is told in one line on standard error.
 */
export function operatorCommand<Name extends CommandName, Asked>(
  name: Name,
  check: (typed: Typed<Name>) => Asked,
  work: (command: Command, asked: Asked) => Promise<Answer>,
): Program<Name> {
  return (terminal) =>
    answerWith(
      name,
      terminal,
      async (say) => {
        const { env } = terminal;
        const asked = check(terminal);
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
            say,
            isJson: terminal.isJson,
          };
          return await work(command, asked);
        } finally {
          await app.close();
        }
      },
      inWords,
    );
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
  const isOurs = [ApiError, WrongSecretKey, CannotRepair, Failure].some((kind) => error instanceof kind);
  return isOurs ? error.message : (error.stack ?? error.message);
}

/** Why a command could not do what was asked, for people. */
export class Failure extends Error {
  override readonly name = "Failure";
}
