import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { reconcile } from "@/server/ledger/reconciliation/reconcile";
import { Reconciliation, ReconciliationQuery } from "@/server/ledger/reconciliation/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getReconciliation",
      summary:
        "Compare a period of the books with your own: balances, totals, differences, unmatched receipts",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      query: ReconciliationQuery,
      status: 200,
      returns: Reconciliation,
      errors: [],
    },
    ({ ctx, query }) => reconcile(ctx, query),
  ),
});
