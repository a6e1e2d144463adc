import { createDispatcher } from "quittance/webhooks";
import { isFulfilled, markFulfilled } from "../../orders";

/** What the service tells of payments. */
export async function POST(request: Request): Promise<Response> {
  const dispatcher = createDispatcher({
    secrets: process.env.QUITTANCE_WEBHOOK_SECRET ?? "",
    seen: (_, paymentId, { event }) => event === "payment.confirmed" && isFulfilled(paymentId),
    on: {
      "payment.confirmed": ({ reference, paymentId }) => markFulfilled(String(reference), paymentId),
    },
    onError: (error) => process.stderr.write(`${error}\n`),
  });
  return dispatcher.respond(request);
}
