import type { CommandName, Terminal } from "./terminal";

/** What a command found out. */
export interface Answer {
  /** What `--json` prints; undefined where it was printed as it came. */
  data: unknown;
  /** 1 where what was compared differs. */
  code?: 0 | 1;
}

/** A mistake in how the command was called: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Runs the work of a command: `say` writes a line for people, and nothing with `--json`, which prints the data of the answer in
 * place of it. A failure is told on standard error in the words of `inWords`; the exit code is 1, and 2 for a `UsageError`.
 */
export async function answerWith<Name extends CommandName>(
  name: Name,
  terminal: Terminal<Name>,
  work: (say: (line: string) => void) => Promise<Answer>,
  inWords: (error: unknown) => string,
): Promise<number> {
  try {
    const { data, code = 0 } = await work(terminal.isJson ? () => {} : (line) => terminal.print(`${line}\n`));
    if (terminal.isJson && data !== undefined) terminal.print(`${jsonOf(data)}\n`);
    return code;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.complain(`${error.message}\nquittance ${name} --help says how it is called.\n`);
      return 2;
    }
    terminal.complain(`${inWords(error)}\n`);
    return 1;
  }
}

/** Whole numbers of any size as text: JSON has no others that are exact. */
export function jsonOf(data: unknown): string {
  return JSON.stringify(data, (_, value) => (typeof value === "bigint" ? String(value) : value), 2);
}
