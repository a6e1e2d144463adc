import type { Problem, ProblemField } from "@/components/pay/safety/comparison";
import { Mismatch, problemOf, requireSame } from "@/components/pay/safety/mismatch";
import { expectedPermit } from "@/components/pay/safety/schedule/expected-permit";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import type { ShownSchedule } from "@/server/recurring-payouts/page/shown-schema";
import { instalmentReference } from "@/server/recurring-payouts/signing/typed-data";

const FIELDS: Record<Exclude<keyof ShownSchedule, "fee" | "approved">, ProblemField> = {
  network: "network",
  contract: "contract",
  currency: "token",
  payer: "wallet",
  recipient: "recipient",
  amount: "amount",
  frequency: "dates",
  firstPayment: "dates",
  payments: "dates",
  deadline: "dates",
  nonce: "permit",
};

/**
 * Why a later answer is not about the schedule that was drawn first, or contradicts itself; null where all agrees. What
 * is signed never changes, so every field has to be the one that was drawn, and every instalment has to carry the
 * reference that the contract derives from it.
 */
export function disagreementIn(drawn: ShownSchedule, page: PageSchedule): Problem | null {
  try {
    const { shown } = page;
    for (const [name, field] of Object.entries(FIELDS) as [keyof typeof FIELDS, ProblemField][]) {
      requireSame(field, drawn[name], shown[name]);
    }
    requireSame("feeRecipient", drawn.fee?.address ?? null, shown.fee?.address ?? null);
    requireSame("feeAmount", drawn.fee?.amount ?? null, shown.fee?.amount ?? null);
    requireSame("approval", JSON.stringify(drawn.approved), JSON.stringify(shown.approved));
    requireSameWords(page);
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

function requireSameWords({ shown, network: drawn, instalments, processed }: PageSchedule): void {
  const { network, digest } = expectedPermit(shown);
  requireSame("network", network.id, drawn.id);
  requireSame("network", network.name, drawn.name);
  requireSame("network", network.isTestnet, drawn.isTestnet);
  for (const prefix of ["transactionPrefix", "addressPrefix"] as const) {
    // Of a local chain there is none.
    requireSame("network", network.explorer[prefix], drawn.explorer?.[prefix] ?? network.explorer[prefix]);
  }
  if (processed > shown.payments) throw new Mismatch("dates", `at most ${shown.payments}`, processed);
  for (const { index, reference } of instalments) {
    if (index < 1 || index > shown.payments) throw new Mismatch("dates", "a known instalment", index);
    requireSame("reference", instalmentReference(digest, index), reference);
  }
}
