import { refuseBrowserClient } from "@/server/auth/scope";
import type { Ctx } from "@/server/context";
import { periodOf, tokensOf } from "@/server/dashboard/filter";
import { clocksOf } from "@/server/dashboard/schedules/health";
import { readSchedules, writeScheduleCursor } from "@/server/dashboard/schedules/page";
import { describeSchedules } from "@/server/dashboard/schedules/row";
import type { ScheduleRow, SchedulesExportQuery, SchedulesQuery } from "@/server/dashboard/schedules/schema";
import { BYTE_ORDER_MARK, csvLine } from "@/server/lib/downloads/csv";
import { Download } from "@/server/lib/downloads/download";

/** Rows in memory at a time. */
const ROWS_AT_ONCE = 100;

/**
 * Every schedule of the caller that fits the filters, as a CSV file, read page by page as the export of payments is.
 * `stillAllowed` is asked before every page; when it throws, the file breaks off. Throws 400 for an unknown network or
 * token.
 */
export function exportSchedules(
  ctx: Ctx,
  query: SchedulesExportQuery,
  stillAllowed: () => Promise<void>,
): Download {
  refuseBrowserClient(ctx.caller);
  // Said before the file begins: afterwards it could only break off.
  periodOf(query);
  tokensOf(query);
  const day = ctx.now().toISOString().slice(0, 10);
  return new Download(`schedules-${day}.csv`, "text/csv; charset=utf-8", linesOf(ctx, query, stillAllowed));
}

async function* linesOf(
  ctx: Ctx,
  query: SchedulesExportQuery,
  stillAllowed: () => Promise<void>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title));
  const sort = query.sort === "created" ? "created" : "-created";
  let page: SchedulesQuery = { ...query, sort };
  for (;;) {
    await stillAllowed();
    const [found, clock] = await Promise.all([readSchedules(ctx, page, ROWS_AT_ONCE), clocksOf(ctx)]);
    const schedules = await describeSchedules(
      ctx,
      found.map(({ row }) => row),
      clock,
    );
    if (schedules.length > 0) yield schedules.map(lineOf).join("");
    const last = found.at(-1);
    if (!last || found.length < ROWS_AT_ONCE) return;
    page = { ...page, cursor: writeScheduleCursor(page, last) };
  }
}

const COLUMNS: readonly [title: string, value: (schedule: ScheduleRow) => string | null][] = [
  ["Schedule ID", ({ id }) => id],
  ["Status", ({ health }) => health],
  ["Reason", ({ reason }) => reason],
  ["Reference", ({ reference }) => reference],
  ["Payee", ({ payee }) => payee],
  ["Payer", ({ payer }) => payer],
  ["Amount of each", ({ amount }) => amount],
  ["Cost of each", ({ cost }) => cost],
  ["Currency", ({ currency }) => currency],
  ["Network", ({ network }) => network],
  ["Frequency", ({ frequency }) => frequency],
  ["Instalments paid", ({ processedPayments }) => String(processedPayments)],
  ["Instalments", ({ totalPayments }) => String(totalPayments)],
  ["Next payment", ({ nextPaymentDate }) => nextPaymentDate],
  ["Last payment", ({ lastPaymentDate }) => lastPaymentDate],
  ["Created", ({ createdAt }) => createdAt],
  ["Signed", ({ signedAt }) => signedAt],
  ["Cancelled by", ({ cancelledBy }) => cancelledBy],
  ["Source", ({ source }) => source.kind],
  ["Source label", ({ source }) => source.label],
];

function lineOf(schedule: ScheduleRow): string {
  return csvLine(COLUMNS.map(([, value]) => value(schedule)));
}
