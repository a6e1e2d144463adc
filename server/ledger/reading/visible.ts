import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Reads } from "@/server/context";

/** What the trigger `hold_ledger_sequence` locks with the last number that was drawn before its own. */
const SEQUENCE_LOCK = 7_318_404;
/** A key of a lock has 31 bits of a number. */
const KEYS = 2n ** 31n;

const Drawn = z.tuple([z.object({ last: z.string() })]);
const Held = z.array(z.object({ key: z.string() }));

/**
 * The number of an entry up to which the journal is complete for ever: every entry up to it that will ever be seen is seen by
 * a statement that begins after this has answered. A commit that is under way holds it back, and is held up by nothing.
 *
 * Why it holds: whoever enters something holds the last drawn number before they draw their own, and lets go after their
 * commit is seen. The last drawn number is read first, so of every number up to it the holder is found, or its entry is seen.
 */
export async function completeUpTo({ db }: Pick<Reads, "db">): Promise<bigint> {
  const [{ last }] = Drawn.parse(
    await db
      .select({ last: sql`(case when is_called then last_value else 0 end)::text` })
      .from(sql`ledger_entries_sequence_seq`),
  );
  const held = Held.parse(
    await db
      .selectDistinct({ key: sql`objid::text` })
      .from(sql`pg_locks`)
      .where(
        sql`locktype = 'advisory' and classid = ${SEQUENCE_LOCK} and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())`,
      ),
  );
  let least = BigInt(last);
  for (const { key } of held) {
    const number = numberOf(BigInt(key), BigInt(last));
    if (number < least) least = number;
  }
  return least;
}

/** The last number up to another one that has this key. */
function numberOf(key: bigint, last: bigint): bigint {
  return last - ((((last - key) % KEYS) + KEYS) % KEYS);
}
