import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { chainCursors, isCounted, isNotCounted, MISMATCH_REASONS, transfers } from "@/db/schema";
import { explorerTransactionUrl, isNetworkId } from "@/server/chains/networks";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Ctx } from "@/server/context";
import { isConverted } from "@/server/currencies/invoice-currency";
import { nativeToken, tokenByAddress } from "@/server/currencies/tokens";
import { plainTransferOf, stillAtAddress, waitingAt } from "@/server/dashboard/deposits/of-payment";
import type { TimelineEntry, TransferSeen } from "@/server/dashboard/detail-schema";
import { formatAmount } from "@/server/lib/amount";
import { writtenAmount, writtenFigures } from "@/server/lib/sentences/written-amount";
import { sumsOf } from "@/server/payments/counting/sums";
import { paymentToken } from "@/server/payments/searching/describe";
import { COUNTED_STATES } from "@/server/payments/state";
import { amountsOf, creditOfRow } from "@/server/payments/valuing/described";
import type { RequestRow } from "@/server/requests/draft";

type TransferRow = typeof transfers.$inferSelect;

/** Dust costs a stranger next to nothing, so one answer shows a bounded number: the oldest and the newest. */
const MAX_AT_EACH_END = 250;
/** The newest for each reason why a transfer does not count. */
const MAX_UNCOUNTED = 100;

/** What transfers brought to a request, base units. */
export interface TransferTimeline {
  entries: TimelineEntry[];
  paid: bigint;
  held: bigint;
  /** What waits at the request's deposit addresses, fees included. */
  atDepositAddress: bigint;
  /** How many that count are not among the entries. */
  omitted: number;
}

/** Every transfer that named the request, as far as one answer goes, whether it counted or not, and why. */
export async function transferTimeline(ctx: Ctx, request: RequestRow): Promise<TransferTimeline> {
  const [sums, oldest, newest, uncounted, held, [cursor], waiting] = await Promise.all([
    sumsOf(ctx, [request.id]),
    countedFrom(ctx, request, asc),
    countedFrom(ctx, request, desc),
    uncountedOf(ctx, request),
    heldSum(ctx, request),
    ctx.db.select().from(chainCursors).where(eq(chainCursors.network, request.network)),
    waitingAt(ctx, request),
  ]);
  const { counted: paid, transfers: number } = sums(request.id);
  const known = new Set(oldest.map(({ id }) => id));
  const later = newest.filter(({ id }) => !known.has(id)).reverse();
  const omitted = number - oldest.length - later.length;
  const entries: TimelineEntry[] = [];
  const head = cursor?.headBlock ?? null;
  const atAddress = stillAtAddress([...oldest, ...later, ...uncounted], waiting);
  let before = 0n;
  for (const row of [...oldest, ...later]) {
    // What lies between is known as a sum.
    if (omitted > 0 && row === later[0])
      before = paid - later.reduce((sum, one) => sum + creditOfRow(one), 0n);
    const left = request.amount > before ? request.amount - before : 0n;
    const credited = creditOfRow(row);
    const counted = credited < left ? credited : left;
    before += credited;
    entries.push(entryOf(ctx, request, row, { counted, excess: credited - counted, head, atAddress }));
  }
  for (const row of uncounted)
    entries.push(entryOf(ctx, request, row, { counted: 0n, excess: 0n, head, atAddress }));
  const atDepositAddress = [...waiting.values()].reduce((sum, units) => sum + units, 0n);
  return { entries, paid, held, atDepositAddress, omitted: Math.max(0, omitted) };
}

function countedFrom(ctx: Ctx, request: RequestRow, from: typeof asc): Promise<TransferRow[]> {
  return ctx.db
    .select()
    .from(transfers)
    .where(and(eq(transfers.requestId, request.id), isCounted(transfers)))
    .orderBy(from(transfers.blockNumber), from(transfers.logIndex))
    .limit(MAX_AT_EACH_END);
}

/** The newest transfers for each reason not to count, those that the chain took back among them, oldest first. */
async function uncountedOf(ctx: Ctx, request: RequestRow): Promise<TransferRow[]> {
  const reasons = [
    ...MISMATCH_REASONS.map((reason) => eq(transfers.mismatch, reason)),
    isNull(transfers.mismatch),
  ];
  const groups = await Promise.all(
    reasons.map((reason) =>
      ctx.db
        .select()
        .from(transfers)
        .where(and(eq(transfers.requestId, request.id), reason, sql`(${isNotCounted(transfers)})`))
        .orderBy(desc(transfers.blockNumber), desc(transfers.logIndex))
        .limit(MAX_UNCOUNTED),
    ),
  );
  return groups.flat().sort((a, b) => (a.blockNumber < b.blockNumber ? -1 : 1));
}

async function heldSum(ctx: Ctx, request: RequestRow): Promise<bigint> {
  const [row] = await ctx.db
    .select({ held: sql<string>`coalesce(sum(${transfers.amount}), 0)` })
    .from(transfers)
    .where(
      and(
        eq(transfers.requestId, request.id),
        inArray(transfers.mismatch, ["payer_not_approved", "unvalued"]),
        inArray(transfers.state, [...COUNTED_STATES]),
      ),
    );
  return BigInt(row?.held ?? 0);
}

/** What is known of a transfer besides its row. */
interface Look {
  counted: bigint;
  excess: bigint;
  head: bigint | null;
  /** Plain transfers that were not collected. */
  atAddress: ReadonlySet<string>;
}

function entryOf(ctx: Ctx, request: RequestRow, row: TransferRow, look: Look): TimelineEntry {
  const isInChain = COUNTED_STATES.some((state) => state === row.state);
  const transfer = seenAs(ctx, request, row, look);
  return {
    kind: isInChain ? (row.mismatch ? "transfer_ignored" : "transfer") : "transfer_orphaned",
    at: row.blockTime.toISOString(),
    reason: reasonOf(request, transfer),
    transfer,
  };
}

function seenAs(
  ctx: Pick<Ctx, "chains">,
  request: RequestRow,
  row: TransferRow,
  { counted, excess, head, atAddress }: Look,
): TransferSeen {
  const { network } = row;
  const { invoice, inInvoice } = amountsOf(request);
  const ofNetwork = isNetworkId(network) ? ctx.chains.find(network)?.confirmations : undefined;
  const needed = row.requiredConfirmations ?? ofNetwork;
  const sent = sentToken(request, row);
  const depth = head === null || head < row.blockNumber ? 1n : head - row.blockNumber + 1n;
  return {
    id: row.id,
    txHash: row.txHash,
    network,
    explorerUrl: isNetworkId(network) ? explorerTransactionUrl(network, row.txHash) : "",
    blockNumber: row.blockNumber.toString(),
    blockHash: row.blockHash,
    confirmations: COUNTED_STATES.some((state) => state === row.state) ? Number(depth) : 0,
    confirmationsNeeded: typeof needed === "number" && needed > 0 ? needed : null,
    state: row.state,
    amount: sent.decimals === null ? row.amount.toString() : formatAmount(row.amount, sent.decimals),
    currency: sent.symbol,
    counted: inInvoice(counted),
    excess: inInvoice(excess),
    countedCurrency: invoice.symbol,
    rate: row.rate,
    valuation: row.valuation,
    payer: row.payer && walletText(network, row.payer),
    recipient: walletText(network, row.recipient),
    plainTransfer: plainTransferOf(row, atAddress),
    ignoredReason: row.mismatch,
    operatorReason: row.operatorReason,
  };
}

/** What was sent; of a token we do not know, its address and base units. */
function sentToken(request: RequestRow, row: TransferRow): { symbol: string; decimals: number | null } {
  const own = paymentToken(request);
  if (row.mismatch !== "token_mismatch" || !isNetworkId(row.network)) return own;
  if (row.token === null) return nativeToken(row.network);
  const address = walletText(row.network, row.token);
  return tokenByAddress(row.network, address) ?? { symbol: address, decimals: null };
}

function reasonOf(request: RequestRow, transfer: TransferSeen): string {
  const what = writtenAmount(transfer.amount, transfer.currency);
  const { symbol } = paymentToken(request);
  if (transfer.state === "orphaned") {
    return `The chain dropped the block that held this transfer of ${what}. It counts for nothing unless it is mined again.`;
  }
  if (transfer.state === "dropped") {
    return `The chain dropped this transfer of ${what} for good. It counts for nothing.`;
  }
  switch (transfer.ignoredReason) {
    case "token_mismatch":
      return `${what} was sent, but ${symbol} was asked for. It is not credited.`;
    case "recipient_mismatch":
      return `${what} went to ${transfer.recipient}, not to ${request.payee || "the deposit address, which was not named yet"}. It is not credited.`;
    case "conversion_mismatch":
      return `${what} was converted in a way that the request did not ask for. It is not credited.`;
    case "payer_not_approved":
      return `${what} came from a wallet that has not passed the access policy of the link. It is held and counts as soon as the wallet passes.`;
    case "payer_rejected":
      return `${what} came from a wallet that has not passed the access policy of the link. The operator of this service rejected it for good: ${transfer.operatorReason}.`;
    case "zero_amount":
      if (transfer.amount !== "0" && isConverted(request)) {
        return `${what} is worth less than the smallest unit of ${transfer.countedCurrency}. It counts for nothing.`;
      }
      return `A transfer of ${what} named the request, but nothing arrived. It counts for nothing.`;
    case "unvalued":
      return `${what} arrived for a request in another currency, under no quote and at a time whose price is not known. It is held and counts as soon as somebody decides what it is worth.`;
    case null:
      return countedReason(transfer, what);
  }
}

function valuedBy({ valuation, rate, currency, countedCurrency, operatorReason }: TransferSeen): string {
  const at = rate === null ? "" : ` of ${Number(rate).toPrecision(8)} ${currency} for one ${countedCurrency}`;
  switch (valuation) {
    case "quote":
      return `, at the quoted rate${at}`;
    case "block_price":
      return `, at the rate at the time of its block${at}`;
    case "conversion_event":
      return `, as a public conversion contract converted it`;
    case "operator":
      return `, as the operator of this service decided: ${operatorReason}`;
    case null:
      return "";
  }
}

function countedReason(transfer: TransferSeen, what: string): string {
  if (transfer.state === "seen") {
    const depth =
      transfer.confirmationsNeeded === null
        ? "It counts as paid once its block is final."
        : `It counts as paid after ${transfer.confirmationsNeeded} confirmations and has ${transfer.confirmations}.`;
    return `${what} was seen in block ${transfer.blockNumber}. ${depth}`;
  }
  const figures = (decimal: string) => writtenFigures(decimal, transfer.countedCurrency);
  const excess = transfer.excess === "0" ? "" : ` ${figures(transfer.excess)} of it is above the amount.`;
  const unit = transfer.valuation === null ? "" : ` ${transfer.countedCurrency}`;
  return `${what} is confirmed in block ${transfer.blockNumber}; ${figures(transfer.counted)}${unit} counted towards the amount${valuedBy(transfer)}.${excess}${whereIsIt(transfer)}`;
}

function whereIsIt({ plainTransfer }: TransferSeen): string {
  if (plainTransfer === null) return "";
  return plainTransfer.isCollected
    ? " It came by a plain transfer and was collected."
    : " It came by a plain transfer and is at the deposit address until it is collected.";
}
