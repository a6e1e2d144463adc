import type { Reads } from "@/server/context";
import { entryId } from "@/server/ledger/entries";
import { describeEntries } from "@/server/ledger/exports/described-entry";
import type { LedgerEntry } from "@/server/ledger/lines";
import type { LedgerEntryView } from "@/server/ledger/reading/schema";
import { viewOf } from "@/server/ledger/reading/view";
import { readBooksSettings } from "@/server/ledger/worth/settings";
import { worthsOf } from "@/server/ledger/worth/worths";

/** Entries of the caller's account as the API tells them, in their order, each with the worth that counts now. */
export async function viewsOf(
  ctx: Pick<Reads, "db" | "caller">,
  entries: readonly LedgerEntry[],
): Promise<LedgerEntryView[]> {
  const { platformId } = ctx.caller;
  const { currency } = await readBooksSettings(ctx);
  const worths = currency === null ? null : await worthsOf(ctx, { platformId, currency }, { entries });
  const described = await describeEntries(ctx, entries);
  return described.map((one) => viewOf({ ...one, worth: worths?.get(entryId(one.entry)) ?? null }));
}
