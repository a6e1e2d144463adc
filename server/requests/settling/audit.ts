import { and, asc, eq, gt, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import {
  creditedBy,
  crosschainDeposits,
  offramps,
  refunds,
  refundTransfers,
  requests,
  transfers,
} from "@/db/schema";
import type { Reads } from "@/server/context";
import { isAwaited } from "@/server/crosschain/payers";
import type { AuditRange } from "@/server/payments/audit";
import { enough } from "@/server/payments/counting/enough";

/** Requests of one statement. */
const AT_ONCE = 10_000;

export interface UnsettledRequest {
  requestId: string;
  status: string;
  expected: string;
}

/** Which requests to look at: those of one network, or those paid within blocks of it; absent, all. */
export interface SettlementRange extends AuditRange {
  network?: string | undefined;
}

/** Requests whose status does not follow from their transfers. The expected list is empty. */
export async function auditSettlements(
  ctx: Pick<Reads, "db">,
  range: SettlementRange = {},
): Promise<UnsettledRequest[]> {
  const unsettled: UnsettledRequest[] = [];
  for (let after = ""; ; ) {
    const page = await ctx.db
      .select({ id: requests.id })
      .from(requests)
      .where(and(gt(requests.id, after), isAsked(ctx, range)))
      .orderBy(asc(requests.id))
      .limit(AT_ONCE);
    const last = page.at(-1)?.id;
    if (last === undefined) return unsettled;
    const isOfPage = and(gt(requests.id, after), lte(requests.id, last), isAsked(ctx, range));
    unsettled.push(...(await unsettledOf(ctx, isOfPage)));
    after = last;
  }
}

function isAsked(ctx: Pick<Reads, "db">, { network, from, to }: SettlementRange): SQL | undefined {
  const ofNetwork = network === undefined ? undefined : eq(requests.network, network);
  if (from === undefined && to === undefined) return ofNetwork;
  const paid = ctx.db
    .select({ id: transfers.requestId })
    .from(transfers)
    .where(
      and(
        network === undefined ? undefined : eq(transfers.network, network),
        from === undefined ? undefined : gte(transfers.blockNumber, from),
        to === undefined ? undefined : lte(transfers.blockNumber, to),
      ),
    );
  return and(ofNetwork, inArray(requests.id, paid));
}

async function unsettledOf(ctx: Pick<Reads, "db">, which: SQL | undefined): Promise<UnsettledRequest[]> {
  const counted = sql`${transfers.mismatch} is null and ${transfers.state}`;
  const settled = sql`coalesce((select sum(${creditedBy(transfers)}) from ${transfers}
    where ${transfers.requestId} = ${requests.id} and ${counted} in ('confirmed', 'final')), 0)`;
  const seen = sql`exists (select 1 from ${transfers}
    where ${transfers.requestId} = ${requests.id} and ${counted} = 'seen')`;
  const received = sql`coalesce((select sum(${transfers.amount}) from ${transfers}
    where ${transfers.requestId} = ${requests.id} and (${counted} in ('confirmed', 'final')
      or ${counted} = 'seen' and ${transfers.credited} is not null)), 0)`;
  const refunded = sql`coalesce((select sum(${refundTransfers.amount}) from ${refundTransfers}
    join ${refunds} on ${refunds.id} = ${refundTransfers.refundId}
    where ${refunds.requestId} = ${requests.id} and ${refundTransfers.isConfirmed}), 0)`;
  const awaited = sql`exists (select 1 from ${crosschainDeposits}
    where ${crosschainDeposits.requestId} = ${requests.id} and ((${isAwaited})
      or ${crosschainDeposits.state} in ('filled', 'filled_call_failed') and not exists (select 1 from ${transfers}
        where ${transfers.requestId} = ${requests.id} and ${transfers.txHash} = ${crosschainDeposits.fillTxHash})))`;
  // Of money that the provider had before, no payment with the reference is the one that was delivered.
  const isTheDeposit = sql`(${offramps.depositTxHash} is null and ${offramps.depositBlock} is null or exists (select 1
    from ${transfers} where ${transfers.requestId} = ${requests.id} and ${counted} in ('seen', 'confirmed', 'final')
      and case when ${offramps.depositTxHash} is null then ${transfers.blockNumber} <= ${offramps.depositBlock}
        else ${transfers.txHash} = ${offramps.depositTxHash} end))`;
  const isPart = sql`${settled} > 0 and ${settled} < ${requests.amount} and ${isTheDeposit}`;
  const isSentBack = sql`not ${requests.isCryptoToFiatAllowed} and ${received} > 0 and ${refunded} >= ${received}`;
  const byDeposit = sql`exists (select 1 from ${transfers} where ${transfers.requestId} = ${requests.id}
    and ${transfers.depositAddress} is not null and ${counted} in ('confirmed', 'final'))`;
  const ofTransfers = sql`case when ${enough(settled, byDeposit)} then case when ${isSentBack} then 'refunded'
      else 'paid' end when ${settled} > 0 then 'partially_paid'
    when ${seen} or ${awaited} then 'processing' else 'created' end`;
  const withMoney = sql`case when ${isPart} then 'partially_paid'
    when ${offramps.status} = 'fiat_sent' and ${settled} > 0 and ${isTheDeposit} then 'paid'
    when ${offramps.status} in ('failed', 'refunded') then ${offramps.status} else 'processing' end`;
  const withoutMoney = sql`case when ${settled} < ${requests.amount} then ${ofTransfers}
    when ${offramps.status} = 'failed' then 'failed' else 'processing' end`;
  const expected = sql<string>`case when not ${requests.isCryptoToFiatAllowed} then ${ofTransfers}
    when ${offramps.depositAt} is null then ${withoutMoney} else ${withMoney} end`;
  const rows = await ctx.db
    .select({ requestId: requests.requestId, status: requests.status, expected })
    .from(requests)
    .leftJoin(offramps, and(eq(offramps.requestId, requests.id), isNull(offramps.replacedAt)))
    .where(
      and(
        which,
        sql`not (${requests.status} in ('failed', 'refunded') and ${requests.isCryptoToFiatAllowed})
          and ${requests.status} <> ${expected}`,
      ),
    );
  return rows.map((row) => ({ ...row, requestId: row.requestId.slice(2) }));
}
