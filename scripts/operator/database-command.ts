import { sqlState } from "@/server/boot";
import type { Program, Terminal } from "./terminal";

/** A command that needs the database and nothing else; it ends with one line, on failure with 1. */
export function databaseCommand(
  work: (terminal: Terminal, say: (line: string) => void) => Promise<string>,
): Program {
  return async (terminal) => {
    const say = (line: string) => terminal.print(`${line}\n`);
    try {
      say(await work(terminal, say));
      return 0;
    } catch (error) {
      const isAway = sqlState(error) === "ECONNREFUSED";
      const words = error instanceof Error ? error.message : String(error);
      terminal.complain(`${isAway ? "The database does not answer." : words}\n`);
      return 1;
    }
  };
}
