import { expect, test } from "vitest";
import { READ_AT_REPLICA } from "@/server/http/read-at-replica";
import { EVERY_OPERATION } from "@/server/testing/every-operation";

/** Lists that stay with the primary, by reason. */
const AT_THE_PRIMARY: Record<string, readonly string[]> = {
  "credentials and members, by which somebody is let in or kept out": [
    "listAccounts",
    "listApiKeys",
    "listApprovals",
    "listClientIdLinks",
    "listClientIds",
    "listClientIdsSession",
    "listInvitations",
    "listLinkIntents",
    "listLinkedClientIds",
    "listMembers",
    "listOrchestratorKeys",
    "listOrchestratorPlatforms",
    "listOrchestrators",
    "listOwnWallets",
    "listPasskeys",
    "listRecoveries",
    "listSessions",
  ],
  "settings, few and short": [
    "listFeeConfigs",
    "listNotificationChannels",
    "listOrchestratorWebhooks",
    "listSavedViews",
    "listWebhooks",
  ],
  "alarms, which are for at once": ["listAlarms", "listNodeDisagreements"],
  "what is signed, paid or paid back by": [
    "listDepositsToCollect",
    "listPaymentDetails",
    "listRefunds",
    "listRequestRoutes",
  ],
  "cursors that name their database": ["listEvents", "listLedgerEntries", "listOrchestratorEvents"],
  "the books, which are closed and signed": [
    "exportBooks",
    "getStatementCsv",
    "getStatementPdf",
    "listExports",
    "listMonthlyBalances",
    "listPeriods",
    "listReceivedByDay",
    "listUnvalued",
    "repeatExport",
  ],
  "papers of one payment": ["getInvoiceOfLink", "getInvoicePdf", "getInvoiceXml", "getReceiptPdf"],
  "no rows of an account": ["listConversionRoutes", "listCurrencies"],
};

const reads = EVERY_OPERATION.filter(({ endpoint }) => endpoint.at.startsWith("GET "));

test("what is read from a replica is there, and reads", () => {
  const known = reads.map(({ id }) => id);
  expect([...READ_AT_REPLICA].filter((id) => !known.includes(id))).toEqual([]);
});

test("every list, search, count, export and overview is read from a replica, or there is a reason why not", () => {
  const lists = reads.filter(
    ({ id, def }) => /^(?:list|search|count|export)|Overview$/.test(id) || def.download,
  );
  const left = lists.map(({ id }) => id).filter((id) => !READ_AT_REPLICA.has(id));
  expect(left.toSorted()).toEqual(Object.values(AT_THE_PRIMARY).flat().toSorted());
});

test("what asks for something to be signed or paid, a payment link or a single payment is not", () => {
  const never =
    /Calldata|SecurePayment|Signing|Quittance|Refund|Credential|ApiKey|Session|Recurring|^get(?:Request|Approval)/;
  expect([...READ_AT_REPLICA].filter((id) => never.test(id))).toEqual([]);
});
