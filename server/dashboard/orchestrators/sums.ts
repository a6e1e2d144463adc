import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import {
  feeLegs,
  feeTransfers,
  isCounted,
  orchestratorLinks,
  requests,
  securePaymentRequests,
  securePayments,
  transfers,
} from "@/db/schema";
import type { Reads } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import type { TokenSum } from "@/server/dashboard/orchestrators/schema";
import { formatAmount } from "@/server/lib/amount";

/** Sums by row of the client ID. */
export type SumsByClient = ReadonlyMap<string, TokenSum[]>;

/** Client IDs that were ever linked to an orchestrator: their links are its own, and nobody else's, for ever (OL-02). */
export function linkedClients(orchestratorId: string): SQL {
  return sql`select ${orchestratorLinks.clientIdId} from ${orchestratorLinks}
    where ${orchestratorLinks.orchestratorId} = ${orchestratorId}`;
}

/**
 * The condition that a fee transfer counts as earned: it is in the chain, and so is, deep enough, the payment of the
 * same transaction. Where a fee was sent alone there is none to wait for.
 */
export function isEarned(): SQL {
  return sql`not exists (
    select 1 from ${transfers} where ${transfers.txHash} = ${feeTransfers.txHash}
      and ${transfers.network} = ${feeTransfers.network} and ${transfers.state} in ('seen', 'orphaned', 'dropped'))`;
}

/** Fees that reached an orchestrator by these client IDs, which must be its own. */
export async function feesOf({ db }: Pick<Reads, "db">, clients: SQL): Promise<SumsByClient> {
  return byClient(
    await db
      .select(sumOf(feeTransfers.amount))
      .from(requests)
      .innerJoin(feeLegs, and(eq(feeLegs.requestId, requests.id), eq(feeLegs.type, "orchestrator")))
      .innerJoin(feeTransfers, eq(feeTransfers.topic1, feeLegs.topic1))
      .where(and(sql`${requests.clientIdId} in (${clients})`, isEarned()))
      .groupBy(requests.clientIdId, requests.paymentCurrency),
  );
}

/** What payments that were created with an orchestrator's key brought to their recipients, by client ID. */
export async function volumeOf(
  { db }: Pick<Reads, "db">,
  orchestratorId: string,
  clients: SQL,
): Promise<SumsByClient> {
  // A payout can stand in a link of its own and in the batch it went into: it counts once.
  const own = db
    .select({ id: securePaymentRequests.requestId })
    .from(securePayments)
    .innerJoin(securePaymentRequests, eq(securePaymentRequests.securePaymentId, securePayments.id))
    .where(
      and(
        eq(securePayments.orchestratorId, orchestratorId),
        sql`${securePayments.clientIdId} in (${clients})`,
      ),
    );
  return byClient(
    await db
      .select(sumOf(transfers.amount))
      .from(requests)
      .innerJoin(transfers, eq(transfers.requestId, requests.id))
      .where(and(inArray(requests.id, own), isCounted(transfers), ne(transfers.state, "seen")))
      .groupBy(requests.clientIdId, requests.paymentCurrency),
  );
}

function sumOf(amount: PgColumn) {
  return {
    client: sql<string>`${requests.clientIdId}`,
    currency: requests.paymentCurrency,
    amount: sql<string>`sum(${amount})::text`,
    payments: sql<number>`count(*)::int`,
  };
}

/** Sums of several client IDs as one, in the order of their tokens. */
export function together(sums: SumsByClient): TokenSum[] {
  const units = new Map<string, { sum: TokenSum; amount: bigint; payments: number }>();
  for (const sum of [...sums.values()].flat()) {
    const before = units.get(sum.currencyId);
    units.set(sum.currencyId, {
      sum,
      amount: (before?.amount ?? 0n) + unitsOf(sum),
      payments: (before?.payments ?? 0) + sum.payments,
    });
  }
  return [...units.values()]
    .map(({ sum, amount, payments }) => ({ ...tokenSum(sum.currencyId, amount), payments }))
    .sort((a, b) => a.currencyId.localeCompare(b.currencyId));
}

/** Money of one client ID in one token; `amount` in base units. */
interface SumRow {
  client: string;
  currency: string;
  amount: string;
  payments: number;
}

function byClient(rows: readonly SumRow[]): SumsByClient {
  const sums = new Map<string, TokenSum[]>();
  for (const { client, currency, amount, payments } of rows) {
    sums.set(client, [...(sums.get(client) ?? []), { ...tokenSum(currency, BigInt(amount)), payments }]);
  }
  for (const list of sums.values()) list.sort((a, b) => a.currencyId.localeCompare(b.currencyId));
  return sums;
}

function tokenSum(currencyId: string, units: bigint) {
  const token = knownToken(currencyId);
  return {
    network: token.network,
    currency: token.symbol,
    currencyId,
    amount: formatAmount(units, token.decimals),
  };
}

function unitsOf({ currencyId, amount }: TokenSum): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(knownToken(currencyId).decimals, "0"));
}

function knownToken(id: string) {
  const token = tokenById(id);
  if (!token) throw new Error(`payments in an unknown currency ${id}`);
  return token;
}
