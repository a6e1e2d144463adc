import { streamOf } from "@/sdk/events/stream";
import type { Methods } from "@/sdk/resources/methods";

/** Partners who bring platforms. Takes an orchestrator's key, or the session of its owner with `orchestratorId`. */
export function orchestratorsOf({ operation, list, environment }: Methods) {
  const readEvents = operation("get", "/v2/orchestrators/events", "query");
  return {
    /** Lists the orchestrators of the account. */
    list: operation("get", "/v2/orchestrators", "nothing"),
    /** Makes the account an orchestrator and shows its first key once. */
    create: operation("post", "/v2/orchestrators", "body"),
    /** Tells the fees that reached it, and what was paid through its links. */
    earnings: operation("get", "/v2/orchestrators/earnings", "nothing"),
    /** Every fee that reached it, as CSV. */
    exportEarnings: operation("get", "/v2/orchestrators/earnings/export", "nothing"),
    /** Lists client IDs that are or were linked to it, with volume and fees of each. */
    listPlatforms: list("/v2/orchestrators/platforms", { items: "platforms", id: "clientId", by: "page" }),
    /** What happened to it, in order. */
    events: {
      /** Reads its events after a number, or waits for the next one. */
      read: readEvents,
      /** Gives all of them after a number, and each new one as it happens. */
      stream: streamOf(readEvents, environment),
    },
    /** The client IDs that are linked to it. */
    clientIds: {
      /** Lists them. */
      list: list("/v2/orchestrators/client-ids", { items: "links", id: "clientId", by: "page" }),
      /** Links a client ID that was never linked. */
      link: operation("post", "/v2/orchestrators/client-ids", "body"),
      /** Ends the link to a client ID for ever. */
      unlink: operation("delete", "/v2/orchestrators/client-ids/{clientId}", "nothing"),
    },
    /** Links by which platforms come to it. */
    linkIntents: {
      /** Lists them and what became of them. */
      list: list("/v2/orchestrators/client-id-link-intents", { items: "intents", id: "id", by: "page" }),
      /** Creates one for one platform. */
      create: operation("post", "/v2/orchestrators/client-id-link-intents", "body"),
    },
    /** How pages of its linked client IDs look. */
    branding: {
      /** Reads its look, or the one that it gave a linked client ID. */
      get: operation("get", "/v2/orchestrators/branding", "query"),
      /** Says how pages look, of all or of one. */
      create: operation("post", "/v2/orchestrators/branding", "body"),
      /** Changes parts of that look. */
      update: operation("patch", "/v2/orchestrators/branding", "body"),
      /** Takes that look away. */
      delete: operation("delete", "/v2/orchestrators/branding", "query"),
    },
    /** What it charges. */
    fees: {
      /** Lists its fees. */
      list: operation("get", "/v2/orchestrators/fee-configs", "query"),
      /** Sets a fee for one flow and bearer, for all linked client IDs or one of them. */
      create: operation("post", "/v2/orchestrators/fee-configs", "body"),
      /** Changes a fee for payments created from now on. */
      update: operation("patch", "/v2/orchestrators/fee-configs/{id}", "body"),
      /** Disables a fee; its slot stays taken. */
      disable: operation("delete", "/v2/orchestrators/fee-configs/{id}", "query"),
    },
    /** Its keys. */
    keys: {
      /** Lists them, without their values. */
      list: operation("get", "/v2/orchestrators/keys", "nothing"),
      /** Creates another one; its value is shown once. */
      create: operation("post", "/v2/orchestrators/keys", "body"),
      /** Revokes one for ever. */
      revoke: operation("delete", "/v2/orchestrators/keys/{id}", "nothing"),
      /** Puts a new key in the place of one, which works until the overlap is over. */
      rotate: operation("post", "/v2/orchestrators/keys/{id}/rotate", "body"),
    },
    /** Its webhooks, for links and screenings. */
    webhooks: {
      /** Lists them, active or not. */
      list: operation("get", "/v2/orchestrators/webhooks", "nothing"),
      /** Creates one and shows its secret once. */
      create: operation("post", "/v2/orchestrators/webhooks", "body"),
      /** Switches one on again. */
      activate: operation("patch", "/v2/orchestrators/webhooks/{id}", "nothing"),
      /** Switches one off; its URL and secret survive. */
      deactivate: operation("delete", "/v2/orchestrators/webhooks/{id}", "nothing"),
      /** Gives one a new secret; the old one signs beside it for 24 hours. */
      rotateSecret: operation("post", "/v2/orchestrators/webhooks/{id}/rotate-secret", "nothing"),
      /** Sends a test event to all active ones. */
      test: operation("post", "/v2/orchestrators/webhooks/test", "body"),
      /** Lists deliveries with every attempt, the newest first. */
      listDeliveries: list("/v2/orchestrators/webhooks/deliveries", {
        items: "deliveries",
        id: "id",
        by: "cursor",
      }),
      /** Sends a delivery again: same bytes, new delivery ID. */
      replayDelivery: operation(
        "post",
        "/v2/orchestrators/webhooks/deliveries/{deliveryId}/replay",
        "nothing",
      ),
    },
  };
}
