import { and, desc, eq, lt } from "drizzle-orm";
import { ledgerExports } from "@/db/schema";
import type { Reads } from "@/server/context";
import { waysToSignIn } from "@/server/dashboard/account/audit-people";
import type { ExportHistory, ExportHistoryQuery } from "@/server/dashboard/books/schema";
import { spanOf } from "@/server/ledger/exports/export-span";
import { ExportQuery } from "@/server/ledger/exports/schema";
import { labelsOf } from "@/server/request-log/list";

/** Exports of a page. */
const A_PAGE = 50;

/** The files of the books that the caller's account has downloaded, the newest first. */
export async function exportHistory(
  ctx: Pick<Reads, "db" | "caller">,
  { before }: ExportHistoryQuery,
): Promise<ExportHistory> {
  const rows = await ctx.db
    .select()
    .from(ledgerExports)
    .where(
      and(
        eq(ledgerExports.platformId, ctx.caller.platformId),
        before === undefined ? undefined : lt(ledgerExports.id, before),
      ),
    )
    .orderBy(desc(ledgerExports.id))
    .limit(A_PAGE + 1);
  const page = rows.slice(0, A_PAGE);
  const [credentials, people] = await Promise.all([
    labelsOf(ctx, page),
    waysToSignIn(
      ctx,
      page.map(({ personId }) => personId),
    ),
  ]);
  return {
    exports: page.map((row) => {
      const query = ExportQuery.parse(row.query);
      const { startsAt, endsAt } = spanOf(query);
      return {
        id: row.id,
        startedAt: row.startedAt.toISOString(),
        format: query.format,
        month: query.month ?? null,
        from: startsAt.toISOString(),
        to: endsAt.toISOString(),
        timeZone: query.timeZone,
        wallet: query.wallet ?? null,
        currency: query.currency ?? null,
        fileName: row.fileName,
        by: people.get(row.personId ?? "") ?? credentials.get(row.credentialId) ?? null,
        isWhole: row.sha256 !== null,
        rows: row.rows,
        bytes: row.bytes,
        sha256: row.sha256?.slice(2) ?? null,
      };
    }),
    next: rows.length > A_PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}
