import type { ApprovalRead } from "@/server/auth/approvals/schema";
import { type Consent, messageOf, typedDataOf } from "@/server/auth/proofs/consent";
import type { Proof } from "@/server/auth/proofs/schema";
import type { TypedData, Verified, Wallet } from "@/wallet/wallet";

/**
 * A wallet's signature over what the page shows of an approval. What is signed is built here, of what is shown and of the page's
 * own address, and of nothing else that the service says. Throws `WalletError`.
 */
export async function signApproval(wallet: Wallet, approval: ApprovalRead): Promise<Proof> {
  const { words, account, digest, expiresAt } = approval;
  const consent: Consent = {
    purpose: "approval",
    action: words,
    account,
    digest: digest as Consent["digest"],
    expiresAt: new Date(expiresAt),
  };
  const service = window.location.origin;
  const signature =
    wallet.family === "tron"
      ? await wallet.signMessage(messageOf(service, wallet.address, consent))
      : await wallet.signTypedData(typedDataOf(service, consent) as TypedData as Verified<TypedData>);
  return { kind: "wallet", address: wallet.address, signature };
}
