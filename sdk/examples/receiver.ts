import { createServer, type IncomingMessage, type Server } from "node:http";
import { createDispatcher, WebhookError } from "quittance/webhooks";

/** What the shop keeps of its orders, in its database. */
export interface Orders {
  /** Whether goods were sent for this payment. */
  knows(paymentId: string): Promise<boolean>;
  /** Sends the goods of a request and remembers the payment, in one transaction. */
  fulfil(requestId: string, paymentId: string): Promise<void>;
}

/** No event is larger. */
const MOST_BYTES = 1_000_000;

/** A server that takes webhooks, with Node alone. */
export function createReceiver(secret: string, orders: Orders): Server {
  const dispatcher = createDispatcher({
    secrets: secret,
    seen: (_, paymentId) => paymentId !== null && orders.knows(paymentId),
    on: {
      "payment.confirmed": ({ requestId, paymentId }) => orders.fulfil(requestId, paymentId),
    },
  });
  return createServer(async (request, response) => {
    try {
      const outcome = await dispatcher.dispatch(await bodyOf(request), request.headers);
      response.writeHead(200).end(outcome);
    } catch (error) {
      // Whatever else went wrong, the service sends it again.
      response.writeHead(error instanceof WebhookError ? 400 : 500).end();
    }
  });
}

/** The bytes as they came: a parser before the check would change what was signed. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new WebhookError("malformed", "It is larger than any event");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
