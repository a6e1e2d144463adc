import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { PeriodParams } from "@/server/ledger/closing/schema";
import { statementCsv } from "@/server/ledger/closing/statement-csv";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getStatementCsv",
      summary: "Download the statement of a closed month as CSV",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      params: PeriodParams,
      status: 200,
      returns: undefined,
      download: "text/csv",
      errors: ["not_found"],
    },
    ({ ctx, params }) => statementCsv(ctx, params.id),
  ),
});
