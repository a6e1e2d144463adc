/**
 * What a key of an account or of an orchestrator can be let do, a part each. `read` is not part of the others: a key that
 * only creates requests cannot read them.
 */
export const KEY_SCOPES = [
  "read",
  "requests",
  "links",
  "payouts",
  "refunds",
  "destinations",
  "webhooks",
  "members",
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
