import type { Ctx } from "@/server/context";
import type { Token } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import { hasSumLimit, type KeyUse } from "@/server/platforms/key-bounds/count-use";
import { PriceUnavailable } from "@/server/prices/price-book";
import { worthOf, worthOfTokens } from "@/server/requests/creating/worth";
import type { RequestDraft } from "@/server/requests/draft";

type Valuing = Pick<Ctx, "caller" | "prices">;

/**
 * What new requests count for the limit of the caller's key: each with all its fees, at the prices of now, rounded up. Null
 * for callers without a limit. Throws 503 where a currency has no price: what nobody can value passes no limit.
 */
export async function keyUseOf(ctx: Valuing, drafts: readonly RequestDraft[]): Promise<KeyUse | null> {
  const { limit } = ctx.caller;
  if (limit === null) return null;
  const payments = drafts.length;
  if (!hasSumLimit(limit)) return { payments, microUsd: 0n };
  return { payments, microUsd: await orNoPrice(worthOf(ctx, drafts)) };
}

/** The same for a schedule of payments of one amount each, base units of its token. */
export async function keyUseOfSchedule(
  ctx: Valuing,
  { token, payments, amount }: { token: Token; payments: number; amount: bigint },
): Promise<KeyUse | null> {
  const { limit } = ctx.caller;
  if (limit === null) return null;
  if (!hasSumLimit(limit)) return { payments, microUsd: 0n };
  return { payments, microUsd: await orNoPrice(worthOfTokens(ctx, token, amount * BigInt(payments))) };
}

async function orNoPrice(worth: Promise<bigint>): Promise<bigint> {
  try {
    return await worth;
  } catch (error) {
    if (!(error instanceof PriceUnavailable)) throw error;
    throw new ApiError("price_unavailable", `This key has a limit in USD: ${error.message}`, {
      details: { code: "price_unavailable" },
      cause: error,
    });
  }
}
