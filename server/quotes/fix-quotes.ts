import { and, eq, inArray, isNull } from "drizzle-orm";
import { quotes } from "@/db/schema";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { draftQuote, type QuoteAsked } from "@/server/quotes/draft-quote";
import type { QuoteRow } from "@/server/quotes/quote";

/**
 * The quotes that are promised to a payer, in the order asked for. Asking again while one lives gives the same one, and
 * of another amount one at the same rate until the same time: a payer has one rate at a time and never a choice, also
 * when many calls race. All have the same payer. Throws 503 `price_unavailable`; then nothing is promised.
 */
export async function fixQuotes(ctx: Ctx, asked: readonly QuoteAsked[]): Promise<QuoteRow[]> {
  for (;;) {
    const newest = await newestQuotes(ctx, asked);
    const now = ctx.now();
    const known = asked.map((one) => {
      const last = newest.get(one.request.id) ?? null;
      const live = last !== null && last.expiresAt > now ? last : null;
      return { one, last, live, isSame: live?.invoiceAmount === one.amount };
    });
    const drafts = await Promise.all(
      known.map(async ({ one, last, live, isSame }) => ({
        quote: live !== null && isSame ? live : await draftQuote(ctx, one, live),
        supersedes: isSame ? null : last,
        isNew: !isSame,
      })),
    );
    const fresh = drafts.filter(({ isNew }) => isNew);
    if (fresh.length === 0 || (await storeNewest(ctx, fresh))) return drafts.map(({ quote }) => quote);
  }
}

/** Stores the first quotes of requests that are new themselves. */
export async function insertQuotes(tx: Tx, rows: readonly QuoteRow[]): Promise<void> {
  if (rows.length > 0) await tx.db.insert(quotes).values([...rows]);
}

/** By row ID of the request; a quote may have ended. */
async function newestQuotes(
  ctx: Pick<Reads, "db">,
  asked: readonly QuoteAsked[],
): Promise<Map<string, QuoteRow>> {
  const [first] = asked;
  if (!first) return new Map();
  const ids = asked.map(({ request }) => request.id);
  const tokens = [...new Set(asked.map(({ token }) => token.id))];
  const rows = await ctx.db
    .select()
    .from(quotes)
    .where(
      and(
        inArray(quotes.requestId, ids),
        inArray(quotes.paymentCurrency, tokens),
        eq(quotes.payer, first.payer),
        isNull(quotes.supersededBy),
      ),
    );
  return new Map(rows.map((row) => [row.requestId, row]));
}

/** Somebody else's quote became the newest meanwhile. */
class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/** False when another call was faster; then nothing is stored. */
async function storeNewest(
  ctx: Ctx,
  drafts: readonly { quote: QuoteRow; supersedes: QuoteRow | null }[],
): Promise<boolean> {
  // In one order, so that two calls about the same requests do not wait for each other.
  const inOrder = drafts.toSorted((a, b) => (a.quote.requestId < b.quote.requestId ? -1 : 1));
  try {
    await inTransaction(ctx, async (tx) => {
      for (const { quote, supersedes } of inOrder) {
        if (supersedes) await supersede(tx, supersedes, quote);
      }
      const stored = await tx.db
        .insert(quotes)
        .values(inOrder.map(({ quote }) => quote))
        .onConflictDoNothing()
        .returning({ id: quotes.id });
      if (stored.length !== inOrder.length) throw new Overtaken();
    });
    return true;
  } catch (error) {
    if (error instanceof Overtaken) return false;
    throw error;
  }
}

async function supersede(tx: Tx, old: QuoteRow, by: QuoteRow): Promise<void> {
  const [moved] = await tx.db
    .update(quotes)
    .set({ supersededBy: by.id })
    .where(and(eq(quotes.id, old.id), isNull(quotes.supersededBy)))
    .returning({ id: quotes.id });
  if (!moved) throw new Overtaken();
}
