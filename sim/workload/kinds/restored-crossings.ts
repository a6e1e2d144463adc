import type { Hex } from "viem";
import type { Seeded } from "@/sim/events/seeded";
import { askForDeposit, deposit, fill } from "@/sim/workload/bridges";
import { create } from "@/sim/workload/kinds/requests";
import type { RunContext } from "@/sim/workload/run-context";
import type { Planned } from "@/sim/workload/step";

/** When the deposit is filled: before the database is lost, after it was restored, or never. */
type FillTime = "before" | "after" | "never";

/** A payment from another network of which a restored service knows the request and nothing else. */
export interface Crossing {
  /** The number of its request. */
  id: number;
  tenant: number;
  /** It goes from the network that is there for the bridge alone, or to it. */
  isBack: boolean;
  cents: bigint;
  isOther: boolean;
  fill: FillTime;
}

/** So long a deposit or a fill takes to be seen, and what it brings to be confirmed. */
const CONFIRMED_MS = 75_000;
/** For so long it may be filled: longer than a database is away. */
const FILL_SECONDS = 20_000;

export function crossingOf(chance: Seeded, planned: Planned): Crossing {
  return {
    id: planned.add("request"),
    tenant: planned.tenant(chance),
    isBack: chance.chance(0.5),
    cents: BigInt(chance.between(150, 900)),
    isOther: chance.chance(0.3),
    fill: chance.pick<FillTime>(["before", "before", "after", "never"]),
  };
}

/** The request is created; nobody has asked how to pay it from another network. */
export async function isAskedBefore(run: RunContext, { id, cents, isOther, ...of }: Crossing): Promise<void> {
  const tenant = run.tenants[of.tenant];
  const ends = endsOf(run, of);
  if (!tenant || !ends) return;
  await create(run, { id, tenant, network: ends.destination, cents, isOther, underpayment: null });
}

/**
 * A payer asks how to pay the request from the other network, and deposits. Returns what fills the deposit after the
 * restore; null where nothing does then.
 */
export async function crosses(
  run: RunContext,
  { id, fill: when, ...of }: Crossing,
): Promise<(() => void) | null> {
  const request = run.requests.get(id);
  const ends = endsOf(run, of);
  if (!request || !ends) return null;
  const payer: Hex = `0x77${String(id).padStart(38, "0")}`;
  const asked = { source: ends.source, payer, site: "right", seconds: FILL_SECONDS } as const;
  const wanted = await askForDeposit(run, request, asked);
  if (!wanted) return null;
  const sent = deposit(run, request, { source: ends.source, wanted });
  if (when === "before") fill(run, sent);
  const { scheduler } = run.world;
  await scheduler.runUntil(scheduler.now + CONFIRMED_MS);
  run.look();
  return when === "after" ? () => fill(run, sent) : null;
}

function endsOf({ world }: RunContext, { isBack }: Pick<Crossing, "isBack">) {
  if (!world.bridge) return null;
  const [source, destination] = isBack ? world.bridge : [world.bridge[1], world.bridge[0]];
  return { source, destination };
}
