import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { closePeriod } from "@/server/ledger/closing/close";
import { CloseBody, Period, PeriodParams } from "@/server/ledger/closing/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "closePeriod",
      summary: "Close a month of the books and sign its statement",
      tags: ["Books"],
      auth: ["session"],
      params: PeriodParams,
      body: CloseBody,
      status: 200,
      returns: Period,
      errors: ["not_found", "conflict"],
    },
    ({ ctx, params, body }) => closePeriod(ctx, params.id, body),
  ),
});
