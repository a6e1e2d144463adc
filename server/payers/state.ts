import type { AgreementStatus, BankAccountStatus, KycStatus } from "@/server/providers/offramp/provider";

/** Rows are where a check is, cells where the provider may take it (behaviour.md §29); all else it says is ignored. */
export const kycTable: Record<KycStatus, readonly KycStatus[]> = {
  initiated: ["pending", "approved", "rejected", "failed"],
  // Back to `initiated`: the provider asks for something again.
  pending: ["initiated", "approved", "rejected", "failed"],
  // A provider may take its approval back, or ask for something again.
  approved: ["initiated", "pending", "rejected", "failed"],
  rejected: ["initiated", "pending", "approved", "failed"],
  failed: ["initiated", "pending", "approved", "rejected"],
};

export const agreementTable: Record<AgreementStatus, readonly AgreementStatus[]> = {
  not_started: ["pending", "completed", "rejected", "failed"],
  pending: ["completed", "rejected", "failed"],
  // New terms are agreed to anew.
  completed: ["pending", "rejected", "failed"],
  rejected: ["pending", "completed", "failed"],
  failed: ["pending", "completed", "rejected"],
};

export const bankAccountTable: Record<BankAccountStatus, readonly BankAccountStatus[]> = {
  pending: ["approved", "failed"],
  // A bank account can be closed, and a provider takes it out of use.
  approved: ["failed"],
  failed: [],
};

/** Where a state goes that the provider now calls `to`: there, or nowhere. */
export function moved<S extends string>(table: Record<S, readonly S[]>, from: S, to: S): S {
  return table[from].includes(to) ? to : from;
}

/** Money may move only for who is checked and has agreed (events.md §3.7). */
export function isCompliant({
  kycStatus,
  agreementStatus,
}: {
  kycStatus: KycStatus;
  agreementStatus: AgreementStatus;
}): boolean {
  return kycStatus === "approved" && agreementStatus === "completed";
}
