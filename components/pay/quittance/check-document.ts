import { isQuittance } from "@/components/pay/quittance/is-quittance";
import { walletKey } from "@/server/chains/wallets/wallet-text";
import { signatureProblems, sumProblems } from "@/server/quittances/check-offline";
import type { Quittance } from "@/server/quittances/schema";

/** What the page knows by itself, and a quittance has to agree with. */
export interface Expected {
  requestId: string;
  payee: string;
  /** Address that signs the service's quittances. */
  signer: string;
}

/** Why a document is not the quittance of this payment. */
export type Refusal = "unreadable" | "signature" | "other" | "sums";

export type Verdict = { quittance: Quittance } | { refusal: Refusal };

/**
 * Checks a document in the browser, by the rules of `quittance verify`: it is a quittance, the service's key
 * signed exactly this, it is of this request to this recipient, and its transfers add up. Never throws.
 */
export async function checkDocument(document: unknown, expected: Expected): Promise<Verdict> {
  if (!isQuittance(document)) return { refusal: "unreadable" };
  const { message } = document;
  try {
    if ((await signatureProblems(document, expected.signer)).length > 0) return { refusal: "signature" };
    const isOurs =
      message.requestId === expected.requestId && walletKey(message.payee) === walletKey(expected.payee);
    if (!isOurs) return { refusal: "other" };
    return (await sumProblems(document, expected.signer)).length > 0
      ? { refusal: "sums" }
      : { quittance: document };
  } catch {
    // A signature that is no point of the curve, or an amount that is no number.
    return { refusal: "unreadable" };
  }
}
