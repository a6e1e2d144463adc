import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { addressGroup } from "@/server/lib/address-group";
import { type Budget, spend } from "@/server/lib/database/budget";
import { BridgeFault, type BridgeProvider } from "@/server/providers/crosschain/provider";

const MINUTE_MS = 60_000;
/** Twenty deposits that are quoted once more each time a page looks, from one household, and from all visitors of a link. */
const QUOTES_A_MINUTE = { visitor: 60, link: 120 };

/**
 * Counts a question to the provider of bridges. Everybody with a link can cause one, and its key is that of all: what one
 * visitor and the visitors of one link may ask is bounded, so that they leave the others theirs. Throws 429 for them,
 * and `BridgeFault` where the provider's own quota is used up.
 */
export async function spendBridgeQuote(
  ctx: Ctx,
  { id, budget }: Pick<BridgeProvider, "id" | "budget">,
  linkId: string | null,
): Promise<void> {
  const all = budget ? [{ scope: `bridge:${id}`, ...budget }] : [];
  const over = await spend(ctx, [...visitorsBudgets(ctx, linkId), ...all]);
  if (!over) return;
  if (all.some(({ scope }) => scope === over.scope)) {
    throw new BridgeFault("quota used up", { isQuota: true, retryAfterMs: over.retryAfterSeconds * 1_000 });
  }
  throw new ApiError("too_many_requests", "Too many prices were asked for here; try again in a minute", {
    retryAfterSeconds: over.retryAfterSeconds,
  });
}

function visitorsBudgets({ caller: { ip } }: Pick<Ctx, "caller">, linkId: string | null): Budget[] {
  if (linkId === null) return [];
  const { visitor, link } = QUOTES_A_MINUTE;
  const perMinute = (scope: string, limit: number) => ({
    scope: `bridge_quotes ${scope}`,
    limit,
    windowMs: MINUTE_MS,
  });
  return [
    ...(ip === null ? [] : [perMinute(`visitor ${addressGroup(ip)}`, visitor)]),
    perMinute(`link ${linkId}`, link),
  ];
}
