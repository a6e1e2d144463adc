import { chainCursors, requests } from "@/db/schema";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Reads } from "@/server/context";
import { ledgerCurrency } from "@/server/ledger/currency";
import { entriesOf, entryId } from "@/server/ledger/entries";
import type { LedgerEntry } from "@/server/ledger/lines";
import type { Span } from "@/server/ledger/month";
import { lateWorthsOf, type Worth, worthsOf } from "@/server/ledger/worth/worths";
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
  /** Whether its block cannot be taken back any more; null for what no block holds. */
  isFinal: boolean | null;
  /** What it is worth as far as that counts for the period; null where that is not known, or no currency is named. */
  worth: Worth | null;
}

/** A worth that counts for the period and is about an entry of a period before. */
export interface DescribedWorth extends DescribedEntry {
  /** Of the worth, not of the entry. */
  id: string;
  /** The entry that it is about. */
  about: string;
  worth: Worth;
  /** By how much it differs from what counted before, in 10^-8 of the currency. Negative where it is less. */
  change: bigint;
}

/** What entries of the caller's account are described with. */
type Describing = Pick<Reads, "db" | "caller">;

/** The entries of the caller's account that count for a period, in pages; `currency` is that of the books. */
export async function* describedEntries(
  ctx: Describing,
  span: Span,
  currency: string | null,
): AsyncGenerator<DescribedEntry[]> {
  const { platformId } = ctx.caller;
  for await (const entries of entriesOf(ctx, platformId, span)) {
    const before = span.endsAt;
    const worths =
      currency === null ? null : await worthsOf(ctx, { platformId, currency }, { entries, before });
    const described = await describeEntries(ctx, entries);
    yield described.map((one) => ({ ...one, worth: worths?.get(one.id) ?? null }));
  }
}

/** The worths that count for a period and are about entries of the periods before, in pages. */
export async function* describedWorths(
  ctx: Describing,
  span: Span,
  currency: string | null,
): AsyncGenerator<DescribedWorth[]> {
  if (currency === null) return;
  for await (const page of lateWorthsOf(ctx, { platformId: ctx.caller.platformId, currency }, span)) {
    const described = await describeEntries(
      ctx,
      page.map(({ entry }) => entry),
    );
    yield page.flatMap(({ worth, change }, i) => {
      const about = described[i];
      return about
        ? { ...about, id: `${about.id}-worth-${worth.version}`, about: about.id, worth, change }
        : [];
    });
  }
}

/** Entries, in their order, with what their requests and networks say of them. */
export async function describeEntries(
  ctx: Pick<Reads, "db">,
  entries: readonly LedgerEntry[],
): Promise<Omit<DescribedEntry, "worth">[]> {
  const ids = [...new Set(entries.map(({ requestId }) => requestId))];
  const rows = await ctx.db
    .select({ id: requests.id, requestId: requests.requestId, reference: requests.reference })
    .from(requests)
    .where(isAnyOf(requests.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const cursors = await ctx.db.select().from(chainCursors);
  const finalBlocks = new Map<string, bigint>(
    cursors.map(({ network, finalizedBlock }) => [network, finalizedBlock]),
  );
  return entries.map((entry) => {
    const { source, part, reverses, network, blockNumber } = entry;
    const request = byId.get(entry.requestId);
    const finalBlock = finalBlocks.get(network);
    return {
      id: entryId(entry),
      reverses: reverses === null ? null : entryId({ source, part, turn: reverses }),
      entry,
      currency: ledgerCurrency(entry.currency),
      debitWallet: entry.debitWallet && walletText(network, entry.debitWallet),
      creditWallet: entry.creditWallet && walletText(network, entry.creditWallet),
      requestId: request?.requestId.slice(2) ?? "",
      reference: request?.reference ?? null,
      isFinal: blockNumber === null ? null : finalBlock !== undefined && blockNumber <= finalBlock,
    };
  });
}
