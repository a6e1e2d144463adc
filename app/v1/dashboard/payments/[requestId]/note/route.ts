import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { NoteBody, putNote } from "@/server/requests/note";
import { RequestPath } from "@/server/requests/read-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PUT: route(
    {
      operationId: "putDashboardPaymentNote",
      summary: "Write down a note about a payment, for the account alone",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      params: RequestPath,
      body: NoteBody,
      status: 200,
      returns: NoteBody,
      errors: ["request_not_found"],
    },
    ({ ctx, params, body }) => putNote(ctx, params.requestId, body),
  ),
});
