import { type Consent, messageOf, typedDataOf } from "@/server/auth/proofs/consent";
import type { StepUpAsked } from "@/server/auth/step-up/schema";
import type { TypedData, Verified } from "@/wallet/wallet";

/** What one wallet of the person signs. */
export type ConsentToSign =
  | { family: "evm"; address: string; typedData: Verified<TypedData> }
  | { family: "tron"; address: string; message: string };

/** What the dialog shows, as what is signed. */
export function consentShown({ action, account, digest, expiresAt }: StepUpAsked): Consent {
  return {
    purpose: "step-up",
    action,
    account,
    digest: `0x${digest.slice(2)}`,
    expiresAt: new Date(expiresAt),
  };
}

/**
 * What a wallet signs to confirm what the dialog shows, made here of what is shown and of this page's own address. Null where
 * the service asks for anything else, or does not ask this wallet: nothing that was not shown reaches a wallet.
 */
export function consentToSign(asked: StepUpAsked, address: string, service: string): ConsentToSign | null {
  const wallet = asked.sign.wallets.find((one) => one.address === address);
  if (!wallet) return null;
  const consent = consentShown(asked);
  if (wallet.family === "tron") {
    const message = messageOf(service, address, consent);
    return wallet.message === message ? { family: "tron", address, message } : null;
  }
  const typedData = typedDataOf(service, consent);
  if (JSON.stringify(inOrder(typedData)) !== JSON.stringify(inOrder(wallet.typedData))) return null;
  // The brand says that it was built from what the person is shown.
  return { family: "evm", address, typedData: typedData as TypedData as Verified<TypedData> };
}

/** The same data with its keys sorted, so that two can be compared as text. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => [name, inOrder(item)]),
  );
}
