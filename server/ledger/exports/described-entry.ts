import { requests } from "@/db/schema";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Reads } from "@/server/context";
import { ledgerCurrency } from "@/server/ledger/currency";
import { entriesOf, entryId } from "@/server/ledger/entries";
import type { LedgerEntry } from "@/server/ledger/lines";
import type { Span } from "@/server/ledger/month";
import { isAnyOf } from "@/server/lib/database/any-of";

/** An entry of the journal as files name it. */
export interface DescribedEntry {
  /** The same in every export. */
  id: string;
  /** The entry that it takes back; null for one that takes nothing back. */
  reverses: string | null;
  entry: LedgerEntry;
  currency: { id: string; symbol: string; decimals: number };
  debitWallet: string | null;
  creditWallet: string | null;
  /** Public ID of the request, and the merchant's own words about it; null without any. */
  requestId: string;
  reference: string | null;
}

/** The entries of the caller's account that count for a period, in pages. */
export async function* describedEntries(
  ctx: Pick<Reads, "db" | "caller">,
  span: Span,
): AsyncGenerator<DescribedEntry[]> {
  for await (const page of entriesOf(ctx, ctx.caller.platformId, span)) yield describeEntries(ctx, page);
}

/** Entries, in their order, with what their requests say of them. */
export async function describeEntries(
  ctx: Pick<Reads, "db">,
  page: readonly LedgerEntry[],
): Promise<DescribedEntry[]> {
  const ids = [...new Set(page.map(({ requestId }) => requestId))];
  const rows = await ctx.db
    .select({ id: requests.id, requestId: requests.requestId, reference: requests.reference })
    .from(requests)
    .where(isAnyOf(requests.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return page.map((entry) => {
    const { source, part, reverses, network } = entry;
    const request = byId.get(entry.requestId);
    return {
      id: entryId(entry),
      reverses: reverses === null ? null : entryId({ source, part, turn: reverses }),
      entry,
      currency: ledgerCurrency(entry.currency),
      debitWallet: entry.debitWallet && walletText(network, entry.debitWallet),
      creditWallet: entry.creditWallet && walletText(network, entry.creditWallet),
      requestId: request?.requestId.slice(2) ?? "",
      reference: request?.reference ?? null,
    };
  });
}
