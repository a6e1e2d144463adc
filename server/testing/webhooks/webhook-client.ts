import { GET as listDeliveries } from "@/app/v1/webhook/[webhookId]/deliveries/route";
import { POST as postReplayFailed } from "@/app/v1/webhook/[webhookId]/replay/route";
import { POST as postRotate } from "@/app/v1/webhook/[webhookId]/rotate-secret/route";
import { DELETE as deleteWebhook, PUT as putWebhook } from "@/app/v1/webhook/[webhookId]/route";
import { POST as postReplay } from "@/app/v1/webhook/deliveries/[deliveryId]/replay/route";
import { GET as getDelivery } from "@/app/v1/webhook/deliveries/[deliveryId]/route";
import { GET as listWebhooks, POST as postWebhook } from "@/app/v1/webhook/route";
import { POST as postTest } from "@/app/v1/webhook/test/route";
import { type Answered, send } from "@/server/testing/send";

type Headers = Record<string, string>;

/** Webhook management as somebody with these headers finds it. */
export interface WebhookClient {
  create(body: unknown, more?: Headers): Promise<Answered>;
  list(more?: Headers): Promise<Answered>;
  put(id: string, body?: unknown, more?: Headers): Promise<Answered>;
  remove(id: string, more?: Headers): Promise<Answered>;
  rotate(id: string, more?: Headers): Promise<Answered>;
  test(body: unknown, more?: Headers): Promise<Answered>;
  /** `query` begins with `?`. */
  deliveries(id: string, query?: string, more?: Headers): Promise<Answered>;
  delivery(id: string, more?: Headers): Promise<Answered>;
  replay(deliveryId: string, more?: Headers): Promise<Answered>;
  replayFailed(id: string, body: unknown, more?: Headers): Promise<Answered>;
}

/** Calls the route handlers; `more` headers go beside those of `who`. */
export function webhookClient(who: Headers): WebhookClient {
  const base = "/v1/webhook";
  const headers = (more: Headers = {}) => ({ ...who, ...more });
  return {
    create: (body, more) => send(postWebhook, base, { method: "POST", headers: headers(more), body }),
    list: (more) => send(listWebhooks, base, { headers: headers(more) }),
    put: (id, body, more) =>
      send(putWebhook, `${base}/${id}`, {
        method: "PUT",
        headers: headers(more),
        body,
        params: { webhookId: id },
      }),
    remove: (id, more) =>
      send(deleteWebhook, `${base}/${id}`, {
        method: "DELETE",
        headers: headers(more),
        params: { webhookId: id },
      }),
    rotate: (id, more) =>
      send(postRotate, `${base}/${id}/rotate-secret`, {
        method: "POST",
        headers: headers(more),
        params: { webhookId: id },
      }),
    test: (body, more) => send(postTest, `${base}/test`, { method: "POST", headers: headers(more), body }),
    deliveries: (id, query = "", more) =>
      send(listDeliveries, `${base}/${id}/deliveries${query}`, {
        headers: headers(more),
        params: { webhookId: id },
      }),
    delivery: (id, more) =>
      send(getDelivery, `${base}/deliveries/${id}`, { headers: headers(more), params: { deliveryId: id } }),
    replay: (id, more) =>
      send(postReplay, `${base}/deliveries/${id}/replay`, {
        method: "POST",
        headers: headers(more),
        params: { deliveryId: id },
      }),
    replayFailed: (id, body, more) =>
      send(postReplayFailed, `${base}/${id}/replay`, {
        method: "POST",
        headers: headers(more),
        body,
        params: { webhookId: id },
      }),
  };
}
