import type { StepUpAsked, StepUpProof } from "@/server/auth/step-up/schema";
import type { Wallet } from "@/wallet/wallet";
import { consentToSign } from "./compare-consent";

/**
 * The proof of a connected wallet that its owner confirms what the dialog shows. Throws `WalletError` for what the wallet did,
 * and an error in words where the service asks this wallet for nothing, or for something else than is shown.
 */
export async function signConsent(asked: StepUpAsked, wallet: Wallet): Promise<StepUpProof> {
  const consent = consentToSign(asked, wallet.address, window.location.origin);
  if (!consent)
    throw new Error("What the service wants to have signed is not what is shown here. Nothing was signed.");
  const signature =
    consent.family === "evm"
      ? await wallet.signTypedData(consent.typedData)
      : await wallet.signMessage(consent.message);
  return { kind: "wallet", address: wallet.address, signature };
}
