import type { AgreementStatus, KycStatus } from "@/server/providers/offramp/provider";

const KYC: Record<Exclude<KycStatus, "approved">, string> = {
  initiated: "The payer has to pass the identity check on the provider's page.",
  pending: "The provider looks at the identity check. Wait.",
  rejected: "The provider rejected the identity check, so this payer cannot pay. Ask the provider.",
  failed: "The identity check failed or was closed. Ask the provider.",
};

const AGREEMENT: Record<Exclude<AgreementStatus, "completed">, string> = {
  not_started: "The identity check is done. The provider has not asked for its agreement yet.",
  pending: "The identity check is done. The payer has to accept the agreement on the provider's page.",
  rejected: "The payer declined the agreement with the provider, so it cannot pay.",
  failed: "The agreement with the provider failed. Ask the provider.",
};

/** Where the checks of a payer stand and what comes next. */
export function reasonOfChecks(
  { kycStatus, agreementStatus }: { kycStatus: KycStatus; agreementStatus: AgreementStatus },
  approvedAccounts: number,
): string {
  if (kycStatus !== "approved") return KYC[kycStatus];
  if (agreementStatus !== "completed") return AGREEMENT[agreementStatus];
  return approvedAccounts > 0
    ? "Checked and agreed. It can pay to its approved bank accounts."
    : "Checked and agreed. It needs an approved bank account before it can pay.";
}
