import type { ExportInputs } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { isClosed } from "@/server/ledger/closing/read";
import { spanOf } from "@/server/ledger/exports/export-span";
import { readMapping } from "@/server/ledger/exports/mapping";
import type { ExportQuery } from "@/server/ledger/exports/schema";
import { readBooksSettings } from "@/server/ledger/worth/settings";

/** What a file is made with beside the journal, as it is now. Throws 400 for a time that is none. */
export async function readInputs(ctx: Ctx, query: ExportQuery): Promise<ExportInputs> {
  const { endsAt } = spanOf(query);
  return {
    ...(await readBooksSettings(ctx)),
    accounts: { ...(await readMapping(ctx)) },
    isClosed: await isClosed(ctx, endsAt),
    createdAt: ctx.now().toISOString(),
  };
}
