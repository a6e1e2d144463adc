import { format } from "@/bench/report";
import { type Result, readResults } from "@/bench/support/results";
import { type Costs, type Demand, type Installation, play } from "@/bench/support/scale/model";

const RATES = [10, 100, 1_000, 10_000, 100_000, 1_000_000];
/** Ten minutes, so that each network has made many blocks and ten bursts have come. */
const SECONDS = 600;
const SEED = "quittance";
/** How full a part may be on average; the rest is for bursts, failovers and growth. */
const FULL = 0.6;

/** The networks of the service with their times between blocks; shares of a shop that is paid where fees are low. */
const DEMAND: Omit<Demand, "paymentsPerSecond"> = {
  networks: [
    { blockSeconds: 2, share: 0.35 },
    { blockSeconds: 2, share: 0.2 },
    { blockSeconds: 3, share: 0.15 },
    { blockSeconds: 1, share: 0.1 },
    { blockSeconds: 1, share: 0.1 },
    { blockSeconds: 2, share: 0.05 },
    { blockSeconds: 12, share: 0.05 },
  ],
  reads: 3,
  slowReceivers: 0.05,
};

/** One machine of four cores: web, worker, and two for the database. */
const ONE_MACHINE: Installation = { web: 1, workers: 1, postgres: 2, replicas: 0 };

/** The measured costs that the tables reckon with; throws where `npm run bench -- costs` has kept none. */
export function storedCosts(): Costs {
  const [result] = readResults(["costs"]);
  if (!result) throw new Error("costs are not measured: npm run bench -- costs");
  return costsIn(result);
}

/** The steps that are measured, as figures and tables name them, and the process of ours that does each. */
export const STEPS = {
  create: { what: "create a request", process: "web" },
  read: { what: "read a link", process: "web" },
  settle: { what: "settle a payment", process: "worker" },
  webhook: { what: "send a webhook", process: "worker" },
} as const satisfies Record<keyof Costs, { what: string; process: string }>;

/** The costs in a result of `bench/costs.ts`. */
export function costsIn({ report }: Result): Costs {
  const value = (what: string) => {
    const found = report.figures.find((figure) => figure.what === what);
    if (!found) throw new Error(`no figure "${what}"`);
    return found.value;
  };
  const cost = (step: keyof Costs) => ({
    own: value(`${STEPS[step].what}: ${STEPS[step].process}`),
    postgres: value(`${STEPS[step].what}: PostgreSQL`),
  });
  return { create: cost("create"), read: cost("read"), settle: cost("settle"), webhook: cost("webhook") };
}

/** The tables of `docs/scale.md`: costs, one machine, and what each rate needs. */
export function scaleTables(costs: Costs, bytesPerPayment: number): string {
  return [costTable(costs), machineTable(costs), needTable(costs, bytesPerPayment)].join("\n\n");
}

function costTable(costs: Costs): string {
  const steps = ["create", "read", "settle", "webhook"] as const;
  return table(
    ["Step", "In", "Our process", "PostgreSQL"],
    steps.map((step) => {
      const { own, postgres } = costs[step];
      return [STEPS[step].what, STEPS[step].process, ms(own), ms(postgres)];
    }),
  );
}

function machineTable(costs: Costs): string {
  return table(
    ["Payments a second", "Web", "Largest network", "Worker", "Database", "Block to webhook, p50", "p99"],
    RATES.slice(0, 4).map((paymentsPerSecond) => {
      const { load, delay, isFallingBehind } = played(costs, paymentsPerSecond, ONE_MACHINE);
      return [
        count(paymentsPerSecond),
        percent(load.web),
        percent(load.watcher),
        percent(load.workers),
        percent(load.postgres),
        ...(isFallingBehind ? ["grows", "grows"] : [seconds(delay.p50), seconds(delay.p99)]),
      ];
    }),
  );
}

function needTable(costs: Costs, bytesPerPayment: number): string {
  return table(
    [
      "Payments a second",
      "Web cores",
      "Worker cores",
      "Watchers of the largest network",
      "Cores of the primary",
      "Cores of replicas",
      "Rows a day",
    ],
    RATES.map((paymentsPerSecond) => {
      const one = played(costs, paymentsPerSecond, { web: 1, workers: 1, postgres: 1, replicas: 1 }, 1).load;
      const cores = (load: number) => count(Math.max(1, Math.ceil(load / FULL)));
      const day = (bytesPerPayment * paymentsPerSecond * 86_400) / 1e9;
      const [web, workers, watchers] = [cores(one.web), cores(one.workers), cores(one.watcher)];
      const [primary, replicas] = [cores(one.postgres), cores(one.replicas)];
      return [count(paymentsPerSecond), web, workers, watchers, primary, replicas, bytes(day)];
    }),
  );
}

function played(costs: Costs, paymentsPerSecond: number, has: Installation, length = SECONDS) {
  return play(costs, { ...DEMAND, paymentsPerSecond }, has, { seed: SEED, seconds: length });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const numbers = head.map((_, i) => (i === 0 ? "---" : "---:"));
  return [line(head), line(numbers), ...rows.map(line)].join("\n");
}

const ms = (value: number) => format({ value, unit: "ms" });
const seconds = (value: number) => format({ value, unit: "s" });
const percent = (share: number) => `${Math.round(share * 100).toLocaleString("en")} %`;
const count = (value: number) => value.toLocaleString("en");
const bytes = (gigabytes: number) =>
  gigabytes >= 1_000
    ? `${count(Math.round(gigabytes / 100) / 10)} TB`
    : `${format({ value: gigabytes, unit: "GB" })}`;
