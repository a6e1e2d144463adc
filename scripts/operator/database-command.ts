import { type Answer, answerWith } from "@/scripts/command-line/answer";
import type { CommandName, Program, Terminal } from "@/scripts/command-line/terminal";
import { sqlState } from "@/server/lib/database/sql-state";

/** A command that needs the database and nothing else; it ends with one line, on failure with 1. */
export function databaseCommand<Name extends CommandName>(
  name: Name,
  work: (terminal: Terminal<Name>, say: (line: string) => void) => Promise<Answer>,
): Program<Name> {
  return (terminal) =>
    answerWith(
      name,
      terminal,
      (say) => work(terminal, say),
      (error) => {
        if (sqlState(error) === "ECONNREFUSED") return "The database does not answer.";
        return error instanceof Error ? error.message : String(error);
      },
    );
}
