import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { explainDifferences } from "@/server/ledger/closing/explain";
import { ExplainBody, Period, PeriodParams } from "@/server/ledger/closing/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PUT: route(
    {
      operationId: "explainDifferences",
      summary: "Keep explanations of differences until the month is closed",
      tags: ["Books"],
      auth: ["session"],
      params: PeriodParams,
      body: ExplainBody,
      status: 200,
      returns: Period,
      errors: ["not_found", "conflict"],
    },
    ({ ctx, params, body }) => explainDifferences(ctx, params.id, body),
  ),
});
