import { createHash } from "node:crypto";
import type { Reads } from "@/server/context";
import { entriesOf, entryId } from "@/server/ledger/entries";
import type { Span } from "@/server/ledger/month";

/**
 * How many entries a period has, and the SHA-256 of them: of each a line of its ID, the accounts and wallets, the currency, the
 * amount in base units and the time that it counts for, with a space between.
 */
export async function hashEntries(
  ctx: Pick<Reads, "db">,
  platformId: string,
  span: Span,
): Promise<{ entries: number; entriesHash: `0x${string}` }> {
  const hash = createHash("sha256");
  let entries = 0;
  for await (const page of entriesOf(ctx, platformId, span)) {
    entries += page.length;
    for (const entry of page) {
      const { debit, debitWallet, credit, creditWallet, currency, amount, bookedAt } = entry;
      const at = bookedAt.toISOString();
      hash.update(
        `${[entryId(entry), debit, debitWallet ?? "-", credit, creditWallet ?? "-", currency, amount, at].join(" ")}\n`,
      );
    }
  }
  return { entries, entriesHash: `0x${hash.digest("hex")}` };
}
