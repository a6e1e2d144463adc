import { and, asc, eq, gt, inArray, or } from "drizzle-orm";
import { safeTransactions, securePaymentIntents } from "@/db/schema";
import type { ChainAdapter } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import type { SafeResult } from "@/server/chains/safe";
import type { Reads, Tx } from "@/server/context";
import { announceSafeFailures } from "@/server/secure-payments/safe/announce";
import {
  afterAnswer,
  afterReorganisation,
  afterResults,
  endOf,
  type Tracked,
} from "@/server/secure-payments/safe/follow";
import { transitionSafes } from "@/server/secure-payments/safe/transition";

/** Blocks of one look, which bounds what a pass asks after the worker was away. */
const MAX_BLOCKS = 20_000n;
/** Progress is written down when something happened, or after so many blocks in which nothing did. */
const KEPT_BLOCKS = 200n;

/**
 * How long a look at the chain may lag behind the clock before a deadline passes without one. What was executed in time
 * is normally seen by then, and a payment counts in any case.
 */
const UNSEEN_MS = 10 * 60_000;

/** What looks at the chain showed of Safe transactions that are waited for. */
export interface SafeSightings {
  looks: { tracked: Tracked[]; results: ReadonlyMap<Hex, SafeResult[]>; to: bigint }[];
  /** Safes whose logs no node gave. */
  unread: Hex[];
}

/** What is known of one after a look, and before it. */
export interface Seen {
  before: Tracked;
  after: Tracked;
  /** The last block of the look. */
  to: bigint;
}

/** Safe transactions that are waited for on a network, which takes one look at a short index. */
export async function waitingSafes({ db }: Pick<Reads, "db">, network: string): Promise<Tracked[]> {
  const rows = await db
    .select({ row: safeTransactions, intent: securePaymentIntents })
    .from(securePaymentIntents)
    .innerJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id))
    .where(
      and(
        eq(securePaymentIntents.network, network),
        eq(securePaymentIntents.kind, "multisig"),
        eq(securePaymentIntents.state, "pending"),
      ),
    )
    .orderBy(asc(securePaymentIntents.id));
  return rows.map(({ row, intent }) => trackedOf(row, intent));
}

/**
 * Those that end by what is known already, whatever their Safes say and whether or not a node answers: failures that are
 * deep enough by now, and deadlines that passed a while ago. `upTo` is the last block whose payments are recorded,
 * `isAtHead` whether no newer block is known. Of one that only seems to be replaced no more than its deadline is known.
 */
export function endedUnseen(
  tracked: readonly Tracked[],
  { upTo, depth, isAtHead, now }: { upTo: bigint; depth: bigint; isAtHead: boolean; now: Date },
): { before: Tracked; end: SafeEnd }[] {
  return tracked.flatMap((before) => {
    const clock = before.lookedUpTo >= upTo ? now : new Date(now.getTime() - UNSEEN_MS);
    const known = before.outcome === "replacement" ? { ...before, outcome: null } : before;
    const end = endOf(known, { depth, now: isAtHead ? clock : null });
    return end === null ? [] : [{ before, end }];
  });
}

/** Those of which no look can show more: what became of the others may stand in a block that nobody has looked at. */
export function knownUpTo(tracked: readonly Tracked[], upTo: bigint): Tracked[] {
  return tracked.filter(({ lookedUpTo, outcome }) =>
    outcome === null ? lookedUpTo >= upTo : outcome !== "replacement",
  );
}

/**
 * Looks for what these Safes executed, up to a block whose payments are all recorded. Those of `doubtful`, whose logs
 * could not be had before, are looked at apart from the others and one at a time. Throws `ChainError`.
 */
export async function lookAtSafes(
  { safes }: Pick<ChainAdapter, "safes">,
  tracked: readonly Tracked[],
  upTo: bigint,
  doubtful: ReadonlySet<Hex> = new Set(),
): Promise<SafeSightings> {
  const [first] = tracked.filter(({ safe }) => doubtful.has(safe));
  const groups = [
    tracked.filter(({ safe }) => !doubtful.has(safe)),
    tracked.filter(({ safe }) => safe === first?.safe),
  ];
  const sightings: SafeSightings = { looks: [], unread: [] };
  for (const group of groups) {
    if (!safes || group.length === 0) continue;
    let from = upTo;
    for (const { lookedUpTo } of group) if (lookedUpTo < from) from = lookedUpTo;
    const to = upTo - from > MAX_BLOCKS ? from + MAX_BLOCKS : upTo;
    const asked = [...new Set(group.map(({ safe }) => safe))];
    const look =
      from < to ? await safes.results(asked, { from: from + 1n, to }) : { results: [], unread: [] };
    const isUnread = new Set(look.unread);
    sightings.looks.push({
      tracked: group.filter(({ safe }) => !isUnread.has(safe)),
      results: bySafe(look.results),
      to,
    });
    sightings.unread.push(...look.unread);
  }
  return sightings;
}

/**
 * What looks mean for each transaction. The Safe is asked where its nonce seems to be used by another one, deep enough to
 * count: its nonce says so, and announcements that came again after a reorganisation do not. It is a stranger's contract,
 * so that one which cannot be asked is `unasked`, and stops no other.
 */
export async function meaningOfLooks(
  { safes, network }: Pick<ChainAdapter, "safes" | "network">,
  { looks }: SafeSightings,
  { depth }: { depth: bigint },
): Promise<{ seen: Seen[]; unasked: Hex[] }> {
  const seen: Seen[] = [];
  const unasked: Hex[] = [];
  for (const { tracked, results, to } of looks) {
    for (const before of tracked) {
      const own = results.get(before.safe) ?? [];
      const after = afterResults(before, own, { to, chainId: network.chainId });
      const isSure = !safes || endOf(after, { depth, now: null }) !== "replaced";
      try {
        const known = isSure ? after : afterAnswer(after, await safes.nonceAt(after.safe, after.lookedUpTo));
        seen.push({ before, after: known, to });
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        unasked.push(before.safe);
      }
    }
  }
  return { seen, unasked };
}

/**
 * Writes down what looks showed, and announces what failed, in one commit. `depth` is the newest block whose payments
 * count, `head` the newest block that is known: a deadline has passed for certain only when that was looked at.
 */
export async function followSafes(
  tx: Tx,
  seen: readonly Seen[],
  { depth, head }: { depth: bigint; head: bigint },
): Promise<void> {
  const ended = [];
  for (const { before, after, to } of seen) {
    const end = endOf(after, { depth, now: to >= head ? tx.now() : null });
    const hasNews =
      after.outcome !== before.outcome ||
      after.nonceBefore !== before.nonceBefore ||
      after.others.length !== before.others.length ||
      end !== null;
    if (hasNews || after.lookedUpTo - before.lookedUpTo >= KEPT_BLOCKS) await keep(tx, after);
    if (end !== null) ended.push({ before: after, end });
  }
  await endSafes(tx, ended);
}

/** Moves Safe transactions that came to an end, and announces those that failed. */
export async function endSafes(tx: Tx, ended: readonly { before: Tracked; end: SafeEnd }[]): Promise<void> {
  const failed = [];
  for (const { before, end } of ended) {
    const { intentId, linkId } = before;
    await transitionSafes(tx, [intentId], "pending", end);
    if (end !== "succeeded") failed.push({ intentId, linkId, failure: end });
  }
  await announceSafeFailures(tx, failed);
}

type SafeEnd = NonNullable<ReturnType<typeof endOf>>;

/** Takes back what was seen in blocks above `ancestor`, which were replaced. */
export async function reorganiseSafes(tx: Tx, network: string, ancestor: bigint): Promise<void> {
  const { intentId } = safeTransactions;
  const touched = await tx.db
    .select({ row: safeTransactions, intent: securePaymentIntents })
    .from(safeTransactions)
    .innerJoin(securePaymentIntents, eq(securePaymentIntents.id, intentId))
    .where(
      and(
        eq(safeTransactions.network, network),
        inArray(securePaymentIntents.state, ["pending", "executed"]),
        or(gt(safeTransactions.lookedUpTo, ancestor), gt(safeTransactions.outcomeBlock, ancestor)),
      ),
    )
    .orderBy(asc(intentId))
    .for("update");
  for (const { row, intent } of touched) {
    const after = afterReorganisation(trackedOf(row, intent), ancestor);
    await keep(tx, after);
    if (intent.state === "executed" && after.outcome === null) {
      await transitionSafes(tx, [after.intentId], "executed", "reorganised");
    }
  }
}

function bySafe(results: readonly SafeResult[]): Map<Hex, SafeResult[]> {
  const all = new Map<Hex, SafeResult[]>();
  for (const result of results) {
    const own = all.get(result.safe);
    if (own) own.push(result);
    else all.set(result.safe, [result]);
  }
  return all;
}

function trackedOf(
  row: typeof safeTransactions.$inferSelect,
  { intentKey, securePaymentId }: typeof securePaymentIntents.$inferSelect,
): Tracked {
  return { ...row, safe: hexOf(row.safe), safeTxHash: intentKey, linkId: securePaymentId };
}

async function keep(tx: Pick<Tx, "db">, { intentId, ...row }: Tracked): Promise<void> {
  const { lookedUpTo, nonceBefore, others, outcome, outcomeTxHash, outcomeBlock } = row;
  await tx.db
    .update(safeTransactions)
    .set({ lookedUpTo, nonceBefore, others, outcome, outcomeTxHash, outcomeBlock })
    .where(eq(safeTransactions.intentId, intentId));
}

function hexOf(text: string): Hex {
  return `0x${text.slice(2)}`;
}
