import { eq } from "drizzle-orm";
import { type PAYER_STEPS, payerSteps, securePayments } from "@/db/schema";
import { type Ctx, inTransaction, type Tx } from "@/server/context";

export type PayerStep = (typeof PAYER_STEPS)[number];

/** Notes that a payer has come this far at a link (row ID); only the first time of each step is kept. */
export async function notePayerStep(
  tx: Pick<Tx, "db" | "now">,
  linkId: string,
  step: PayerStep,
): Promise<void> {
  await tx.db
    .insert(payerSteps)
    .values({ securePaymentId: linkId, step, at: tx.now() })
    .onConflictDoNothing();
}

/**
 * Notes, behind the page and not in it, that somebody opened the page of a link. A failure costs the merchant a
 * figure and the payer nothing.
 */
export function rememberOpening(ctx: Ctx, token: string): void {
  inTransaction(ctx, async (tx) => {
    const [link] = await tx.db
      .select({ id: securePayments.id })
      .from(securePayments)
      .where(eq(securePayments.token, token));
    if (link) await notePayerStep(tx, link.id, "opened");
  }).catch((error: unknown) => ctx.log.debug({ err: error }, "the opening of a page was not noted"));
}
