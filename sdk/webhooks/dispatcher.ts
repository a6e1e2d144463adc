import { WebhookError } from "@/sdk/webhooks/error";
import type { Delivery, WebhookBody, WebhookEventName } from "@/sdk/webhooks/event";
import { type Gap, watchGaps } from "@/sdk/webhooks/gaps";
import type { WebhookHeaders } from "@/sdk/webhooks/headers";
import type { RawBody } from "@/sdk/webhooks/signature";
import { type UnwrapOptions, unwrap } from "@/sdk/webhooks/unwrap";

/** What a handler is given: what is told, and the delivery that told it. */
export type Handlers = {
  [Name in WebhookEventName]?: (body: WebhookBody<Name>, delivery: Delivery<Name>) => unknown;
};

export interface DispatcherOptions extends UnwrapOptions {
  /** The secret of the webhook, or two of them while one is replaced. */
  secrets: string | readonly string[];
  /** What to do for each event; others are answered and left alone. A handler that throws has the delivery sent again. */
  on: Handlers;
  /**
   * Whether this was handled before: the delivery, or its event with its payment, which a service that was restored tells again
   * under a new delivery ID. `paymentId` is null for events of no payment. What a handler did has to be remembered by the
   * handler itself, in the transaction in which it does it: then nothing is done twice and nothing is lost.
   */
  seen(deliveryId: string, paymentId: string | null, body: WebhookBody): boolean | Promise<boolean>;
  /** Told of numbers that did not come within half a minute. For webhooks that hear all events of their account alone. */
  onGap?: (gap: Gap) => void;
  /** Told of what a handler threw in `respond`, whose answer says nothing of it. */
  onError?: (error: unknown) => void;
  /** The number of the last event that was handled before this program started. */
  after?: number;
  /** Has handlers called for test deliveries too, which tell of nothing that happened. */
  handlesTests?: boolean;
}

/** What became of a delivery that was proven. */
export type Outcome = "handled" | "seen" | "test" | "not_handled";

export interface Dispatcher {
  /** Takes a delivery. Throws `WebhookError` for what must not be believed, and what a handler throws. */
  dispatch(rawBody: RawBody, headers: WebhookHeaders): Promise<Outcome>;
  /** The same for servers that have requests and responses of fetch: 200, 400, or 500 where a handler threw. */
  respond(request: Request): Promise<Response>;
}

/** Numbers that are missing for longer than this do not come by themselves (docs/webhooks.md). */
const PATIENCE_MS = 30_000;

/** Hands each delivery to its handler, once. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { secrets, on, seen, onGap, onError, after, handlesTests = false, now = Date.now } = options;
  const gaps = watchGaps(PATIENCE_MS, after);
  /** What is handled at this moment: an attempt that overlaps with the one before waits for it. */
  const running = new Map<string, Promise<unknown>>();

  const handle = async (delivery: Delivery): Promise<Outcome> => {
    const { deliveryId, body, isTest } = delivery;
    if (isTest && !handlesTests) return "test";
    const handler = Object.hasOwn(on, body.event) ? on[body.event] : undefined;
    if (!handler) return "not_handled";
    if (await seen(deliveryId, paymentOf(body), body)) return "seen";
    // The name of an event and its body belong together, which a table by names cannot tell the compiler.
    await (handler as (body: WebhookBody, delivery: Delivery) => unknown)(body, delivery);
    return "handled";
  };

  const dispatch = async (rawBody: RawBody, headers: WebhookHeaders): Promise<Outcome> => {
    const delivery = await unwrap(rawBody, headers, secrets, options);
    const { sequence } = delivery.body;
    if (onGap && sequence !== undefined) for (const gap of gaps.note(sequence, now())) onGap(gap);
    // All that concerns one payment is handled one after the other.
    const turn = paymentOf(delivery.body) ?? delivery.deliveryId;
    const before = running.get(turn);
    const mine = (before ?? Promise.resolve()).catch(() => undefined).then(() => handle(delivery));
    running.set(turn, mine);
    try {
      return await mine;
    } finally {
      if (running.get(turn) === mine) running.delete(turn);
    }
  };

  return {
    dispatch,
    async respond(request) {
      try {
        return Response.json({ outcome: await dispatch(await request.arrayBuffer(), request.headers) });
      } catch (error) {
        if (error instanceof WebhookError) {
          return Response.json({ outcome: error.problem }, { status: 400 });
        }
        onError?.(error);
        return Response.json({ outcome: "failed" }, { status: 500 });
      }
    },
  };
}

function paymentOf(body: WebhookBody): string | null {
  return "paymentId" in body && typeof body.paymentId === "string" ? body.paymentId : null;
}
