import { inArray, sql } from "drizzle-orm";
import { feeLegs, type TRANSFER_STATES } from "@/db/schema";
import { refuseBrowserClient } from "@/server/auth/scope";
import { isNetworkId, NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import type { Position } from "@/server/dashboard/cursor";
import { filterOf, type PaymentFilter } from "@/server/dashboard/filter";
import { readPage } from "@/server/dashboard/page";
import type { ExportQuery } from "@/server/dashboard/payments-schema";
import { type DescribedPayment, describeWithFacts } from "@/server/dashboard/rows";
import { formatAmount } from "@/server/lib/amount";
import { BYTE_ORDER_MARK, csvLine } from "@/server/lib/downloads/csv";
import { Download } from "@/server/lib/downloads/download";
import { paymentToken } from "@/server/payments/searching/describe";
import { amountsOf } from "@/server/payments/valuing/described";
import { wasPaid } from "@/server/requests/state";

/** Rows in memory at a time: more of them are faster and make the heap grow. */
const ROWS_AT_ONCE = 100;

/**
 * Every payment that fits the filters, as a CSV file. Read page by page, so that neither memory nor a transaction
 * grows with it (docs/decisions/dashboard-lists.md); what is created meanwhile is not part of it. A list by
 * status is exported by time: statuses change while the file is made, and a payment would be in it twice.
 * `stillAllowed` is asked before every page; when it throws, the file breaks off instead of ending early.
 */
export function exportPayments(ctx: Ctx, query: ExportQuery, stillAllowed: () => Promise<void>): Download {
  refuseBrowserClient(ctx.caller);
  const filter = filterOf(query);
  const now = ctx.now();
  const end = new Date(now.getTime() + 1);
  const until = filter.until && filter.until < end ? filter.until : end;
  const sort = filter.sort.endsWith("status") ? "-created" : filter.sort;
  const day = now.toISOString().slice(0, 10);
  return new Download(
    `payments-${query.flow}-${day}.csv`,
    "text/csv; charset=utf-8",
    linesOf(ctx, { ...filter, sort, until }, stillAllowed),
  );
}

async function* linesOf(
  ctx: Ctx,
  filter: PaymentFilter,
  stillAllowed: () => Promise<void>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title));
  let after: Position | null = null;
  for (;;) {
    await stillAllowed();
    const found: Position[] = await readPage(ctx, filter, after, ROWS_AT_ONCE);
    const ids = found.map((row) => row.id);
    const [rows, legs] = await Promise.all([describeWithFacts(ctx, ids), paidLegs(ctx, ids)]);
    const lines = rows.map((payment) => lineOf({ ...payment, legs: legs.get(payment.request.id) ?? 0n }));
    if (lines.length > 0) yield lines.join("");
    after = found.at(-1) ?? null;
    if (found.length < ROWS_AT_ONCE) return;
  }
}

/** What reached the receivers of fees under references of their own, by row ID, base units of the token. */
async function paidLegs(ctx: Ctx, ids: readonly string[]): Promise<Map<string, bigint>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ requestId: feeLegs.requestId, paid: sql<string>`sum(${feeLegs.paid})` })
    .from(feeLegs)
    .where(inArray(feeLegs.requestId, [...ids]))
    .groupBy(feeLegs.requestId);
  return new Map(rows.map(({ requestId, paid }) => [requestId, BigInt(paid)]));
}

interface Exported extends DescribedPayment {
  legs: bigint;
}

/** How sure the chain is of the transaction that is named; empty without one. */
const FINALITY: Partial<Record<(typeof TRANSFER_STATES)[number], string>> = {
  seen: "waiting for confirmations",
  confirmed: "confirmed",
  final: "final",
};

const COLUMNS: readonly [title: string, value: (payment: Exported) => string | null][] = [
  ["Request ID", ({ row }) => row.requestId],
  ["Direction", ({ row }) => row.flow],
  ["Status", ({ row }) => row.status],
  ["Reference", ({ row }) => row.reference],
  ["Payer or recipient ID", ({ row }) => row.payerIdentifier],
  ["Payee", ({ row }) => row.payee],
  ["Payer", ({ row }) => row.payer],
  ["Amount", ({ row }) => row.amount],
  ["Currency", ({ row }) => row.currency],
  ["Received amount", received],
  ["Paid with amount", ({ row }) => row.paidWith?.amount ?? null],
  ["Paid with currency", ({ row }) => row.paidWith?.currency ?? null],
  ["Rate", ({ row }) => row.paidWith?.rate ?? null],
  ["Fees", fees],
  ["Fee currency", (payment) => (fees(payment) === null ? null : paymentToken(payment.request).symbol)],
  ["Network", ({ row }) => row.network],
  ["Transaction hash", hashOf],
  ["Block", ({ deciding }) => deciding?.blockNumber.toString() ?? null],
  ["Finality", ({ deciding }) => (deciding && FINALITY[deciding.state]) ?? null],
  ["Created", ({ row }) => row.createdAt],
  ["Paid", ({ row }) => row.paidAt],
  ["Expires", ({ row }) => row.expiresAt],
  ["Source", ({ row }) => row.source.kind],
  ["Source label", ({ row }) => row.source.label],
  ["Client ID", ({ row }) => row.source.clientId],
  ["Underpaid amount", underpaid],
];

/** What arrived at the payee, in the currency of the request; empty before anything did. */
function received({ request, sums }: Exported): string | null {
  return sums.transfers === 0 ? null : amountsOf(request).inInvoice(sums.received);
}

/** What a paid request was let off, in its currency; empty where all of it was paid, or it is not paid. */
function underpaid({ request, sums }: Exported): string | null {
  const missing = request.amount - sums.counted;
  return wasPaid(request) && missing > 0n ? amountsOf(request).inInvoice(missing) : null;
}

/** What was paid on top to receivers of fees, whichever way; empty before anything was paid. */
function fees({ request, sums, legs }: Exported): string | null {
  return sums.transfers === 0 ? null : formatAmount(sums.fees + legs, paymentToken(request).decimals);
}

/** As the explorers of its network write it. */
function hashOf({ row: { network, txHash } }: Exported): string | null {
  return txHash && isNetworkId(network) && NETWORKS[network].family === "tron" ? txHash.slice(2) : txHash;
}

function lineOf(payment: Exported): string {
  return csvLine(COLUMNS.map(([, value]) => value(payment)));
}
