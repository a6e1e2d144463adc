import type { Hex } from "viem";
import { SAFE_VERSIONS, type SafeContract, type SafeVersion } from "@/sim/chain/safe";
import { SAFE_SITE_BEHAVIOURS } from "@/sim/chain/safe-site";
import type { Seeded } from "@/sim/events/seeded";
import { letsGoOn } from "@/sim/workload/kinds/deep-forks";
import { createLink } from "@/sim/workload/kinds/links";
import { pay } from "@/sim/workload/kinds/payments";
import { BLOCKS_OF_SKIP, becomesFinal } from "@/sim/workload/kinds/time";
import type { Link, SafePayment } from "@/sim/workload/known";
import type { RunContext } from "@/sim/workload/run-context";
import {
  announce,
  askForSafe,
  type ExecutionEnd,
  execute,
  type Offer,
  proposed,
  sign,
  spendNonce,
  statusOfLink,
} from "@/sim/workload/safes";
import { faultOf, type Planned, type Step, stepOf } from "@/sim/workload/step";
import { type RunningNetwork, SECONDS_PER_BLOCK } from "@/sim/world/world";

/** What becomes of a payment from a Safe, each in an order that chance alone hardly ever brings about. */
const STORIES = [
  "executed",
  "executed_first",
  "executed_unseen",
  "fails",
  "rejected",
  "replaced",
  "paid_otherwise",
  "queued",
  "never",
  "execution_lost",
  "execution_moves",
  "failure_lost",
  "rejection_lost",
  "moved_before",
  "final_execution_lost",
  "fake",
  "two_links",
  "rivals",
  "paid_by_wallet",
] as const;
type Story = (typeof STORIES)[number];

/** Only older Safes announce a failure of what sets no gas of its own; newer ones revert. */
const FAILING_STORIES: ReadonlySet<Story> = new Set(["fails", "failure_lost"]);
/** Nothing goes wrong in these. */
const USUAL_STORIES: ReadonlySet<Story> = new Set(["executed", "executed_first", "queued"]);
/** So long a block takes to be made, a payment to be seen and confirmed, and a loss to be noticed, seconds. */
const SECONDS = { mined: 14, seen: 18, confirmed: 75, noticed: 45 } as const;
/** A branch that takes away what was done a moment ago. */
const LOST_BLOCKS = 9;
/** It takes so many looks at most until a watcher halts that was kept from looking. */
const MOST_LOOKS = 8;
const OWNERS = 3;
/** Of how many transactions before its own one is queued. */
const QUEUE = 2;
/** Nobody looks at a deadline in the minute in which it passes. */
const AFTER_DEADLINE_SECONDS = 15 * 60;

/** Owners of a Safe pay a link, and what the story says becomes of it. */
export function paysFromSafe(chance: Seeded, planned: Planned): Step {
  const story = chance.pick(STORIES);
  const id = planned.add("link");
  const cents = Array.from({ length: chance.pick([1, 1, 1, 2]) }, () => BigInt(chance.between(10, 90)));
  const requests = cents.map(() => planned.add("request"));
  const details = {
    id,
    story,
    tenant: planned.tenant(chance),
    cents: cents.join("+"),
    version: FAILING_STORIES.has(story) ? ("1.1.1" as const) : chance.pick(SAFE_VERSIONS),
    nonce: chance.between(0, 4),
    threshold: chance.between(1, OWNERS),
    minutes: chance.pick([20, 90, 600]),
    site: chance.chance(0.6) ? "right" : chance.pick(SAFE_SITE_BEHAVIOURS),
    isAsked: chance.chance(0.3),
    comesBack: chance.chance(0.5),
  };
  const isFault = details.site !== "right" || !USUAL_STORIES.has(story);
  return (isFault ? faultOf : stepOf)("pay_from_safe", details, async (run) => {
    const tenant = run.tenants[details.tenant];
    if (!tenant) return;
    run.recoverNodes();
    await createLink(run, tenant, { id, cents, requests });
    const link = run.links.get(id);
    if (!link) return;
    const network = run.network(0);
    const safe = newSafe(network, id, details);
    run.world.nodes.safes.behaviour = details.site;
    const way = { run, link, network, safe, requests, ...details };
    await happens(way);
    run.world.nodes.safes.behaviour = "right";
  });
}

interface Way {
  run: RunContext;
  link: Link;
  network: RunningNetwork;
  safe: SafeContract;
  id: number;
  requests: readonly number[];
  story: Story;
  minutes: number;
  isAsked: boolean;
  comesBack: boolean;
}

/** A Safe that nobody else of the run has. */
function newSafe(
  { chain }: RunningNetwork,
  id: number,
  { version, nonce, threshold }: { version: SafeVersion; nonce: number; threshold: number },
): SafeContract {
  const address = (first: string): Hex => `0x${first}${String(id).padStart(38, "0")}`;
  const owners = Array.from({ length: OWNERS }, (_, i) => address(`a${i}`));
  const safe = { address: address("5a"), version, owners, threshold, firstNonce: nonce };
  chain.addSafe(safe);
  return safe;
}

async function happens(way: Way): Promise<void> {
  const { run, link, network, safe, story } = way;
  if (story === "moved_before") {
    const other = { to: safe.address, value: 0n, data: "0x", operation: 0 } as const;
    spendNonce(run, { network, safe, transaction: other }, nonceOf(way), "replaced");
    await goesOn(run, SECONDS.mined);
  }
  const offer = await askForSafe(run, link, network, safe);
  if (!offer) return;
  const one = proposed(run, offer, nonceOf(way) + (story === "queued" ? QUEUE : 0));
  if (story === "executed_first") {
    execute(run, one);
    await goesOn(run, SECONDS.mined);
  }
  const wasExecuted = story === "executed_first" && network.chain.executionAt(safe, one.nonce) !== null;
  const payment = await announce(run, link, one, { deadline: deadlineIn(way), wasExecuted });
  if (!payment) return;
  sign(run, payment);
  // What is to be lost has to be of the last blocks still.
  if (way.isAsked && story !== "moved_before" && story !== "executed_first") await isAsked(way, payment);
  return follows(way, offer, payment);
}

async function follows(way: Way, offer: Offer, payment: SafePayment): Promise<void> {
  const { run, network, safe, story, comesBack } = way;
  switch (story) {
    case "executed_first":
      return goesOn(run, SECONDS.confirmed);
    case "executed_unseen":
      execute(run, payment);
      await jumps(run, 60 * way.minutes + AFTER_DEADLINE_SECONDS);
      return goesOn(run, SECONDS.confirmed);
    case "fails":
      execute(run, payment, "fails");
      await goesOn(run, SECONDS.confirmed);
      return comesToNothing(way, payment);
    case "rejected":
    case "replaced":
      spendNonce(run, payment, payment.nonce, story);
      await goesOn(run, SECONDS.confirmed);
      return comesToNothing(way, payment);
    case "paid_otherwise":
      spendNonce(run, payment, payment.nonce, story);
      return goesOn(run, SECONDS.confirmed);
    case "queued":
      for (let before = QUEUE; before > 0; before--) {
        spendNonce(run, payment, payment.nonce - before, "replaced");
        await goesOn(run, SECONDS.confirmed);
        await isWaitedFor(way, payment);
      }
      if (comesBack) return isExecuted(way, payment);
      spendNonce(run, payment, payment.nonce, "replaced");
      await goesOn(run, SECONDS.confirmed);
      return comesToNothing(way, payment);
    case "never":
      await jumps(run, 60 * way.minutes + AFTER_DEADLINE_SECONDS);
      await goesOn(run, SECONDS.confirmed);
      await isFree(way);
      return comesBack ? isExecuted(way, payment) : undefined;
    case "execution_lost":
      await loses(way, execute(run, payment));
      await isWaitedFor(way, payment);
      return comesBack ? isExecuted(way, payment) : isRejected(way, payment);
    case "execution_moves":
      await isExecuted(way, payment);
      moves(way);
      return goesOn(run, SECONDS.confirmed);
    case "failure_lost":
      await loses(way, execute(run, payment, "fails"));
      await isWaitedFor(way, payment);
      return isExecuted(way, payment);
    case "rejection_lost":
      await loses(way, spendNonce(run, payment, payment.nonce, "rejected"));
      await isWaitedFor(way, payment);
      return comesBack ? isExecuted(way, payment) : isRejected(way, payment);
    case "moved_before":
      moves(way);
      await goesOn(run, SECONDS.confirmed);
      await isWaitedFor(way, payment);
      return comesBack ? isExecuted(way, payment) : isRejected(way, payment);
    case "final_execution_lost":
      await losesFinal(way, execute(run, payment));
      await isWaitedFor(way, payment);
      return comesBack ? isExecuted(way, payment) : isRejected(way, payment);
    case "fake": {
      const end: ExecutionEnd = comesBack ? "says_so" : "says_both";
      execute(run, payment, end);
      await goesOn(run, SECONDS.confirmed);
      return isFree(way);
    }
    case "two_links":
      return isAnnouncedTwice(way, payment);
    case "rivals": {
      // Two Safes must not pay the same: the second one is told to wait.
      const rival = newSafe(network, way.id + RIVALS, { ...safe, nonce: 1 });
      const other = proposed(run, { ...offer, safe: rival }, 1);
      if (await announce(run, way.link, other, { deadline: deadlineIn(way) })) {
        run.model.broken("one Safe holds a link", `${way.link.requestIds.join(" ")} waits for two Safes`);
      }
      return isExecuted(way, payment);
    }
    case "paid_by_wallet":
      for (const request of way.requests) pay(run, request, {});
      await goesOn(run, comesBack ? SECONDS.seen : SECONDS.confirmed);
      return comesBack ? isExecuted(way, payment) : isRejected(way, payment);
    default:
      return isExecuted(way, payment);
  }
}

/** Numbers of Safes and links that are no plan's. */
const RIVALS = 1_000_000;

/** The same hash for two links: it pays the one whose calls it is of, and holds no other. */
async function isAnnouncedTwice(way: Way, payment: SafePayment): Promise<void> {
  const { run, link } = way;
  const id = way.id + RIVALS;
  await createLink(run, link.tenant, { id, cents: [33n], requests: [id] });
  const second = run.links.get(id);
  if (second) {
    await announce(run, second, payment, { deadline: deadlineIn(way), isBorneOut: false });
    await isFree({ ...way, link: second });
  }
  await isExecuted(way, payment);
  if (second) await isFree({ ...way, link: second });
}

async function isExecuted({ run }: Way, payment: SafePayment): Promise<void> {
  execute(run, payment);
  await goesOn(run, SECONDS.confirmed);
}

async function isRejected({ run }: Way, payment: SafePayment): Promise<void> {
  spendNonce(run, payment, payment.nonce, "rejected");
  await goesOn(run, SECONDS.confirmed);
}

/** Its nonce is gone: anybody may pay the link, and its owners do so with the next one. */
async function comesToNothing(way: Way, payment: SafePayment): Promise<void> {
  const { run, link, network, safe, comesBack } = way;
  await isFree(way);
  if (!comesBack) return;
  const again = await askForSafe(run, link, network, safe);
  if (!again) return;
  const next = await announce(run, link, proposed(run, again, payment.nonce + 1), {
    deadline: deadlineIn(way),
  });
  if (next) await isExecuted(way, next);
}

/** The service of signatures is asked, which it is after each jump of the clock; what it says moves nothing. */
async function isAsked(way: Way, payment: SafePayment): Promise<void> {
  await jumps(way.run, 90);
  await goesOn(way.run, SECONDS.noticed);
  return isWaitedFor(way, payment);
}

/** While its Safe can still make the payment, nobody else is asked for it. */
async function isWaitedFor({ run, link }: Way, payment: SafePayment): Promise<void> {
  const status = await statusOfLink(run, link);
  if (status === null || status === 423 || hasMoney(run, link)) return;
  if (!run.model.safes.isAwaited(payment.id, run.world.scheduler.now)) return;
  run.model.broken(
    "a link waits for its Safe",
    `${link.requestIds.join(" ")} is answered ${status}, and ${payment.id} can still be executed`,
  );
}

/** Where no Safe's transaction is to come any more, and no money came, anybody may pay. */
async function isFree({ run, link }: Way): Promise<void> {
  const status = await statusOfLink(run, link);
  if (status === null || status === 200 || hasMoney(run, link)) return;
  const { now } = run.world.scheduler;
  if (link.requestIds.some((one) => run.model.safes.mayHold(one, now))) return;
  run.model.broken(
    "a link is free when its Safe's payment came to nothing",
    `${link.requestIds.join(" ")} is answered ${status}`,
  );
}

function hasMoney(run: RunContext, { requestIds }: Link): boolean {
  const references = new Set(requestIds.map((one) => run.model.requests.get(one)?.reference));
  return run.payments().some(({ reference }) => references.has(reference));
}

/** Once it was seen, a branch wins that does not have it. */
async function loses({ run, network }: Way, hash: Hex): Promise<void> {
  await goesOn(run, SECONDS.seen);
  const gone = network.chain.reorganise(LOST_BLOCKS, (one) => (one.hash === hash ? null : one), 1);
  run.world.trace.note(`gone: ${gone.map((one) => one.hash).join(" ")}`);
  await goesOn(run, SECONDS.confirmed);
}

/** A branch wins that has everything again, in a later block. */
function moves({ run, network }: Way): void {
  run.look();
  const gone = network.chain.reorganise(LOST_BLOCKS, (one) => one);
  if (gone.length > 0) run.world.trace.note(`gone: ${gone.map((one) => one.hash).join(" ")}`);
}

/** What was final long since is gone with a branch that wins below it, and an operator lets the network go on. */
async function losesFinal({ run, network }: Way, hash: Hex): Promise<void> {
  const { chain } = network;
  await goesOn(run, SECONDS.confirmed);
  await becomesFinal(run);
  const depth = chain.head - (chain.find(hash)?.height ?? chain.head) + 1;
  const gone = chain.reorganise(depth, (one) => (one.hash === hash ? null : one));
  run.world.trace.note(`gone: ${gone.map((one) => one.hash).join(" ")}`);
  for (let look = 0; look < MOST_LOOKS; look++) {
    await goesOn(run, SECONDS.noticed);
    if (await letsGoOn(run, network)) break;
  }
  run.disturb();
  await goesOn(run, SECONDS.confirmed);
}

/** The next nonce of the Safe, as its owners see it. */
function nonceOf({ network: { chain }, safe }: Way): number {
  return chain.nonceOf(safe, chain.head);
}

/** Seconds since the epoch. */
function deadlineIn({ run, minutes }: Way): number {
  return Math.floor(run.world.scheduler.now / 1_000) + 60 * minutes;
}

async function goesOn(run: RunContext, seconds: number): Promise<void> {
  const { scheduler } = run.world;
  await scheduler.runUntil(scheduler.now + 1_000 * seconds);
  run.look();
}

/** The clock jumps by so many seconds. */
async function jumps(run: RunContext, seconds: number): Promise<void> {
  const { scheduler, networks } = run.world;
  const ms = 1_000 * seconds;
  if (seconds > BLOCKS_OF_SKIP * SECONDS_PER_BLOCK) {
    for (const { chain } of networks) chain.slowDown(ms, BLOCKS_OF_SKIP);
  }
  scheduler.skip(ms);
  run.disturb();
  run.look();
}

/** In the end: lets every watcher look once more at what Safes did. */
export async function safesComeToRest(run: RunContext): Promise<void> {
  if (run.safePayments.length === 0) return;
  await goesOn(run, SECONDS.confirmed);
}
