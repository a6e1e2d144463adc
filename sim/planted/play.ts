import { migratedImage } from "@/sim/database/image";
import { BUSY, planOf } from "@/sim/workload/plan";
import { runSeed } from "@/sim/workload/run";

/**
 * Plays seeds until one breaks a rule, and prints it as JSON (`Found`); prints nothing where none does. Unlike
 * `npm run sim` it does not look for the fewest steps. Arguments: first seed, last seed, days of each, minutes of the processor at most.
 */
const [first = 1, last = 1, days = 1, minutes = 1] = process.argv.slice(2).map(Number);
const image = await migratedImage();
/** Of the processor, so that a machine with other things to do tries as much. */
const minutesUsed = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 60_000_000;
};
const endAt = minutesUsed() + minutes;
for (let seed = first; seed <= last && minutesUsed() < endAt; seed++) {
  const { violation } = await runSeed({
    seed: String(seed),
    days,
    image,
    steps: planOf(String(seed), days, BUSY),
  });
  if (!violation) continue;
  process.stdout.write(`${JSON.stringify({ seed, ...violation })}\n`);
  break;
}
// PostgreSQL in the process keeps a timer of its own, which would never let it end.
process.exit();
