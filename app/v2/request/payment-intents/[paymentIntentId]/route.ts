import { z } from "zod";
import { ApiError } from "@/server/errors";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

/** Signed payment intents of former clients. None is ever issued, so none is ever found (PI-01 to PI-03, D-16). */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "submitPaymentIntent",
      summary: "Deprecated: payment intents are not issued any more",
      tags: ["Requests"],
      auth: ["apiKey", "clientId"],
      params: z.object({
        paymentIntentId: z.string().describe("ID of the announced payment, from the calldata answer."),
      }),
      status: 200,
      returns: z.object({}),
      errors: ["not_found"],
    },
    () => {
      throw new ApiError("not_found", "Payment intent data not found");
    },
  ),
});
