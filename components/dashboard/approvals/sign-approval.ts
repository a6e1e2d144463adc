import type { ApprovalRead } from "@/server/auth/approvals/schema";
import { type Consent, messageOf, typedDataOf } from "@/server/auth/proofs/consent";
import type { PasskeyAsked, Proof } from "@/server/auth/proofs/schema";
import type { TypedData, Verified, Wallet } from "@/wallet/wallet";
import { askPasskey } from "../step-up/ask-passkey";

/** What the page shows of an approval, as what is signed. */
function consentShown({ words, account, digest, expiresAt }: ApprovalRead): Consent {
  return {
    purpose: "approval",
    action: words,
    account,
    digest: `0x${digest.slice(2)}`,
    expiresAt: new Date(expiresAt),
  };
}

/**
 * A wallet's signature over what the page shows of an approval. What is signed is built here, of what is shown and of the page's
 * own address, and of nothing else that the service says. Throws `WalletError`.
 */
export async function signApproval(wallet: Wallet, approval: ApprovalRead): Promise<Proof> {
  const consent = consentShown(approval);
  const service = window.location.origin;
  const signature =
    wallet.family === "tron"
      ? await wallet.signMessage(messageOf(service, wallet.address, consent))
      : await wallet.signTypedData(typedDataOf(service, consent) as TypedData as Verified<TypedData>);
  return { kind: "wallet", address: wallet.address, signature };
}

/** The same of a passkey. Throws an error in words where it did not sign. */
export async function signApprovalByPasskey(options: PasskeyAsked, approval: ApprovalRead): Promise<Proof> {
  return { kind: "passkey", response: await askPasskey(options, consentShown(approval)) };
}
