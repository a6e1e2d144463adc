const colours = process.stdout.isTTY && !process.env.NO_COLOR;

export const bold = (text: string): string => (colours ? `\u001b[1m${text}\u001b[0m` : text);
export const dim = (text: string): string => (colours ? `\u001b[2m${text}\u001b[0m` : text);

export function print(line = ""): void {
  process.stdout.write(`${line}\n`);
}

/** Runs one named step of the start; `say` puts its result into a few words. */
export type Step = <T>(name: string, work: () => Promise<T>, say?: (result: T) => string) => Promise<T>;

/** Steps shown with what they did and how long they took. None begins after `signal` asked for an end. */
export function stepPrinter(signal: AbortSignal): Step {
  return async (name, work, say) => {
    signal.throwIfAborted();
    const startedAt = performance.now();
    try {
      const result = await work();
      const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
      print(`  ok  ${name.padEnd(18)} ${seconds.padStart(7)}  ${dim(say?.(result) ?? "")}`.trimEnd());
      return result;
    } catch (error) {
      const isEnded = error instanceof Error && error.name === "AbortError";
      print(`  --  ${name.padEnd(18)} ${isEnded ? "ended" : "failed"}`);
      throw error;
    }
  };
}

/** Rows of a name and a value, the names in one column. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${dim(name.padEnd(width))}  ${value}`).join("\n");
}
