import type { OperationId } from "@/server/auth/operations/operations";
import { aDestination, aFee, aKey, aLook, aWebhook, quoted, type Words } from "@/server/auth/step-up/words";
import { Issuer } from "@/server/invoices/schema";

/**
 * What a person who is signed in confirms with a fresh proof: whatever decides where money goes, who acts for the account,
 * what payers see of it, and who is told of payments. Each operation with the plain words of what will happen, which the
 * dialog and the wallet show.
 */
export const NEEDS_STEP_UP: Partial<Record<OperationId, Words>> = {
  // Where money goes
  createPayeeDestinationSession: (call) => `Be paid at ${aDestination(call)}`,
  updatePayeeDestinationSession: (call) => `Be paid at ${aDestination(call)} from now on`,
  deactivateMyPayeeDestination: ({ body }) => `Stop being paid at ${quoted(body.destinationId)}`,
  cancelPendingWalletChange: () => "Take back the change of the wallet that is paid",
  updateConfirmations: () => "Change how deep payments of new requests have to be",
  updateUnderpayment: () => "Change which underpayments new requests tolerate",
  createFeeConfig: ({ body }) => `Set a fee: ${aFee(body)}`,
  updateFeeConfig: ({ params, body }) => `Change the fee ${params.id}: ${aFee(body)}`,

  // Who acts for the account
  createApiKey: ({ body }) => `Make an API key: ${aKey(body)}`,
  updateApiKey: async ({ params, body }, names) =>
    `Change the API key ${await names.apiKey(params.id)}${aKeyChange(body)}`,
  rotateApiKey: async ({ params }, names) =>
    `Put a new key in the place of the API key ${await names.apiKey(params.id)}`,
  approveDeviceAuthorization: ({ body }) =>
    `Give an API key to the terminal that shows the code ${quoted(body.userCode)}`,
  createClientIdSession: ({ body }) => `Make a client ID named ${quoted(body.label)}`,
  updateClientIdSession: async ({ params }, names) =>
    `Change the client ID ${await names.clientId(params.id)}`,
  createOrchestrator: ({ body }) =>
    `Make this account an orchestrator named ${quoted(body.orchestratorName)}, with a key`,
  createOrchestratorKey: ({ body }) => `Make a key of the orchestrator: ${aKey(body)}`,
  rotateOrchestratorKey: async ({ params }, names) =>
    `Put a new key in the place of the orchestrator's key ${await names.orchestratorKey(params.id)}`,
  linkClientId: ({ body }) => `Let the orchestrator act for the client ID ${quoted(body.clientId)}`,
  completeLinkIntent: () => "Make a client ID for an orchestrator, and let it act for this account",
  updateLinkKyt: ({ body }) => `Let ${providerOf(body.provider)} screen the payers of a linked client ID`,

  // Who belongs to the account
  createInvitation: ({ body }) => `Invite one person as ${quoted(body.role)}`,
  updateMember: async ({ params, body }, names) =>
    `Give the role ${quoted(body.role)} to the member ${await names.member(params.id)}`,
  removeMember: async ({ params }, names) => `Remove the member ${await names.member(params.id)}`,

  // What the person signs in with
  addPasskey: () => "Sign in with another passkey from now on",
  removePasskey: () => "Remove a passkey that you sign in with",
  addWallet: async ({ body }, names) =>
    `Sign in with the wallet ${await names.challengedWallet(String(body.challengeId))} too, from now on`,
  removeWallet: async ({ caller, params }, names) =>
    `Remove the wallet ${await names.ownWallet(caller.personId, params.id)} that you sign in with`,

  // Who is told of payments
  confirmNotificationChannel: () => "Tell you of this account outside the dashboard from now on",
  createWebhook: ({ body }) => `Send events to ${aWebhook(body)}`,
  updateWebhook: async ({ params }, names) => `Change the webhook ${await names.webhook(params.webhookId)}`,
  rotateWebhookSecret: async ({ params }, names) =>
    `Make a new signing secret for the webhook ${await names.webhook(params.webhookId)}`,
  createOrchestratorWebhook: ({ body }) => `Send the orchestrator's events to ${aWebhook(body)}`,
  reactivateOrchestratorWebhook: async ({ params }, names) =>
    `Send the orchestrator's events to the webhook ${await names.webhook(params.id)} again`,
  rotateOrchestratorWebhookSecret: async ({ params }, names) =>
    `Make a new signing secret for the webhook ${await names.webhook(params.id)}`,

  // What payers see
  putBranding: ({ body }) => `Change what payers see: ${aLook(body)}`,
  createBranding: ({ body }) => `Choose what payers of linked client IDs see: ${aLook(body)}`,
  updateBranding: ({ body }) => `Change what payers of linked client IDs see: ${aLook(body)}`,

  putInvoiceIssuer: ({ body }) =>
    `Change who issues the invoices that payers get${aBankAccount(body.details)}`,

  // Who has to agree
  putApprovalPolicy: () => "Change which changes need a second person",

  // Step-up itself
  updateStepUpSettings: ({ body }) =>
    `${
      body.isForEverySession
        ? "Ask for a confirmation in every session"
        : "Ask for no confirmation in sessions that were not opened in the dashboard"
    }${aPaymentLimit(body.paymentsAboveUsd)}`,
};

/** What is confirmed only where it is worth more than the account's sum: see `requireConfirmedPayment`. */
export const NEEDS_STEP_UP_ABOVE_SUM: Partial<Record<OperationId, Words>> = {
  createSecurePayout: ({ body }) =>
    `Create a payout of ${quoted(body.amount)} ${quoted(body.currency)} to ${quoted(body.recipient)}`,
  createDashboardSchedule: ({ body }) =>
    `Create a recurring payout of ${quoted(body.amount)} ${quoted(body.paymentCurrency)} to ${quoted(body.payee)}`,
  prepareRefund: ({ params, body }) =>
    `Send ${body.amount === undefined ? "all that can be sent" : quoted(body.amount)} of the request ${quoted(params.requestId)} back`,
};

/**
 * What changes something and is open to people who are signed in, and needs no proof: for each the reason. Taking rights away
 * is among them, because it has to be quick in an emergency.
 */
export const NEEDS_NO_STEP_UP: Partial<Record<OperationId, string>> = {
  deleteApiKey: "takes a right away",
  revokeClientIdSession: "takes a right away",
  revokeOrchestratorKey: "takes a right away",
  leaveOrchestrator: "takes a right away",
  unlinkClientId: "takes a right away",
  disableFeeConfig: "takes a fee away",
  withdrawInvitation: "takes a right away",
  leaveAccount: "takes one's own rights away",
  logout: "ends a session",
  endSession: "ends a session",
  endOtherSessions: "ends sessions",
  markAlarmsRead: "changes a mark",
  createNotificationChannel: "sends a code, and nothing else before the channel was confirmed",
  sendNotificationCode: "sends a code, and nothing else before the channel was confirmed",
  updateNotificationChannel: "changes what is told at a channel that was confirmed",
  deleteNotificationChannel: "sends nothing to anybody new",
  stopRecovery: "keeps the owners that there are, and has to be quick",
  deleteWebhook: "sends nothing to anybody new",
  deactivateOrchestratorWebhook: "sends nothing to anybody new",
  testWebhook: "sends an example to an endpoint that was confirmed",
  testOrchestratorWebhook: "sends an example to an endpoint that was confirmed",
  replayWebhookDelivery: "sends again what an endpoint that was confirmed was sent",
  replayFailedWebhookDeliveries: "sends again what an endpoint that was confirmed was sent",
  replayOrchestratorWebhookDelivery: "sends again what an endpoint that was confirmed was sent",
  deleteBranding: "shows payers what they see of everybody who chose nothing",
  removeBranding: "shows payers what they see of everybody who chose nothing",
  uploadLogo: "is seen by nobody until a branding names it",
  readDeviceAuthorization: "only reads",
  denyDeviceAuthorization: "takes a right away",
  createPasskeyRegistration: "asks a device for a passkey, which counts once it is added",
  renamePasskey: "changes a name",
  askToAddWallet: "asks a wallet to sign, which counts once it is added",
  approveApproval: "is signed by the approver, over exactly what will happen",
  refuseApproval: "ends what waits, and changes nothing else",
  withdrawApproval: "ends what waits, and changes nothing else",
  takeApprovalAnswer: "hands out what a confirmed change answered",
  acceptInvitation: "changes what the caller may do elsewhere, which the inviter confirmed",
  selectAccount: "lets the session act where its person may act",
  createLinkIntent: "is an offer, which the other account takes",
  proveStepUp: "is the proof",
  eraseDashboardPayer: "removes personal data, and moves no money",
  freezePeriod: "keeps a month as it is for comparing, and moves no money",
  reopenPeriod: "keeps a month as it is for comparing, and moves no money",
  explainDifferences: "keeps words until a month is closed, and moves no money",
  closePeriod: "signs what the chains say of a month, and moves no money",
  putAccountMapping: "changes names in files for accounting",
  putBooksSettings: "changes the currency that books are shown in",
  retryUnvalued: "asks for prices again",
  valueEntries: "says what entries are worth, and moves no money",
  createInvoice: "writes a draft",
  updateInvoice: "writes a draft",
  removeInvoice: "removes a draft",
  issueInvoice:
    "writes a paper in the name of the account, which its issuer was confirmed for, and moves no money",
  sendInvoice: "mails an issued invoice to its own customer, at most three times a day, and moves no money",
  cancelInvoice: "writes a correction, and moves no money",
  eraseInvoiceCustomer: "removes personal data, and moves no money",
  saveView: "changes a list of the dashboard",
  removeSavedView: "changes a list of the dashboard",
  cancelDashboardPayment: "ends a request, and moves no money",
  extendDashboardPayment: "lets a request be paid longer",
  putDashboardPaymentNote: "changes a note",
  createSecurePayment: "asks for money, as everybody may",
  previewSecurePaymentFees: "only reads",
  checkPayouts: "only reads",
  describePayoutRecipients: "only reads",
  prepareDepositCollection:
    "moves money to the account's own destination, by a transaction that a wallet signs",
  broadcastDepositCollectionTron: "sends what a wallet has signed",
  broadcastRefundTron: "sends what a wallet has signed",
  withdrawRefund: "takes back what was not sent",
  // The wallet that pays signs the transaction itself, and its page compares what it signs.
  createSecureBatchPayout: "the wallet that pays signs the transaction",
  createMulticallPayout: "the wallet that pays signs the transaction",
  updateDashboardSchedule: "pauses, goes on with or ends what a wallet has signed",
  createRefundLink: "the wallet that pays signs the transaction",
};

/** The account that customers are asked to pay to: the last thing that somebody else should choose. */
function aBankAccount(details: unknown): string {
  const account = Issuer.safeParse(details).data?.bankAccount;
  return account ? `, who are paid to the bank account ${quoted(account.iban)}` : "";
}

function aPaymentLimit(paymentsAboveUsd: unknown): string {
  if (paymentsAboveUsd === undefined) return "";
  return paymentsAboveUsd === null
    ? ", and for no payment"
    : `, and for payments above ${paymentsAboveUsd} USD`;
}

function aKeyChange(body: Record<string, unknown>): string {
  const changed = Object.keys(body);
  return changed.length === 0 ? "" : `: ${changed.join(", ")}`;
}

function providerOf(provider: unknown): string {
  return provider === null || provider === undefined ? "nobody" : quoted(provider);
}
