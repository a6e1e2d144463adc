import type { AuditRecord } from "@/server/dashboard/account/audit-schema";

/** Kinds of things whose changes are written down, as people call them. */
export const SUBJECTS: Record<string, string> = {
  api_key: "API key",
  approval: "Approval",
  approval_policy: "Rule of approvals",
  branding: "Branding",
  client_id: "Client ID",
  device_authorization: "Login of a terminal",
  fee_config: "Fee",
  held_payment: "Held payment",
  invoice: "Invoice",
  invoice_issuer: "Issuer of invoices",
  ledger_mapping: "Names of accounts",
  ledger_period: "Month of the books",
  ledger_settings: "Currency of the books",
  ledger_worth: "Worth of entries",
  member: "Member",
  member_invitation: "Invitation",
  notification_channel: "Channel of a member",
  orchestrator: "Partner account",
  orchestrator_key: "Partner key",
  orchestrator_link: "Partner link",
  orchestrator_link_intent: "Invitation",
  payee_destination: "Destination",
  payer: "Payer",
  passkey: "Passkey",
  payer_bank_account: "Bank account",
  recovery: "Recovery",
  platform: "Account",
  recurring_payment: "Schedule",
  refund: "Refund",
  refund_link: "Refund link",
  request: "Request",
  secure_payment: "Payment link",
  session: "Session",
  wallet: "Wallet",
  webhook_endpoint: "Webhook",
};

const ACTORS: Record<AuditRecord["actor"]["kind"], string> = {
  apiKey: "API key",
  clientId: "Client ID",
  orchestrator: "Your partner key",
  session: "Member",
  operator: "Operator of this service",
  service: "The service itself",
  partner: "A partner",
};

/** `api_key.created` as "API key created". */
export function actionInWords(action: string): string {
  const [subject = "", change = ""] = action.split(".");
  return `${SUBJECTS[subject] ?? subject.replaceAll("_", " ")} ${change}`;
}

export function actorInWords({ kind }: AuditRecord["actor"]): string {
  return ACTORS[kind];
}

/** What they sign in with or how the credential is called, and the role that a person had. */
export function personInWords({ label, role }: AuditRecord["actor"]): string | null {
  if (role === null) return label;
  return label === null ? role : `${label} (${role})`;
}

/** One value of the details: lists and nested values on one line. */
export function valueInWords(value: AuditRecord["details"][string]): string {
  if (value === null) return "none";
  if (Array.isArray(value)) return value.map(String).join(", ") || "none";
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${part ?? "none"}`)
      .join(", ");
  }
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

/** `retrySchedule` as "retry schedule". */
export function nameInWords(name: string): string {
  return name
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}
