import type { OperationId } from "@/server/auth/operations/operations";

/**
 * What is read from the replica where there is one (docs/decisions/read-replicas.md): lists and files that say how things
 * stand, and by which nobody pays, signs or repeats anything.
 */
export const READ_AT_REPLICA: ReadonlySet<OperationId> = new Set<OperationId>([
  "countDashboardPayments",
  "countDashboardSchedules",
  "exportAuditChain",
  "exportAuditLog",
  "exportDashboardPayments",
  "exportDashboardRequests",
  "exportDashboardSchedules",
  "exportOrchestratorFees",
  "getDashboardChanges",
  "getDashboardOverview",
  "getOrchestratorEarnings",
  "listAllWebhookDeliveries",
  "listAuditLog",
  "listDashboardPayers",
  "listDashboardPayments",
  "listDashboardSchedules",
  "listInvoices",
  "listOrchestratorWebhookDeliveries",
  "listRequestLog",
  "listRequests",
  "listWebhookDeliveries",
  "searchPayments",
]);
