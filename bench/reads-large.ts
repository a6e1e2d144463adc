import { pathToFileURL } from "node:url";
import { readsOf } from "@/bench/reads";
import { type Effort, effortOf, printReport, type Report } from "@/bench/report";

const SMALL = 1_000_000;
const LARGE = 10_000_000;
const QUICK = 10;
const SAMPLES = 200;
const QUICK_SAMPLES = 20;

/** Reads at 1,000,000 and at 10,000,000 paid requests of one tenant: what grows with the rows shows at such a size alone. */
export function run({ quick }: Effort = { quick: false }): Promise<Report> {
  return readsOf({
    name: "reads-large",
    small: quick ? SMALL / QUICK ** 3 : SMALL,
    large: quick ? LARGE / QUICK ** 3 : LARGE,
    samples: quick ? QUICK_SAMPLES : SAMPLES,
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
