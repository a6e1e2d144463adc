import { PaymentDetail } from "@/server/dashboard/detail-schema";
import { getPayment } from "@/server/dashboard/get-payment";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { RequestPath } from "@/server/requests/read-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getDashboardPayment",
      summary: "Get a payment with the reason of every state",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      params: RequestPath,
      status: 200,
      returns: PaymentDetail,
      errors: ["request_not_found", "secure_payment_not_found"],
    },
    ({ ctx, params }) => getPayment(ctx, params.requestId),
  ),
});
