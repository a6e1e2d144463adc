import { createHash } from "node:crypto";

/** What happened, a line for each thing. Two runs are the same where their hashes are. */
export class Trace {
  readonly lines: string[] = [];
  readonly #hash = createHash("sha256");
  readonly #now: () => number;
  readonly #print: ((line: string) => void) | null;

  constructor(now: () => number, print: ((line: string) => void) | null = null) {
    this.#now = now;
    this.#print = print;
  }

  note(what: string): void {
    const line = `${new Date(this.#now()).toISOString()} ${what}`;
    this.lines.push(line);
    this.#hash.update(`${line}\n`);
    this.#print?.(line);
  }

  /** SHA-256 over all lines so far, hex. */
  digest(): string {
    return this.#hash.copy().digest("hex");
  }
}

/** The first lines in which two runs differ, of the first and of the second; null where they are the same. */
export function firstDifference(
  first: readonly string[],
  second: readonly string[],
): [string, string] | null {
  for (let i = 0; i < Math.max(first.length, second.length); i++) {
    if (first[i] !== second[i]) return [first[i] ?? "(ended)", second[i] ?? "(ended)"];
  }
  return null;
}
