import type { Methods } from "@/sdk/resources/methods";

/** Webhooks of an account. Needs a session; `clientId` in the options narrows a call to those of one client ID. */
export function webhooksOf({ operation, list }: Methods) {
  return {
    /** Lists webhooks. */
    list: operation("get", "/v1/webhook", "nothing"),
    /** Creates a webhook and shows its secret once. */
    create: operation("post", "/v1/webhook", "body"),
    /** Switches a webhook on or off, and chooses its events and retries. */
    update: operation("put", "/v1/webhook/{webhookId}", "body"),
    /** Deletes a webhook. */
    delete: operation("delete", "/v1/webhook/{webhookId}", "nothing"),
    /** Replaces the secret and shows the new one once. */
    rotateSecret: operation("post", "/v1/webhook/{webhookId}/rotate-secret", "nothing"),
    /** Sends a test event to one webhook, or to all active ones of the scope. */
    test: operation("post", "/v1/webhook/test", "body"),
    /** Lists the deliveries of all webhooks with their attempts, the newest first. */
    listDeliveries: list("/v1/webhook/deliveries", { items: "deliveries", id: "id", by: "cursor" }),
    /** Lists the deliveries of one webhook. */
    listDeliveriesOf: list("/v1/webhook/{webhookId}/deliveries", {
      items: "deliveries",
      id: "id",
      by: "cursor",
    }),
    /** Reads one delivery with its attempts. */
    getDelivery: operation("get", "/v1/webhook/deliveries/{deliveryId}", "nothing"),
    /** Sends one delivery again. */
    replayDelivery: operation("post", "/v1/webhook/deliveries/{deliveryId}/replay", "nothing"),
    /** Sends again what a webhook missed since a time. */
    replayFailed: operation("post", "/v1/webhook/{webhookId}/replay", "body"),
  };
}
