import { describeRecipients } from "@/server/dashboard/recipients/known-recipients";
import { RecipientList, RecipientsBody } from "@/server/dashboard/recipients/recipients-schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "describePayoutRecipients",
      summary: "Tell known recipients of payouts from new ones and from look-alikes",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      body: RecipientsBody,
      status: 200,
      returns: RecipientList,
      errors: ["payouts_not_allowed"],
    },
    ({ ctx, body }) => describeRecipients(ctx, body),
  ),
});
