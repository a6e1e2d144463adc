import { seed } from "@/db/seed";
import { greet } from "@/local/greet";
import { help, readOptions } from "@/local/options";
import { StackError } from "@/local/stack-error";
import { dim, print, stepPrinter } from "@/local/terminal";
import { up } from "@/local/up";
import { repositoryRoot } from "@/repository-root";

/** A terminal's Ctrl-C reaches us twice, from the terminal and through npm: that is one wish, not two. */
const SAME_WISH_MS = 1_000;

/** `npm start` and `npm run dev`: bring everything up, say how to use it, and take it down on Ctrl-C. */
async function main(): Promise<void> {
  const root = repositoryRoot();
  const options = readOptions(process.argv.slice(2), process.env, root);
  if (options.help) return print(help);
  // A closed terminal must not end us half-way through an orderly stop.
  process.stdout.on("error", () => {});
  const stopWanted = stopSignal();
  const log = (line: string) => print(`  ${dim(new Date().toISOString().slice(11, 19))}  ${line}`);

  print("\nQuittance\n");
  const startedAt = performance.now();
  const running = await up({
    ...options,
    ...{ root, env: process.env, seed, log },
    step: stepPrinter(stopWanted),
    signal: stopWanted,
  });
  const seconds = () => (performance.now() - startedAt) / 1000;
  await greet(running, { dataDir: options.dataDir, seconds, stop: stopWanted, print });

  await aborted(stopWanted);
  print("\nStopping");
  await running.stop();
  print("Stopped. The data stay where they are.");
}

/** Aborts at the first signal, which asks for an orderly stop. A later one ends us at once. */
function stopSignal(): AbortSignal {
  const wish = new AbortController();
  let firstAt = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (wish.signal.aborted && Date.now() - firstAt > SAME_WISH_MS) process.exit(130);
      if (wish.signal.aborted) return;
      firstAt = Date.now();
      wish.abort();
    });
  }
  return wish.signal;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

try {
  await main();
  process.exit(0);
} catch (error) {
  if (error instanceof Error && error.name === "AbortError") process.exit(130);
  const text =
    error instanceof StackError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`\n${text}\n`);
  process.exit(1);
}
