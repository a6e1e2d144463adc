import { parseArgs } from "node:util";
import { newUuid } from "@/server/lib/random";

/** What a run is asked for. */
export interface Options {
  seeds: Iterable<string>;
  days: number;
  /** After the first seed, none is begun after so many minutes of the machine; null for no limit. */
  minutes: number | null;
  /** Prints the trace. */
  trace: boolean;
  /** Plays each seed a second time, and compares the hashes. */
  twice: boolean;
  /** Writes docs/reliability.md when all is played. */
  report: boolean;
}

/** The command was not understood. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Reads the arguments of the command. Throws `UsageError`. */
export function readOptions(args: readonly string[]): Options {
  const { seed, seeds, days, minutes, trace, twice, report, new: fresh } = parsed(args);
  if ([seed, seeds, fresh].filter((one) => one !== undefined).length > 1) {
    throw new UsageError("Give one of --seed, --seeds and --new.");
  }
  return {
    seeds: fresh !== undefined ? newSeeds(fresh) : seeds === undefined ? [seed ?? "1"] : range(seeds),
    days: positive("days", days ?? "30"),
    minutes: minutes === undefined ? null : positive("minutes", minutes),
    trace: trace ?? false,
    twice: twice ?? false,
    report: report ?? false,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seed: { type: "string" },
        seeds: { type: "string" },
        new: { type: "string" },
        days: { type: "string" },
        minutes: { type: "string" },
        trace: { type: "boolean" },
        twice: { type: "boolean" },
        report: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new UsageError(`--${name} must be a number above 0.`);
  return number;
}

function range(text: string): string[] {
  const [, from, to] = /^(\d+)\.\.(\d+)$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from === undefined || last < first) throw new UsageError("--seeds must be like 1..100.");
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
}

/** So many seeds that nobody has played. */
function newSeeds(text: string): string[] {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError("--new must be a whole number above 0.");
  return Array.from({ length: Number(text) }, () => newUuid().slice(0, 8));
}
