import { and, asc, eq, gte, sql } from "drizzle-orm";
import {
  clientIds,
  feeLegs,
  feeTransfers,
  orchestratorLinkIntents,
  orchestratorLinks,
  requests,
  transfers,
} from "@/db/schema";
import type { Ctx } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { isEarned } from "@/server/dashboard/orchestrators/sums";
import { formatAmount } from "@/server/lib/amount";
import { BYTE_ORDER_MARK, csvLine } from "@/server/lib/downloads/csv";
import { Download } from "@/server/lib/downloads/download";
import { ownOrchestrator } from "@/server/platforms/orchestrators/own";

/** Rows in memory at a time. */
const ROWS_AT_ONCE = 200;

const COLUMNS = [
  "Date (UTC)",
  "Network",
  "Transaction hash",
  "Currency",
  "Fee",
  "Paid to",
  "Client ID",
  "External ID",
];

/**
 * Every fee that reached the orchestrator that calls, as a CSV file: client ID by client ID, then in the order in which
 * the payments were created. Read page by page, so that neither memory nor a transaction grows with it.
 * `stillAllowed` is asked before every page; when it throws, the file breaks off. Throws 401 for anybody else.
 */
export function exportFees(ctx: Ctx, stillAllowed: () => Promise<void>): Download {
  const orchestratorId = ownOrchestrator(ctx.caller);
  const day = ctx.now().toISOString().slice(0, 10);
  return new Download(
    `fees-${day}.csv`,
    "text/csv; charset=utf-8",
    linesOf(ctx, orchestratorId, stillAllowed),
  );
}

async function* linesOf(
  ctx: Ctx,
  orchestratorId: string,
  stillAllowed: () => Promise<void>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  const clients = await ctx.db
    .select({
      id: orchestratorLinks.clientIdId,
      clientId: clientIds.clientId,
      externalId: orchestratorLinkIntents.externalId,
    })
    .from(orchestratorLinks)
    .innerJoin(clientIds, eq(clientIds.id, orchestratorLinks.clientIdId))
    .leftJoin(orchestratorLinkIntents, eq(orchestratorLinkIntents.id, orchestratorLinks.intentId))
    .where(eq(orchestratorLinks.orchestratorId, orchestratorId))
    .orderBy(asc(orchestratorLinks.id));
  for (const client of clients) {
    let after: Position = { request: "", hash: "", place: 0 };
    for (;;) {
      await stillAllowed();
      const fees = await feesAfter(ctx, client.id, after);
      if (fees.length > 0) yield fees.map((fee) => lineOf(fee, client)).join("");
      const last = fees.at(-1);
      if (!last || fees.length < ROWS_AT_ONCE) break;
      after = last;
    }
  }
}

interface Position {
  request: string;
  hash: string;
  place: number;
}

async function feesAfter({ db }: Ctx, clientIdId: string, after: Position) {
  const hash = sql<string>`encode(${feeTransfers.txHash}, 'hex')`;
  // Of the payment in the same transaction; null for a fee that was sent alone.
  const at = sql<string | null>`(
    select min(${transfers.blockTime})::text from ${transfers}
    where ${transfers.txHash} = ${feeTransfers.txHash} and ${transfers.network} = ${feeTransfers.network})`;
  return db
    .select({
      request: requests.id,
      hash,
      place: feeTransfers.position,
      network: feeTransfers.network,
      currency: requests.paymentCurrency,
      amount: feeTransfers.amount,
      address: feeLegs.address,
      at,
    })
    .from(requests)
    .innerJoin(feeLegs, and(eq(feeLegs.requestId, requests.id), eq(feeLegs.type, "orchestrator")))
    .innerJoin(feeTransfers, eq(feeTransfers.topic1, feeLegs.topic1))
    .where(
      and(
        eq(requests.clientIdId, clientIdId),
        // Says once more what the line below says, in the words of an index.
        gte(requests.id, after.request),
        sql`(${requests.id}, ${hash}, ${feeTransfers.position}::int) > (${after.request}, ${after.hash}, ${after.place}::int)`,
        isEarned(),
      ),
    )
    .orderBy(requests.id, hash, feeTransfers.position)
    .limit(ROWS_AT_ONCE);
}
type Fee = Awaited<ReturnType<typeof feesAfter>>[number];

function lineOf(fee: Fee, client: { clientId: string; externalId: string | null }): string {
  const token = tokenById(fee.currency);
  if (!token) throw new Error(`a fee in an unknown currency ${fee.currency}`);
  return csvLine([
    fee.at && new Date(fee.at).toISOString(),
    fee.network,
    `0x${fee.hash}`,
    token.symbol,
    formatAmount(fee.amount, token.decimals),
    fee.address,
    client.clientId,
    client.externalId,
  ]);
}
