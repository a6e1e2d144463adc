/** What a program is called with, and where it says what it did: this process, or a test. */
export interface Terminal {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Standard output. */
  print(text: string): void;
  /** Standard error. */
  complain(text: string): void;
}

/** A command, which ends with an exit code. */
export type Program = (terminal: Terminal) => Promise<number>;

/** Runs it as this process. */
export async function runProgram(program: Program): Promise<void> {
  process.exitCode = await program({
    args: process.argv.slice(2),
    env: process.env,
    print: (text) => void process.stdout.write(text),
    complain: (text) => void process.stderr.write(text),
  });
}
