import { desc, eq } from "drizzle-orm";
import { invoiceMails } from "@/db/schema";
import type { Reads } from "@/server/context";
import { waysToSignIn } from "@/server/dashboard/account/audit-people";
import type { Invoice } from "@/server/invoices/schema";

/** What became of the last e-mail with an invoice; null where none was ever asked for. */
export async function lastMailOf(ctx: Pick<Reads, "db">, invoiceId: string): Promise<Invoice["mail"]> {
  const [row] = await ctx.db
    .select()
    .from(invoiceMails)
    .where(eq(invoiceMails.invoiceId, invoiceId))
    .orderBy(desc(invoiceMails.id))
    .limit(1);
  if (!row) return null;
  const people = await waysToSignIn(ctx, [row.personId]);
  return {
    state: row.state,
    queuedAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    by: people.get(row.personId ?? "") ?? null,
    error: row.state === "sent" ? null : row.error,
  };
}
