import express, { type Express } from "express";
import { createDispatcher, WebhookError } from "quittance/webhooks";
import type { Orders } from "./receiver";

/** The webhook of a shop in Express. `express.raw` hands on the bytes that were signed; `express.json` would change them. */
export function createShopApp(secret: string, orders: Orders): Express {
  const dispatcher = createDispatcher({
    secrets: secret,
    seen: (_, paymentId) => paymentId !== null && orders.knows(paymentId),
    on: {
      "payment.confirmed": ({ requestId, paymentId }) => orders.fulfil(requestId, paymentId),
    },
  });
  const app = express();
  app.post("/hooks", express.raw({ type: () => true, limit: "1mb" }), async (request, response) => {
    try {
      response.send(await dispatcher.dispatch(request.body, request.headers));
    } catch (error) {
      // Whatever else went wrong, the service sends it again.
      response.sendStatus(error instanceof WebhookError ? 400 : 500);
    }
  });
  return app;
}
