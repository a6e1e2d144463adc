import { describeLimit, type StoredLimit } from "@/server/platforms/key-bounds/daily-limit";

/** What the rows of both kinds of keys have in common. */
interface KeyRow extends StoredLimit {
  allowedNetworks: string[] | null;
  lastUsedIp: string | null;
  lastUsedUserAgent: string | null;
  replacedAt: Date | null;
  makerId: string | null;
  endsWithMembership: boolean;
}

/** What a key is held to, and what called with it last, as its owner reads it. */
export function describeKeyUse(row: KeyRow) {
  const { allowedNetworks, lastUsedIp, lastUsedUserAgent, replacedAt, makerId, endsWithMembership } = row;
  return {
    allowedNetworks,
    dailyLimit: describeLimit(row),
    lastUsedIp,
    lastUsedUserAgent,
    replacedAt: replacedAt?.toISOString() ?? null,
    makerId,
    endsWithMembership,
  };
}
