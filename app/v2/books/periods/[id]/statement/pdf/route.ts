import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { PeriodParams } from "@/server/ledger/closing/schema";
import { statementPdf } from "@/server/ledger/closing/statement-pdf";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getStatementPdf",
      summary: "Download the statement of a closed month as PDF",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      params: PeriodParams,
      status: 200,
      returns: undefined,
      download: "application/pdf",
      errors: ["not_found"],
    },
    ({ ctx, params }) => statementPdf(ctx, params.id),
  ),
});
