import { and, count, eq } from "drizzle-orm";
import { securePaymentIntents } from "@/db/schema";
import { parseAnyAddress } from "@/server/chains/any-address";
import type { Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { newId } from "@/server/lib/ids";
import type { Link } from "@/server/secure-payments/link";

/** What a payer can claim is bounded; nobody needs this many transactions for one link. */
const MAX_INTENTS = 100;

/** What a payer claims to have done. */
export type Claim = Pick<
  typeof securePaymentIntents.$inferInsert,
  "kind" | "intentKey" | "chain" | "token" | "payerAddress" | "payerEoaAddress" | "details"
>;

/** Stores a claim about a link, once, and returns its ID. Throws 400 when there are too many of them. */
export async function keepIntent(tx: Tx, link: Pick<Link, "row">, claim: Claim): Promise<string> {
  const own = eq(securePaymentIntents.securePaymentId, link.row.id);
  const [known] = await tx.db
    .select({ id: securePaymentIntents.id })
    .from(securePaymentIntents)
    .where(and(own, eq(securePaymentIntents.intentKey, claim.intentKey)));
  if (known) return known.id;
  const [held] = await tx.db.select({ intents: count() }).from(securePaymentIntents).where(own);
  if ((held?.intents ?? 0) >= MAX_INTENTS) {
    throw new ApiError("validation_failed", "Too many transactions were announced for this payment");
  }
  const [stored] = await tx.db
    .insert(securePaymentIntents)
    .values({
      id: newId(tx.now()),
      securePaymentId: link.row.id,
      state: "recorded",
      createdAt: tx.now(),
      ...claim,
    })
    .onConflictDoUpdate({
      target: [securePaymentIntents.securePaymentId, securePaymentIntents.intentKey],
      set: { intentKey: claim.intentKey },
    })
    .returning({ id: securePaymentIntents.id });
  if (!stored) throw new Error("a stored intent is missing");
  return stored.id;
}

/** A wallet in its stored form; null without one. Throws 400 naming the field. */
export function storedWallet(field: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const parsed = parseAnyAddress(text);
  if (typeof parsed === "object") return parsed.address;
  throw invalidField(field, "Must be an EVM or Tron address");
}
