import { endpoint } from "@/server/http/endpoint";
import { readTextBody } from "@/server/http/read-body";
import { route } from "@/server/http/route";
import { NoticeTaken } from "@/server/payers/schema";
import { takeNotice } from "@/server/payers/take-notice";
import { wakeOfframps } from "@/server/requests/offramp-transfers/sync";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "takeOfframpNotice",
      summary: "Notices of the off-ramp provider, signed in X-Webhook-Signature",
      tags: ["Payer"],
      auth: [],
      status: 200,
      returns: NoticeTaken,
      errors: ["validation_failed", "not_supported_yet", "malformed_body", "payload_too_large"],
    },
    async ({ ctx, request }) => {
      const notice = {
        raw: await readTextBody(request),
        signature: request.headers.get("x-webhook-signature"),
      };
      await takeNotice(ctx, notice, wakeOfframps);
      return { received: true };
    },
  ),
});
