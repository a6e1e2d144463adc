import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { invoiceCustomers } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ownInvoice } from "@/server/invoices/rows";
import { Party } from "@/server/invoices/schema";
import type { Done } from "@/server/lib/done";
import { secretBytes } from "@/server/lib/random";

/** Whom an invoice is for; null once that is erased. */
export async function readCustomer(ctx: Pick<Reads, "db">, invoiceId: string): Promise<Party | null> {
  const [row] = await ctx.db.select().from(invoiceCustomers).where(eq(invoiceCustomers.invoiceId, invoiceId));
  return row?.details ? Party.parse(JSON.parse(row.details)) : null;
}

/** Keeps whom an invoice is for apart from the invoice. Returns what the invoice says of them: a hash that nobody can try out. */
export async function keepCustomer(tx: Tx, invoiceId: string, customer: Party): Promise<`0x${string}`> {
  const kept = sealedOf(customer);
  await tx.db
    .insert(invoiceCustomers)
    .values({ invoiceId, platformId: tx.caller.platformId, ...kept })
    .onConflictDoUpdate({ target: invoiceCustomers.invoiceId, set: kept });
  return customerHash(kept.salt, kept.details);
}

function sealedOf(customer: Party): { details: string; salt: string } {
  return { details: JSON.stringify(Party.parse(customer)), salt: `0x${secretBytes(32).toString("hex")}` };
}

/** The hash by which an issued invoice names its customer. */
export function customerHash(salt: string, details: string): `0x${string}` {
  const hash = createHash("sha256")
    .update(Buffer.from(salt.slice(2), "hex"))
    .update(details)
    .digest("hex");
  return `0x${hash}`;
}

/**
 * Removes whom an invoice is for, and with them the salt: what was issued keeps its number, its sums and its hash, and nobody can find out
 * from it who it was. Of the credit note and the invoice that belong together both. Throws 404.
 */
export function eraseCustomer(ctx: Ctx, id: string): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    const row = await ownInvoice(tx, id);
    for (const invoiceId of [row.id, row.corrects, row.correctedBy]) {
      if (invoiceId === null) continue;
      await tx.db
        .update(invoiceCustomers)
        .set({ details: null, salt: null, erasedAt: tx.now() })
        .where(eq(invoiceCustomers.invoiceId, invoiceId));
    }
    await recordAudit(tx, { action: "invoice.erased", subject: id });
    return { success: true, message: "The customer is erased" };
  });
}
