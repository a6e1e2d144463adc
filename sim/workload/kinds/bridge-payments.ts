import type { Hex } from "viem";
import { SITE_BEHAVIOURS } from "@/sim/chain/bridge-site";
import type { Seeded } from "@/sim/events/seeded";
import { askForDeposit, deposit, fill, fillMadeUp, refund, worthOn } from "@/sim/workload/bridges";
import { letsGoOn } from "@/sim/workload/kinds/deep-forks";
import { create } from "@/sim/workload/kinds/requests";
import { BLOCKS_OF_SKIP, becomesFinal } from "@/sim/workload/kinds/time";
import type { BridgedDeposit, Created } from "@/sim/workload/known";
import type { RunContext } from "@/sim/workload/run-context";
import { faultOf, type Planned, type Step, stepOf } from "@/sim/workload/step";
import { type RunningNetwork, SECONDS_PER_BLOCK } from "@/sim/world/world";

/** What becomes of a payment from another network, each in an order that chance alone hardly ever brings about. */
const STORIES = [
  "filled",
  "filled_late",
  "filled_before_seen",
  "calls_fail",
  "redirected",
  "by_a_stranger",
  "made_up_fill",
  "same_number",
  "nobody_would_fill",
  "expires",
  "refund_lost",
  "source_loses",
  "source_loses_filled",
  "destination_loses",
  "both_lose",
  "both_lose_in_turn",
  "both_lose_late",
  "final_fill_lost",
  "final_deposit_lost",
] as const;
type Story = (typeof STORIES)[number];

/** So long a deposit or a fill takes to be seen, a payment to be confirmed, and a loss to be noticed, seconds. */
const SECONDS = { seen: 30, confirmed: 75, noticed: 45, sourceFinal: 96 } as const;
/** Times for which a deposit may be filled, seconds. */
const USUAL_SECONDS = 3_600;
const LONG_SECONDS = 20_000;
/** What is lost in these has to be of the last blocks still: nobody waits to look whether it was seen. */
const QUICK_STORIES: ReadonlySet<Story> = new Set([
  "source_loses_filled",
  "both_lose",
  "both_lose_in_turn",
  "both_lose_late",
]);
/** What is lost in these does not come back by itself. */
const GONE_STORIES: ReadonlySet<Story> = new Set(["destination_loses", "refund_lost", "both_lose_late"]);
/** Nothing goes wrong in these. */
const USUAL_STORIES: ReadonlySet<Story> = new Set(["filled", "filled_late", "by_a_stranger"]);
/** In these stories hours go by before the end. */
const LONG_STORIES: ReadonlySet<Story> = new Set(["filled_late", "final_fill_lost", "final_deposit_lost"]);
/** A branch that takes away what was done a moment ago. */
const LOST_BLOCKS = 11;
/** It takes so many looks at most until a watcher halts that was kept from looking. */
const MOST_LOOKS = 8;

/** A payer of one network pays a request of another, and what the story says becomes of it. */
export function crossesBridge(chance: Seeded, planned: Planned): Step {
  const story = chance.pick(STORIES);
  const id = planned.add("request");
  const details = {
    id,
    other: story === "same_number" ? planned.add("request") : id,
    story,
    tenant: planned.tenant(chance),
    isBack: chance.chance(0.5),
    cents: BigInt(chance.between(150, 900)),
    isOther: chance.chance(0.3),
    site: chance.chance(0.75) ? "right" : chance.pick(SITE_BEHAVIOURS),
    isWatched: chance.chance(0.5),
    comesBack: chance.chance(0.3),
  };
  const isFault = details.site !== "right" || !USUAL_STORIES.has(story);
  return (isFault ? faultOf : stepOf)("cross_bridge", details, async (run) => {
    const { bridge } = run.world;
    const tenant = run.tenants[details.tenant];
    if (!bridge || !tenant) return;
    const [source, destination] = details.isBack ? bridge : [bridge[1], bridge[0]];
    const made = { tenant, network: destination, isOther: details.isOther, underpayment: null };
    await create(run, { ...made, id, cents: details.cents });
    const request = run.requests.get(id);
    if (!request) return;
    // Each of its own: a pool gives back to an address, and does not say for which deposit.
    const payer: Hex = `0x77${String(id).padStart(38, "0")}`;
    const stranger: Hex = `0x99${String(id).padStart(38, "0")}`;
    const isLong = LONG_STORIES.has(story);
    const asked = { source, payer, site: details.site, seconds: isLong ? LONG_SECONDS : USUAL_SECONDS };
    const wanted = await askForDeposit(run, request, asked);
    if (!wanted) return;
    const way = { run, request, source, destination, stranger, ...details };
    switch (story) {
      case "by_a_stranger":
        return brings(way, deposit(run, request, { source, wanted: { ...wanted, depositor: stranger } }));
      case "nobody_would_fill": {
        const inputAmount = worthOn(wanted.outputAmount, destination.of, source.of);
        const worthless = { source, wanted: { ...wanted, inputAmount }, isWorthFilling: false };
        const sent = deposit(run, request, worthless);
        await isSeen(way);
        await isFree(way);
        return expires(way, sent);
      }
      case "same_number": {
        const first = deposit(run, request, { source, wanted });
        await create(run, { ...made, id: details.other, cents: details.cents + 7n });
        return sharesNumber(way, first, asked);
      }
      default:
        return follows(way, deposit(run, request, { source, wanted }));
    }
  });
}

interface Way {
  run: RunContext;
  request: Created;
  source: RunningNetwork;
  destination: RunningNetwork;
  stranger: Hex;
  other: number;
  story: Story;
  isWatched: boolean;
  comesBack: boolean;
}

async function follows(way: Way, sent: BridgedDeposit): Promise<void> {
  const { run, source, destination, story, comesBack } = way;
  switch (story) {
    case "filled_late":
      await isSeen(way);
      await jumps(run, sent.relay.fillDeadline - 15 * SECONDS_PER_BLOCK);
      return isFilled(way, sent);
    case "filled_before_seen":
      // Whoever shows the source is away, and the destination goes on.
      for (const node of source.hosts) node.isDown = true;
      await isFilled(way, sent);
      run.recoverNodes();
      return goesOn(run, SECONDS.confirmed);
    case "calls_fail":
      await isSeen(way);
      fill(run, sent, "calls_fail");
      return goesOn(run, SECONDS.confirmed);
    case "redirected":
      await isSeen(way);
      fill(run, sent, { goesTo: way.stranger });
      return goesOn(run, SECONDS.confirmed);
    case "made_up_fill":
      await isSeen(way);
      fillMadeUp(run, sent, way.stranger);
      await goesOn(run, SECONDS.confirmed);
      return comesBack ? isFilled(way, sent) : expires(way, sent);
    case "expires":
    case "refund_lost":
      return expires(way, sent);
    case "source_loses":
      await isSeen(way);
      loses(way, source, sent.hash);
      await isSeen(way);
      await goesOn(run, SECONDS.noticed);
      if (way.isWatched) await isFree(way);
      if (comesBack) await isFilled(way, sent);
      return;
    case "source_loses_filled":
      await brings(way, sent);
      loses(way, source, sent.hash);
      return goesOn(run, SECONDS.noticed);
    case "destination_loses":
      await brings(way, sent);
      loses(way, destination, ...hashesOf(sent));
      // It waits again.
      await isSeen(way);
      return comesBack ? isFilled(way, sent) : expires(way, sent);
    case "both_lose":
    case "both_lose_in_turn": {
      await brings(way, sent);
      const losses = [() => loses(way, source, sent.hash), () => loses(way, destination, ...hashesOf(sent))];
      for (const lose of way.isWatched ? losses : losses.reverse()) {
        lose();
        if (story === "both_lose_in_turn") await goesOn(run, SECONDS.noticed);
      }
      return goesOn(run, SECONDS.noticed);
    }
    case "both_lose_late": {
      await brings(way, sent);
      loses(way, source, sent.hash);
      // Until the source would not go back on it any more.
      await goesOn(run, SECONDS.sourceFinal);
      loses(way, destination, ...hashesOf(sent));
      return goesOn(run, SECONDS.confirmed);
    }
    case "final_fill_lost":
      await brings(way, sent);
      await losesFinal(way, destination, ...hashesOf(sent));
      await isWaitedFor(way);
      return comesBack ? isFilled(way, sent) : expires(way, sent);
    case "final_deposit_lost":
      await isSeen(way);
      await losesFinal(way, source, sent.hash);
      return isFree(way);
    default:
      return brings(way, sent);
  }
}

/** What was final long since is gone with a branch that wins below it, and an operator lets the network go on. */
async function losesFinal(way: Way, on: RunningNetwork, ...hashes: readonly Hex[]): Promise<void> {
  const { run } = way;
  run.recoverNodes();
  await goesOn(run, SECONDS.noticed);
  await becomesFinal(run);
  const depth = Math.max(
    0,
    ...hashes.map((hash) => on.chain.head - (on.chain.find(hash)?.height ?? on.chain.head)),
  );
  const gone = on.chain.reorganise(depth + 1, (one) => (hashes.includes(one.hash) ? null : one));
  run.world.trace.note(`gone: ${gone.map(({ hash }) => hash).join(" ")}`);
  for (let look = 0; look < MOST_LOOKS; look++) {
    await goesOn(run, SECONDS.noticed);
    if (await letsGoOn(run, on)) break;
  }
  run.disturb();
  await goesOn(run, SECONDS.noticed);
}

/** It is seen, then filled. */
async function brings(way: Way, sent: BridgedDeposit): Promise<void> {
  await isSeen(way);
  await isFilled(way, sent);
}

async function isFilled({ run, destination, story }: Way, sent: BridgedDeposit): Promise<void> {
  // A pool fills each once.
  if (hashesOf(sent).some((hash) => destination.chain.find(hash) !== null)) return;
  fill(run, sent);
  await goesOn(run, QUICK_STORIES.has(story) ? SECONDS.seen : SECONDS.confirmed);
}

/** Lets a deposit be seen. Where nothing is to hide it, its request waits for it, and says so. */
async function isSeen(way: Way): Promise<void> {
  if (!way.isWatched || QUICK_STORIES.has(way.story)) return goesOn(way.run, SECONDS.seen);
  way.run.recoverNodes();
  await goesOn(way.run, SECONDS.confirmed);
  return isWaitedFor(way);
}

/** Where a deposit is on its way and nothing else came, the request says so. */
async function isWaitedFor({ run, request }: Way): Promise<void> {
  const status = await statusWithoutMoney(run, request);
  if (status === null || !run.model.bridges.isAwaited(request.requestId) || status === "processing") return;
  run.model.broken(
    "money on its way is shown",
    `${request.requestId} is ${status}, and a deposit for it is on its chain`,
  );
}

/** Where no deposit is on its way any more and nothing came, the request is open. */
async function isFree({ run, request }: Way): Promise<void> {
  const status = await statusWithoutMoney(run, request);
  if (status === null || run.model.bridges.isAwaited(request.requestId) || status === "created") return;
  run.model.broken(
    "nothing is waited for that does not come",
    `${request.requestId} is ${status}, and no deposit for it is on its chain`,
  );
}

/** What a request says of itself; null where it has money, or does not answer. */
async function statusWithoutMoney(run: RunContext, { requestId, tenant }: Created): Promise<string | null> {
  const answer = await run.call({ tenant, method: "GET", path: `/v2/request/${requestId}` });
  run.look();
  const known = run.model.requests.get(requestId);
  const hasMoney = run.payments().some(({ reference }) => reference === known?.reference);
  return answer && !hasMoney ? answer.body.status : null;
}

/** Nobody fills it in time, and the pool gives the money back; which may leave the chain again. */
async function expires(way: Way, sent: BridgedDeposit): Promise<void> {
  const { run, destination, source, story, comesBack } = way;
  await isSeen(way);
  // Its time is over, and the block that says so may still leave the chain.
  await jumps(run, sent.relay.fillDeadline + SECONDS_PER_BLOCK);
  await goesOn(run, SECONDS.seen);
  const final = (destination.chain.finalityDepth + 4) * SECONDS_PER_BLOCK;
  await jumps(run, sent.relay.fillDeadline + final);
  await goesOn(run, SECONDS.confirmed);
  // A pool owes what is there and was not filled.
  const isFilledAfterAll = hashesOf(sent).some((hash) => destination.chain.find(hash) !== null);
  if (isFilledAfterAll || source.chain.find(sent.hash) === null) return;
  refund(run, sent);
  await goesOn(run, SECONDS.confirmed);
  if (story !== "refund_lost") return;
  loses(way, source, ...sent.refunds);
  await goesOn(run, SECONDS.noticed);
  if (comesBack) return;
  refund(run, sent);
  await goesOn(run, SECONDS.confirmed);
}

/** A second deposit under the number of the first, for another request: one of them is filled, and then the other one. */
async function sharesNumber(
  way: Way,
  first: BridgedDeposit,
  asked: Parameters<typeof askForDeposit>[2],
): Promise<void> {
  const { run, source, stranger, other, comesBack } = way;
  const victim = run.requests.get(other);
  const wanted = victim && (await askForDeposit(run, victim, asked));
  const second =
    victim &&
    wanted &&
    deposit(run, victim, {
      source,
      wanted: { ...wanted, depositor: stranger },
      depositId: first.relay.depositId,
    });
  await isSeen(way);
  if (!second) return isFilled(way, first);
  const [one, last] = comesBack ? [first, second] : [second, first];
  await isFilled(way, one);
  return way.isWatched ? isFilled(way, last) : expires(way, last);
}

/** A branch wins that does not have these transactions; they may come back in it later. */
function loses({ run, comesBack, story }: Way, { chain }: RunningNetwork, ...hashes: readonly Hex[]): void {
  run.look();
  const isBack = comesBack && !GONE_STORIES.has(story);
  const gone = chain.reorganise(LOST_BLOCKS, (one) => (hashes.includes(one.hash) && !isBack ? null : one), 1);
  run.world.trace.note(`gone: ${gone.map(({ hash }) => hash).join(" ")}`);
}

function hashesOf({ fills }: BridgedDeposit): Hex[] {
  return fills.map(({ hash }) => hash);
}

async function goesOn(run: RunContext, seconds: number): Promise<void> {
  const { scheduler } = run.world;
  await scheduler.runUntil(scheduler.now + 1_000 * seconds);
  run.look();
}

/** The clock jumps to a time of the chains, seconds since the epoch; nothing where it is over. */
async function jumps(run: RunContext, to: number): Promise<void> {
  const { scheduler, networks } = run.world;
  const ms = 1_000 * to - scheduler.now;
  if (ms <= 0) return;
  for (const { chain } of networks) chain.slowDown(ms, BLOCKS_OF_SKIP);
  scheduler.skip(ms);
  run.disturb();
  run.look();
}

/** In the end: lets time go by until nobody may fill any deposit that was not filled. */
export async function bridgesComeToRest(run: RunContext): Promise<void> {
  const { scheduler, finalityDepth } = run.world;
  run.look();
  const waiting = run.bridged.filter(({ requestId }) => run.model.bridges.isAwaited(requestId));
  if (waiting.length === 0) return;
  const latest = Math.max(...waiting.map(({ relay }) => relay.fillDeadline));
  await jumps(run, latest);
  scheduler.skip(1_000 * (finalityDepth + 2) * SECONDS_PER_BLOCK);
  await goesOn(run, SECONDS.confirmed);
}
