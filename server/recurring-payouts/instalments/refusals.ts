import { and, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { budgets, platforms, recurringPayments } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads, Tx } from "@/server/context";
import { take, usedOf } from "@/server/lib/database/budget";

/**
 * Instalments that may be refused in blocks within a day, of one payer and of one account on a network: they passed
 * their rehearsal, and the executor has paid for their gas. Counted whatever becomes of a schedule in between.
 */
export const REFUSED_PER_PAYER = 5;
export const REFUSED_PER_ACCOUNT = 20;
const DAY_MS = 86_400_000;

/** Whose refused instalments are counted. */
export interface Answerable {
  network: string;
  subscriber: string;
  platformId: string;
}

const payerScope = ({ network, subscriber }: Answerable) =>
  `refused instalments:${network}:payer:${subscriber.toLowerCase()}`;
const accountScope = ({ network, platformId }: Answerable) =>
  `refused instalments:${network}:account:${platformId}`;

/** Counts instalments of these schedules, one for each mention, that were refused in a block. */
export async function countRefused(
  tx: Tx,
  network: NetworkId,
  refused: readonly { scheduleId: string }[],
): Promise<void> {
  if (refused.length === 0) return;
  const schedules = await tx.db
    .select({
      id: recurringPayments.id,
      subscriber: recurringPayments.subscriber,
      platformId: recurringPayments.platformId,
    })
    .from(recurringPayments)
    .where(inArray(recurringPayments.id, [...new Set(refused.map(({ scheduleId }) => scheduleId))]));
  const payers = new Map<string, number>();
  const accounts = new Map<string, number>();
  for (const { scheduleId } of refused) {
    const schedule = schedules.find(({ id }) => id === scheduleId);
    if (!schedule) continue;
    const whose = { ...schedule, network };
    payers.set(payerScope(whose), (payers.get(payerScope(whose)) ?? 0) + 1);
    accounts.set(accountScope(whose), (accounts.get(accountScope(whose)) ?? 0) + 1);
  }
  // In the order of their names, so that two of these never wait for each other.
  for (const [scope, count] of [...payers].sort())
    await take(tx, { scope, limit: REFUSED_PER_PAYER, windowMs: DAY_MS }, count);
  for (const [scope, count] of [...accounts].sort())
    await take(tx, { scope, limit: REFUSED_PER_ACCOUNT, windowMs: DAY_MS }, count);
}

/** How many more may be refused, of a payer and of an account. */
export async function refusalsLeft(
  ctx: Pick<Reads, "db" | "now">,
  all: readonly Answerable[],
): Promise<(whose: Answerable) => { payer: number; account: number }> {
  const scopes = all.flatMap((whose) => [payerScope(whose), accountScope(whose)]);
  const used = await usedOf(ctx, [...new Set(scopes)]);
  return (whose) => ({
    payer: REFUSED_PER_PAYER - (used.get(payerScope(whose)) ?? 0),
    account: REFUSED_PER_ACCOUNT - (used.get(accountScope(whose)) ?? 0),
  });
}

/** Whether too much of its payer's or its account's was refused today, as a condition on a schedule. */
export function isLeftOut({ now }: Pick<Reads, "now">): SQL {
  const { network, subscriber, platformId } = recurringPayments;
  const isSpent = (scope: SQL, limit: number) => sql`exists (select 1 from ${budgets}
    where ${budgets.scope} = ${scope} and ${budgets.used} >= ${limit}
      and ${budgets.endsAt} > ${now().toISOString()}::timestamptz)`;
  const payer = sql`'refused instalments:' || ${network} || ':payer:0x' || encode(${subscriber}, 'hex')`;
  const account = sql`'refused instalments:' || ${network} || ':account:' || ${platformId}`;
  return sql`(${isSpent(payer, REFUSED_PER_PAYER)} or ${isSpent(account, REFUSED_PER_ACCOUNT)})`;
}

/** How many due schedules wait because of that, in words for an operator; null where none does. */
export async function leftOut(
  ctx: Pick<Reads, "db" | "now">,
  { network, at, contract }: { network: NetworkId; at: Date; contract: Hex },
): Promise<string | null> {
  const rows = await ctx.db
    .select({
      subscriber: recurringPayments.subscriber,
      platformId: recurringPayments.platformId,
      schedules: sql`count(*)`.mapWith(Number),
    })
    .from(recurringPayments)
    .innerJoin(platforms, eq(platforms.id, recurringPayments.platformId))
    .where(
      and(
        eq(recurringPayments.network, network),
        eq(recurringPayments.contract, contract),
        lte(recurringPayments.nextAttemptAt, at),
        eq(recurringPayments.status, "active"),
        isNull(platforms.disabledAt),
        isLeftOut(ctx),
      ),
    )
    .groupBy(recurringPayments.subscriber, recurringPayments.platformId)
    .orderBy(sql`count(*) desc`)
    .limit(100);
  const [most] = rows;
  if (!most) return null;
  const total = rows.reduce((sum, { schedules }) => sum + schedules, 0);
  return (
    `${total} due schedules wait until a day has passed: too many of their instalments were refused in blocks, ` +
    `most of payer ${most.subscriber} for account ${most.platformId}`
  );
}
