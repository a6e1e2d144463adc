import { sqlState } from "@/server/boot";

/** Runs a command that needs the database and nothing else; it ends with one line, on failure with 1. */
export async function runOnDatabase(work: (say: (line: string) => void) => Promise<string>): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    say(await work(say));
  } catch (error) {
    const isAway = sqlState(error) === "ECONNREFUSED";
    const words = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${isAway ? "The database does not answer." : words}\n`);
    process.exitCode = 1;
  }
}
