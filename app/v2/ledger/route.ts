import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { readEntries } from "@/server/ledger/reading/read-entries";
import { LedgerPage, LedgerQuery } from "@/server/ledger/reading/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listLedgerEntries",
      summary: "Read the journal in the order in which it was written, after the last entry that was read",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      query: LedgerQuery,
      status: 200,
      returns: LedgerPage,
      errors: ["not_found"],
    },
    ({ ctx, query }) => readEntries(ctx, query),
  ),
});
