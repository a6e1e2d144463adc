import type { KeyScope } from "@/db/key-scopes";
import type { Role } from "@/db/roles";
import {
  ASKING,
  BUILDING,
  DECIDING,
  EVERY_ROLE,
  NO_ROLE,
  OWNING,
  PAYING,
} from "@/server/auth/operations/roles";

/**
 * What a key needs for an operation: a scope, or
 * - `any`: nothing more than to be a good key, because the answer is the same for everybody, or is about that key alone;
 * - `all`: every right that a key can have, because the operation makes another credential, changes what payers see or
 *   removes something for ever;
 * - `never`: no key does this, because only a person or the page of a payer may;
 * - `open`: nobody is asked for a credential.
 */
export type KeyRule = KeyScope | "any" | "all" | "never" | "open";

interface OperationRow {
  key: KeyRule;
  roles: readonly Role[];
}

/**
 * Who may do what: the one table of all operations of the API. The door holds keys to the column `key`, and people who are
 * signed in to `roles`. An operation without a row here does not compile. Which kinds of
 * credentials an operation takes at all is the `auth` of its route, and `operations.test.ts` holds the two together.
 */
export const OPERATIONS = {
  // Requests
  createRequest: { key: "requests", roles: ASKING },
  getRequest: { key: "read", roles: EVERY_ROLE },
  listRequests: { key: "read", roles: EVERY_ROLE },
  updateRequest: { key: "requests", roles: ASKING },
  getRequestPayCalldata: { key: "read", roles: EVERY_ROLE },
  listRequestRoutes: { key: "read", roles: EVERY_ROLE },
  submitPaymentIntent: { key: "requests", roles: ASKING },
  getQuittance: { key: "read", roles: EVERY_ROLE },
  getReceiptPdf: { key: "read", roles: EVERY_ROLE },
  getQuittanceSigner: { key: "open", roles: NO_ROLE },
  searchPayments: { key: "read", roles: EVERY_ROLE },
  cancelDashboardPayment: { key: "requests", roles: ASKING },
  extendDashboardPayment: { key: "requests", roles: ASKING },
  putDashboardPaymentNote: { key: "requests", roles: ASKING },

  // Payment links
  createSecurePayment: { key: "links", roles: ASKING },
  createOfframpPaymentLink: { key: "links", roles: ASKING },
  previewSecurePaymentFees: { key: "links", roles: ASKING },
  findSecurePaymentByRequest: { key: "never", roles: EVERY_ROLE },
  getSecurePayment: { key: "never", roles: NO_ROLE },
  getSecurePaymentCalldata: { key: "never", roles: NO_ROLE },
  recordSecurePaymentIntent: { key: "never", roles: NO_ROLE },
  recordMulticallIntent: { key: "never", roles: NO_ROLE },
  recordSecurePaymentUserEvent: { key: "never", roles: NO_ROLE },
  refreshSecurePaymentStep: { key: "never", roles: NO_ROLE },
  broadcastSecurePaymentTron: { key: "never", roles: NO_ROLE },

  // Payouts
  createPayout: { key: "payouts", roles: PAYING },
  createBatchPayout: { key: "payouts", roles: PAYING },
  createSecurePayout: { key: "payouts", roles: PAYING },
  createSecureBatchPayout: { key: "payouts", roles: PAYING },
  createMulticallPayout: { key: "payouts", roles: PAYING },
  getMulticallPayout: { key: "never", roles: EVERY_ROLE },
  checkPayouts: { key: "payouts", roles: PAYING },
  describePayoutRecipients: { key: "payouts", roles: PAYING },
  lookupPayoutDestination: { key: "never", roles: EVERY_ROLE },
  getRecurringPayment: { key: "read", roles: EVERY_ROLE },
  activateRecurringPayment: { key: "payouts", roles: PAYING },
  updateRecurringPayment: { key: "payouts", roles: PAYING },
  listDashboardSchedules: { key: "read", roles: EVERY_ROLE },
  countDashboardSchedules: { key: "read", roles: EVERY_ROLE },
  exportDashboardSchedules: { key: "read", roles: EVERY_ROLE },
  getDashboardSchedule: { key: "read", roles: EVERY_ROLE },
  getDashboardScheduleStop: { key: "read", roles: EVERY_ROLE },
  createDashboardSchedule: { key: "payouts", roles: PAYING },
  updateDashboardSchedule: { key: "payouts", roles: PAYING },
  listDepositsToCollect: { key: "read", roles: EVERY_ROLE },
  prepareDepositCollection: { key: "payouts", roles: PAYING },
  broadcastDepositCollectionTron: { key: "payouts", roles: PAYING },

  // Refunds
  listRefunds: { key: "read", roles: EVERY_ROLE },
  getRefund: { key: "read", roles: EVERY_ROLE },
  prepareRefund: { key: "refunds", roles: PAYING },
  withdrawRefund: { key: "refunds", roles: PAYING },
  createRefundLink: { key: "refunds", roles: PAYING },
  broadcastRefundTron: { key: "refunds", roles: PAYING },
  openRefundLink: { key: "open", roles: NO_ROLE },
  nameRefundAddress: { key: "open", roles: NO_ROLE },

  // Where money goes
  getMyPayeeDestination: { key: "never", roles: EVERY_ROLE },
  createPayeeDestinationSession: { key: "never", roles: DECIDING },
  updatePayeeDestinationSession: { key: "never", roles: DECIDING },
  deactivateMyPayeeDestination: { key: "never", roles: DECIDING },
  cancelPendingWalletChange: { key: "never", roles: DECIDING },
  lookupPayeeDestination: { key: "never", roles: EVERY_ROLE },
  getActivePayeeDestination: { key: "never", roles: NO_ROLE },
  createPayeeDestination: { key: "never", roles: NO_ROLE },
  getPayeeDestination: { key: "never", roles: NO_ROLE },
  deactivatePayeeDestination: { key: "never", roles: NO_ROLE },
  getPayeeDestinationSigningData: { key: "never", roles: NO_ROLE },
  listPaymentDetails: { key: "read", roles: EVERY_ROLE },
  createPaymentDetails: { key: "destinations", roles: DECIDING },
  getConfirmations: { key: "never", roles: EVERY_ROLE },
  updateConfirmations: { key: "never", roles: DECIDING },
  getUnderpayment: { key: "never", roles: EVERY_ROLE },
  updateUnderpayment: { key: "never", roles: DECIDING },

  // Payers who are checked for payments to bank accounts
  submitPayerCompliance: { key: "requests", roles: ASKING },
  getPayerCompliance: { key: "read", roles: EVERY_ROLE },
  updatePayerAgreement: { key: "requests", roles: ASKING },
  getPersonalData: { key: "all", roles: DECIDING },
  erasePayer: { key: "all", roles: DECIDING },
  listDashboardPayers: { key: "read", roles: EVERY_ROLE },
  getDashboardPayer: { key: "read", roles: EVERY_ROLE },
  eraseDashboardPayer: { key: "all", roles: DECIDING },
  takeOfframpNotice: { key: "open", roles: NO_ROLE },
  setSandboxOfframp: { key: "requests", roles: ASKING },
  setSandboxPayer: { key: "requests", roles: ASKING },
  setSandboxPaymentDetails: { key: "requests", roles: ASKING },
  decideOnSandboxPage: { key: "open", roles: NO_ROLE },

  // What an account sees of itself
  getAccount: { key: "never", roles: EVERY_ROLE },
  getDashboardOverview: { key: "read", roles: EVERY_ROLE },
  getDashboardChanges: { key: "read", roles: EVERY_ROLE },
  listDashboardPayments: { key: "read", roles: EVERY_ROLE },
  getDashboardPayment: { key: "read", roles: EVERY_ROLE },
  countDashboardPayments: { key: "read", roles: EVERY_ROLE },
  exportDashboardPayments: { key: "read", roles: EVERY_ROLE },
  exportDashboardRequests: { key: "never", roles: EVERY_ROLE },
  listEvents: { key: "read", roles: EVERY_ROLE },
  listSavedViews: { key: "read", roles: EVERY_ROLE },
  saveView: { key: "all", roles: EVERY_ROLE },
  removeSavedView: { key: "all", roles: EVERY_ROLE },
  listRequestLog: { key: "read", roles: BUILDING },
  listAuditLog: { key: "never", roles: EVERY_ROLE },
  exportAuditLog: { key: "never", roles: EVERY_ROLE },
  exportAuditChain: { key: "never", roles: EVERY_ROLE },
  listCurrencies: { key: "any", roles: EVERY_ROLE },
  listConversionRoutes: { key: "any", roles: EVERY_ROLE },

  // Invoices
  getInvoiceIssuer: { key: "read", roles: EVERY_ROLE },
  putInvoiceIssuer: { key: "never", roles: PAYING },
  listInvoices: { key: "read", roles: EVERY_ROLE },
  createInvoice: { key: "requests", roles: ASKING },
  getInvoice: { key: "read", roles: EVERY_ROLE },
  updateInvoice: { key: "requests", roles: ASKING },
  removeInvoice: { key: "requests", roles: ASKING },
  issueInvoice: { key: "requests", roles: ASKING },
  cancelInvoice: { key: "requests", roles: ASKING },
  getInvoicePdf: { key: "read", roles: EVERY_ROLE },
  eraseInvoiceCustomer: { key: "never", roles: PAYING },
  getInvoiceOfLink: { key: "never", roles: NO_ROLE },

  // Books
  listLedgerEntries: { key: "read", roles: EVERY_ROLE },
  getReconciliation: { key: "read", roles: EVERY_ROLE },
  listPeriods: { key: "read", roles: EVERY_ROLE },
  getPeriod: { key: "read", roles: EVERY_ROLE },
  freezePeriod: { key: "never", roles: PAYING },
  reopenPeriod: { key: "never", roles: PAYING },
  closePeriod: { key: "never", roles: PAYING },
  getStatement: { key: "read", roles: EVERY_ROLE },
  getStatementCsv: { key: "read", roles: EVERY_ROLE },
  getStatementPdf: { key: "read", roles: EVERY_ROLE },
  exportBooks: { key: "read", roles: EVERY_ROLE },
  getAccountMapping: { key: "read", roles: EVERY_ROLE },
  putAccountMapping: { key: "never", roles: PAYING },
  getBooksSettings: { key: "read", roles: EVERY_ROLE },
  putBooksSettings: { key: "never", roles: PAYING },
  listUnvalued: { key: "read", roles: EVERY_ROLE },
  retryUnvalued: { key: "never", roles: PAYING },
  valueEntries: { key: "never", roles: PAYING },

  // What payers see of it
  getOwnBranding: { key: "read", roles: EVERY_ROLE },
  putBranding: { key: "all", roles: DECIDING },
  deleteBranding: { key: "all", roles: DECIDING },
  uploadLogo: { key: "all", roles: DECIDING },

  // Webhooks of an account
  listWebhooks: { key: "never", roles: BUILDING },
  createWebhook: { key: "never", roles: BUILDING },
  updateWebhook: { key: "never", roles: BUILDING },
  deleteWebhook: { key: "never", roles: BUILDING },
  rotateWebhookSecret: { key: "never", roles: BUILDING },
  testWebhook: { key: "never", roles: BUILDING },
  listAllWebhookDeliveries: { key: "never", roles: BUILDING },
  listWebhookDeliveries: { key: "never", roles: BUILDING },
  getWebhookDelivery: { key: "never", roles: BUILDING },
  replayWebhookDelivery: { key: "never", roles: BUILDING },
  replayFailedWebhookDeliveries: { key: "never", roles: BUILDING },

  // Keys and client IDs: who acts for an account. A key is held to the role of whoever made it. A client ID is not, and a key
  // that is rotated or changed is that of somebody else, so those are for who decides.
  listApiKeys: { key: "never", roles: BUILDING },
  createApiKey: { key: "never", roles: BUILDING },
  updateApiKey: { key: "never", roles: DECIDING },
  rotateApiKey: { key: "never", roles: DECIDING },
  deleteApiKey: { key: "never", roles: BUILDING },
  getOwnApiKey: { key: "any", roles: EVERY_ROLE },
  deleteOwnApiKey: { key: "any", roles: EVERY_ROLE },
  // A terminal that asks for a key, and the person who makes it by approving that.
  createDeviceAuthorization: { key: "open", roles: NO_ROLE },
  collectDeviceKey: { key: "open", roles: NO_ROLE },
  readDeviceAuthorization: { key: "never", roles: BUILDING },
  approveDeviceAuthorization: { key: "never", roles: BUILDING },
  denyDeviceAuthorization: { key: "never", roles: BUILDING },
  listClientIdsSession: { key: "never", roles: EVERY_ROLE },
  getClientIdSession: { key: "never", roles: EVERY_ROLE },
  createClientIdSession: { key: "never", roles: DECIDING },
  updateClientIdSession: { key: "never", roles: DECIDING },
  revokeClientIdSession: { key: "never", roles: BUILDING },
  listClientIds: { key: "read", roles: EVERY_ROLE },
  getClientId: { key: "read", roles: EVERY_ROLE },
  createClientId: { key: "all", roles: DECIDING },
  updateClientId: { key: "all", roles: DECIDING },
  revokeClientId: { key: "members", roles: BUILDING },

  // People who belong to an account
  listMembers: { key: "never", roles: EVERY_ROLE },
  updateMember: { key: "never", roles: DECIDING },
  removeMember: { key: "never", roles: DECIDING },
  leaveAccount: { key: "never", roles: EVERY_ROLE },
  listInvitations: { key: "never", roles: DECIDING },
  createInvitation: { key: "never", roles: DECIDING },
  getInvitation: { key: "never", roles: EVERY_ROLE },
  acceptInvitation: { key: "never", roles: EVERY_ROLE },
  withdrawInvitation: { key: "never", roles: DECIDING },
  listAccounts: { key: "never", roles: EVERY_ROLE },
  selectAccount: { key: "never", roles: EVERY_ROLE },

  // What people sign in with: whoever is signed in, for themselves
  listPasskeys: { key: "never", roles: EVERY_ROLE },
  createPasskeyRegistration: { key: "never", roles: EVERY_ROLE },
  addPasskey: { key: "never", roles: EVERY_ROLE },
  renamePasskey: { key: "never", roles: EVERY_ROLE },
  removePasskey: { key: "never", roles: EVERY_ROLE },
  listOwnWallets: { key: "never", roles: EVERY_ROLE },
  askToAddWallet: { key: "never", roles: EVERY_ROLE },
  addWallet: { key: "never", roles: EVERY_ROLE },
  removeWallet: { key: "never", roles: EVERY_ROLE },

  // What needs a second person. Who may decide about one approval follows from the operation that it is for.
  listApprovals: { key: "never", roles: EVERY_ROLE },
  getApproval: { key: "never", roles: EVERY_ROLE },
  approveApproval: { key: "never", roles: PAYING },
  refuseApproval: { key: "never", roles: PAYING },
  withdrawApproval: { key: "never", roles: EVERY_ROLE },
  takeApprovalAnswer: { key: "never", roles: EVERY_ROLE },
  getApprovalPolicy: { key: "never", roles: EVERY_ROLE },
  putApprovalPolicy: { key: "never", roles: DECIDING },

  // Orchestrators that act for an account
  listClientIdLinks: { key: "never", roles: EVERY_ROLE },
  leaveOrchestrator: { key: "never", roles: DECIDING },
  updateLinkKyt: { key: "never", roles: DECIDING },
  validateLinkIntent: { key: "never", roles: DECIDING },
  completeLinkIntent: { key: "never", roles: DECIDING },

  // An orchestrator's own operations
  listOrchestrators: { key: "never", roles: EVERY_ROLE },
  createOrchestrator: { key: "never", roles: DECIDING },
  listOrchestratorKeys: { key: "members", roles: BUILDING },
  createOrchestratorKey: { key: "all", roles: DECIDING },
  rotateOrchestratorKey: { key: "all", roles: DECIDING },
  revokeOrchestratorKey: { key: "members", roles: BUILDING },
  listLinkIntents: { key: "read", roles: EVERY_ROLE },
  createLinkIntent: { key: "members", roles: BUILDING },
  listLinkedClientIds: { key: "read", roles: EVERY_ROLE },
  linkClientId: { key: "members", roles: DECIDING },
  unlinkClientId: { key: "members", roles: BUILDING },
  listOrchestratorPlatforms: { key: "read", roles: EVERY_ROLE },
  getOrchestratorEarnings: { key: "read", roles: EVERY_ROLE },
  exportOrchestratorFees: { key: "read", roles: EVERY_ROLE },
  listOrchestratorEvents: { key: "read", roles: EVERY_ROLE },
  listFeeConfigs: { key: "read", roles: EVERY_ROLE },
  createFeeConfig: { key: "destinations", roles: DECIDING },
  updateFeeConfig: { key: "destinations", roles: DECIDING },
  disableFeeConfig: { key: "destinations", roles: DECIDING },
  getBranding: { key: "read", roles: EVERY_ROLE },
  createBranding: { key: "all", roles: DECIDING },
  updateBranding: { key: "all", roles: DECIDING },
  removeBranding: { key: "all", roles: DECIDING },
  listOrchestratorWebhooks: { key: "webhooks", roles: BUILDING },
  createOrchestratorWebhook: { key: "webhooks", roles: BUILDING },
  reactivateOrchestratorWebhook: { key: "webhooks", roles: BUILDING },
  deactivateOrchestratorWebhook: { key: "webhooks", roles: BUILDING },
  rotateOrchestratorWebhookSecret: { key: "webhooks", roles: BUILDING },
  testOrchestratorWebhook: { key: "webhooks", roles: BUILDING },
  listOrchestratorWebhookDeliveries: { key: "webhooks", roles: BUILDING },
  replayOrchestratorWebhookDelivery: { key: "webhooks", roles: BUILDING },

  // Confirmations of what a session changes
  proveStepUp: { key: "never", roles: EVERY_ROLE },
  getStepUpSettings: { key: "never", roles: EVERY_ROLE },
  updateStepUpSettings: { key: "never", roles: DECIDING },

  // Sessions and the service itself
  loginPlatform: { key: "open", roles: NO_ROLE },
  registerPlatform: { key: "open", roles: NO_ROLE },
  createWalletChallenge: { key: "open", roles: NO_ROLE },
  verifyWalletChallenge: { key: "open", roles: NO_ROLE },
  createPasskeyChallenge: { key: "open", roles: NO_ROLE },
  verifyPasskey: { key: "open", roles: NO_ROLE },
  readInvitationAsGuest: { key: "open", roles: NO_ROLE },
  createJoinPasskey: { key: "open", roles: NO_ROLE },
  joinByPasskey: { key: "open", roles: NO_ROLE },
  joinByWallet: { key: "open", roles: NO_ROLE },
  logout: { key: "never", roles: EVERY_ROLE },
  listSessions: { key: "never", roles: EVERY_ROLE },
  endOtherSessions: { key: "never", roles: EVERY_ROLE },
  endSession: { key: "never", roles: EVERY_ROLE },
  listAlarms: { key: "never", roles: OWNING },
  markAlarmsRead: { key: "never", roles: OWNING },
  listNotificationChannels: { key: "never", roles: EVERY_ROLE },
  createNotificationChannel: { key: "never", roles: EVERY_ROLE },
  confirmNotificationChannel: { key: "never", roles: EVERY_ROLE },
  sendNotificationCode: { key: "never", roles: EVERY_ROLE },
  updateNotificationChannel: { key: "never", roles: EVERY_ROLE },
  deleteNotificationChannel: { key: "never", roles: EVERY_ROLE },
  listRecoveries: { key: "never", roles: OWNING },
  stopRecovery: { key: "never", roles: OWNING },
  authHealth: { key: "open", roles: NO_ROLE },
  health: { key: "open", roles: NO_ROLE },
  ready: { key: "open", roles: NO_ROLE },
} as const satisfies Record<string, OperationRow>;

export type OperationId = keyof typeof OPERATIONS;
