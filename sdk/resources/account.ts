import type { Methods } from "@/sdk/resources/methods";

/** Keys of an account. Needs a session, but for the key of the client itself. */
export function apiKeysOf({ operation }: Methods) {
  return {
    /** Lists API keys, without their values. */
    list: operation("get", "/v1/api-keys", "nothing"),
    /** Creates an API key; its value is shown once. */
    create: operation("post", "/v1/api-keys", "body"),
    /** Renames an API key, switches it off or on, or sets from where it is taken. */
    update: operation("put", "/v1/api-keys/{id}", "body"),
    /** Puts a new key in the place of one, which works until the overlap is over. */
    rotate: operation("post", "/v1/api-keys/{id}/rotate", "body"),
    /** Deletes an API key for ever. */
    delete: operation("delete", "/v1/api-keys/{id}", "nothing"),
    /** Reads which key the client calls with, and whose it is. */
    current: operation("get", "/v2/api-key", "nothing"),
    /** Deletes the key that the client calls with, for ever. */
    deleteCurrent: operation("delete", "/v2/api-key", "nothing"),
  };
}

/** Public client IDs of an account, for pages. */
export function clientIdsOf({ operation }: Methods) {
  return {
    /** Lists client IDs. */
    list: operation("get", "/v2/client-ids", "nothing"),
    /** Creates a client ID. */
    create: operation("post", "/v2/client-ids", "body"),
    /** Reads a client ID. */
    get: operation("get", "/v2/client-ids/{id}", "nothing"),
    /** Changes a client ID. */
    update: operation("put", "/v2/client-ids/{id}", "body"),
    /** Revokes a client ID for ever. */
    revoke: operation("delete", "/v2/client-ids/{id}", "nothing"),
  };
}

/** How the payer's page looks. */
export function brandingOf({ operation }: Methods) {
  return {
    /** Reads how the payment page looks. */
    get: operation("get", "/v1/branding", "query"),
    /** Says how the payment page looks, for all links or, with `clientId` in the query, those of one client ID. */
    put: operation("put", "/v1/branding", "body"),
    /** Goes back to the page's own look. */
    delete: operation("delete", "/v1/branding", "query"),
    /** Uploads a logo, to be set in a branding. */
    uploadLogo: operation("post", "/v1/branding/logo", "body"),
  };
}

/** Currencies, and what each can be paid in. */
export function currenciesOf({ operation }: Methods) {
  return {
    /** Lists currencies, or finds one. */
    list: operation("get", "/v2/currencies", "query"),
    /** Lists the payment currencies for an invoice currency. */
    conversionRoutes: operation("get", "/v2/currencies/{currencyId}/conversion-routes", "query"),
  };
}

/** Whether the service is fit for work. */
export function healthOf({ operation }: Methods) {
  return {
    /** Tells whether the process is alive. */
    alive: operation("get", "/v2/health", "nothing"),
    /** Tells whether database, migrations and chain watchers are fit for work. */
    ready: operation("get", "/v2/ready", "nothing"),
  };
}
