/** What the rows of both kinds of keys have in common. */
interface KeyRow {
  allowedNetworks: string[] | null;
  lastUsedIp: string | null;
  lastUsedUserAgent: string | null;
  replacedAt: Date | null;
}

/** What a key is held to, and what called with it last, as its owner reads it. */
export function describeKeyUse({ allowedNetworks, lastUsedIp, lastUsedUserAgent, replacedAt }: KeyRow) {
  return {
    allowedNetworks,
    lastUsedIp,
    lastUsedUserAgent,
    replacedAt: replacedAt?.toISOString() ?? null,
  };
}
