import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { reopenPeriod } from "@/server/ledger/closing/freeze";
import { getPeriod } from "@/server/ledger/closing/read";
import { Period, PeriodParams } from "@/server/ledger/closing/schema";
import { Done } from "@/server/lib/done";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getPeriod",
      summary: "Read a month of the books and what the chain says otherwise",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      params: PeriodParams,
      status: 200,
      returns: Period,
      errors: ["not_found"],
    },
    ({ ctx, params }) => getPeriod(ctx, params.id),
  ),
  DELETE: route(
    {
      operationId: "reopenPeriod",
      summary: "Let a month that is not closed take entries again",
      tags: ["Books"],
      auth: ["session"],
      params: PeriodParams,
      status: 200,
      returns: Done,
      errors: ["not_found", "conflict"],
    },
    ({ ctx, params }) => reopenPeriod(ctx, params.id),
  ),
});
