import { type Answer, answerWith } from "./answer";
import type { CommandName, Program, Terminal } from "./terminal";

/** A command that opens neither database nor service. A failure is told in its own words. */
export function plainCommand<Name extends CommandName>(
  name: Name,
  work: (terminal: Terminal<Name>, say: (line: string) => void) => Promise<Answer>,
): Program<Name> {
  return (terminal) =>
    answerWith(
      name,
      terminal,
      (say) => work(terminal, say),
      (error) => (error instanceof Error ? error.message : String(error)),
    );
}
