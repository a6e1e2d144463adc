import type { Tone } from "@/components/ui/badge";
import type {
  DashboardBankAccount,
  DashboardPayer,
  DashboardPayerDetail,
} from "@/server/dashboard/payers/schema";

type Words<State extends string> = Record<State, { name: string; tone: Tone }>;

export const KYC_WORDS: Words<DashboardPayer["kycStatus"]> = {
  initiated: { name: "To be checked", tone: "warning" },
  pending: { name: "Being checked", tone: "info" },
  approved: { name: "Identity approved", tone: "positive" },
  rejected: { name: "Identity rejected", tone: "danger" },
  failed: { name: "Check failed", tone: "danger" },
};

export const AGREEMENT_WORDS: Words<DashboardPayer["agreementStatus"]> = {
  not_started: { name: "No agreement yet", tone: "neutral" },
  pending: { name: "Agreement open", tone: "warning" },
  completed: { name: "Agreed", tone: "positive" },
  rejected: { name: "Agreement declined", tone: "danger" },
  failed: { name: "Agreement failed", tone: "danger" },
};

export const ACCOUNT_WORDS: Words<DashboardBankAccount["status"]> = {
  pending: { name: "Being checked", tone: "info" },
  approved: { name: "Approved", tone: "positive" },
  failed: { name: "Refused", tone: "danger" },
};

export const OFFRAMP_WORDS: Words<DashboardPayerDetail["payments"][number]["subStatus"]> = {
  awaiting_funds: { name: "Not paid yet", tone: "neutral" },
  initiated: { name: "At the provider", tone: "info" },
  pending_internal_assessment: { name: "Being reviewed", tone: "info" },
  ongoing_checks: { name: "Last checks", tone: "info" },
  sending_fiat: { name: "Sent to the bank", tone: "info" },
  fiat_sent: { name: "In the bank account", tone: "positive" },
  bounced: { name: "Returned by the bank", tone: "warning" },
  retry_required: { name: "To be repeated", tone: "warning" },
  failed: { name: "Failed", tone: "danger" },
  refunded: { name: "Sent back", tone: "danger" },
};
