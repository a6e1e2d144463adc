import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { getStatement } from "@/server/ledger/closing/read";
import { PeriodParams } from "@/server/ledger/closing/schema";
import { Statement } from "@/server/ledger/closing/statement-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getStatement",
      summary: "Read the signed statement of a closed month",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      params: PeriodParams,
      status: 200,
      returns: Statement,
      errors: ["not_found"],
    },
    ({ ctx, params }) => getStatement(ctx, params.id),
  ),
});
