import type { EventPayload, NewEvent } from "@/server/webhooks/announcing/events";

type PaymentEvent = NewEvent<"payment.confirmed"> | NewEvent<"payment.partial">;

/** How the paid request came to be. */
export interface PaymentOrigin {
  /** Public value (`cli_…`) of the client ID the request was created with. */
  clientId: string | null;
  /** `Origin` recorded at creation. */
  origin: string | null;
  /** Token of the secure payment link the request came from. */
  securePaymentToken: string | null;
}

/**
 * The core event and its variants, in the order of E-D7: core, `.client_id` when the request was created
 * with a client ID, `.checkout` when it came from a secure payment link (events.md §3.2, E-D3). The core
 * carries `clientId` and `origin` too when known (E-D1). All share the core's `paymentId`.
 */
export function withVariants(core: PaymentEvent, from: PaymentOrigin): NewEvent[] {
  const payload: EventPayload<"payment.confirmed"> = { ...core.payload };
  if (from.clientId !== null) payload.clientId = from.clientId;
  if (from.origin !== null) payload.origin = from.origin;
  const events: NewEvent[] = [{ ...core, payload }];
  if (from.clientId !== null) {
    events.push({
      ...core,
      name: `${core.name}.client_id`,
      payload: { ...payload, clientId: from.clientId, origin: from.origin },
      dedupeKey: variantKey(core, "client_id"),
    });
  }
  if (from.securePaymentToken !== null) {
    events.push({
      ...core,
      name: `${core.name}.checkout`,
      payload: { ...payload, securePaymentToken: from.securePaymentToken },
      dedupeKey: variantKey(core, "checkout"),
    });
  }
  return events;
}

function variantKey(core: PaymentEvent, variant: string): string | null {
  return core.dedupeKey === null ? null : `${core.dedupeKey}:${variant}`;
}
