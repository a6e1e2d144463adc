import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { ValueBody, ValuedEntries } from "@/server/ledger/worth/schema";
import { valueByHand } from "@/server/ledger/worth/value-by-hand";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "valueEntries",
      summary: "Say what entries of the books are worth, by a price of your own",
      tags: ["Books"],
      auth: ["session"],
      body: ValueBody,
      status: 200,
      returns: ValuedEntries,
      errors: ["conflict", "not_found"],
    },
    ({ ctx, body }) => valueByHand(ctx, body),
  ),
});
