import { refuseBrowserClient } from "@/server/auth/scope";
import type { Ctx } from "@/server/context";
import type { Position } from "@/server/dashboard/cursor";
import { filterOf, type PaymentFilter } from "@/server/dashboard/filter";
import { readPage } from "@/server/dashboard/page";
import type { ExportQuery, PaymentRow } from "@/server/dashboard/payments-schema";
import { describePayments } from "@/server/dashboard/rows";
import { BYTE_ORDER_MARK, csvLine } from "@/server/lib/downloads/csv";
import { Download } from "@/server/lib/downloads/download";

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
    const rows = await describePayments(
      ctx,
      found.map((row) => row.id),
    );
    if (rows.length > 0) yield rows.map(lineOf).join("");
    after = found.at(-1) ?? null;
    if (found.length < ROWS_AT_ONCE) return;
  }
}

const COLUMNS: readonly [title: string, value: (row: PaymentRow) => string | null][] = [
  ["Request ID", (row) => row.requestId],
  ["Direction", (row) => row.flow],
  ["Status", (row) => row.status],
  ["Reference", (row) => row.reference],
  ["Payer or recipient ID", (row) => row.payerIdentifier],
  ["Payee", (row) => row.payee],
  ["Payer", (row) => row.payer],
  ["Amount", (row) => row.amount],
  ["Currency", (row) => row.currency],
  ["Paid with amount", (row) => row.paidWith?.amount ?? null],
  ["Paid with currency", (row) => row.paidWith?.currency ?? null],
  ["Rate", (row) => row.paidWith?.rate ?? null],
  ["Network", (row) => row.network],
  ["Transaction hash", (row) => row.txHash],
  ["Created", (row) => row.createdAt],
  ["Paid", (row) => row.paidAt],
  ["Expires", (row) => row.expiresAt],
  ["Source", (row) => row.source.kind],
  ["Source label", (row) => row.source.label],
  ["Client ID", (row) => row.source.clientId],
];

function lineOf(row: PaymentRow): string {
  return csvLine(COLUMNS.map(([, value]) => value(row)));
}
