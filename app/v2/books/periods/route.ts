import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { freezePeriod } from "@/server/ledger/closing/freeze";
import { listPeriods } from "@/server/ledger/closing/read";
import { FreezeBody, Period } from "@/server/ledger/closing/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listPeriods",
      summary: "List the months of the books that were ended, the newest first",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      status: 200,
      returns: z.object({ periods: z.array(Period).describe("The months, the newest first.") }),
      errors: [],
    },
    ({ ctx }) => listPeriods(ctx),
  ),
  POST: route(
    {
      operationId: "freezePeriod",
      summary: "End a month of the books: no entry gets into it, and it is compared with the chain",
      tags: ["Books"],
      auth: ["session"],
      body: FreezeBody,
      status: 201,
      returns: Period,
      errors: ["conflict"],
    },
    ({ ctx, body }) => freezePeriod(ctx, body),
  ),
});
