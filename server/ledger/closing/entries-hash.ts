import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { platformKey } from "@/db/keys";
import { ledgerEntries } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { Span } from "@/server/ledger/month";

/** Entries of a page, whose lines are about 250 kB of text. */
const AT_ONCE = 1_000;

const Pages = z.tuple([
  z.object({
    entries: z.int(),
    /** In their order; null where there are no more. */
    lines: z.string().nullable(),
    /** The key of the last one. */
    after: z.array(z.string()).nullable(),
  }),
]);

/**
 * How many entries a period has, and the SHA-256 of them: of each a line of its ID, the accounts and wallets, the currency, the
 * amount in base units and the time that it counts for, with a space between. The database writes the lines: a row of it as
 * an object each, a million of them, leaves more garbage in memory than is ever collected in time.
 */
export async function hashEntries(
  { db }: Pick<Reads, "db">,
  platformId: string,
  { startsAt, endsAt }: Span,
): Promise<{ entries: number; entriesHash: `0x${string}` }> {
  const hash = createHash("sha256");
  let entries = 0;
  let after = [startsAt.toISOString(), "", "", "0"];
  for (;;) {
    const [at, source, part, turn] = after;
    const [page] = Pages.parse(
      await db
        .select({
          entries: sql`count(*)::int`,
          lines: sql`string_agg(line, '' order by booked_at, source, part, turn)`,
          after: sql`(array_agg(json_build_array(booked_at, source, part, turn::text)
            order by booked_at, source, part, turn))[count(*)::int]`,
        })
        .from(
          sql`(
            select booked_at, source, part, turn, concat_ws(' ', concat_ws('-', source, part, turn),
                debit, coalesce('0x' || encode(debit_wallet, 'hex'), '-'),
                credit, coalesce('0x' || encode(credit_wallet, 'hex'), '-'), currency, amount,
                to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || chr(10) as line
            from ledger_entries
            where ${platformKey(ledgerEntries)} = hashtextextended(${platformId}, 0) and platform_id = ${platformId}
              and (booked_at, source, part, turn) > (${at}::timestamptz, ${source}, ${part}, ${turn}::smallint)
              and booked_at < ${endsAt.toISOString()}::timestamptz
            order by booked_at, source, part, turn
            limit ${AT_ONCE}
          ) as page`,
        ),
    );
    if (page.lines !== null) hash.update(page.lines);
    entries += page.entries;
    if (page.after === null || page.entries < AT_ONCE) break;
    after = page.after;
  }
  return { entries, entriesHash: `0x${hash.digest("hex")}` };
}
