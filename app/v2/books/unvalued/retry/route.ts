import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { retryUnvalued } from "@/server/ledger/worth/unvalued";
import { Done } from "@/server/lib/done";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "retryUnvalued",
      summary: "Have prices looked for again of all entries without one",
      tags: ["Books"],
      auth: ["session"],
      status: 200,
      returns: Done,
      errors: [],
    },
    ({ ctx }) => retryUnvalued(ctx),
  ),
});
