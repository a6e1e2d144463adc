import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { showPersonalData } from "@/server/payers/personal-data";
import { PayerPath, PersonalData } from "@/server/payers/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getPersonalData",
      summary: "Read all that is kept of a payer, for that person",
      tags: ["Payer"],
      auth: ["apiKey"],
      params: PayerPath,
      status: 200,
      returns: PersonalData,
      errors: ["payer_not_found", "not_found"],
    },
    ({ ctx, params }) => showPersonalData(ctx, params.clientUserId),
  ),
});
