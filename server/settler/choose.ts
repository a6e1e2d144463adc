import { collectingCall, collectingGas, MAX_COLLECTED } from "@/server/chains/deposit-collection";
import type { Ctx } from "@/server/context";
import type { Fees } from "@/server/executor/fees";
import { timesUp } from "@/server/lib/ratio";
import { PriceUnavailable } from "@/server/prices/price-book";
import type { WaitingMoney } from "@/server/settler/book";
import type { SettlerParts } from "@/server/settler/parts";

/** How long an address is left alone that could not be collected from: frozen by its issuer, or emptied by somebody else. */
const LEAVE_ALONE_MS = 10 * 60_000;

/** More than the 500,000 that the factory gives one address, and what it needs around that. */
const TRIAL_GAS = 700_000n;
/** Addresses that are tried for one transaction. */
const MAX_TRIED = 2 * MAX_COLLECTED;

/** Addresses that are left alone for a while, and until when, milliseconds since 1970. Losing it costs a few calls. */
export type LeftAlone = Map<string, number>;

export interface Choice {
  /** Those that the chain would collect from now, at most as many as fit into a transaction. */
  chosen: WaitingMoney[];
  /** Nobody can tell what gas is worth in their tokens, so nobody can tell whether they are worth it. */
  unpriced: number;
}

/** What is worth its gas, and can be collected now. Throws `ChainError`. */
export async function chooseDeposits(
  ctx: Ctx,
  parts: SettlerParts,
  fees: Fees,
  leftAlone: LeftAlone,
): Promise<Choice> {
  const { book, network, node, signer } = parts;
  const now = ctx.now().getTime();
  for (const [address, until] of leftAlone) if (until <= now) leftAlone.delete(address);
  const waiting = (await book.waiting(ctx, network.id)).filter(({ address }) => !leftAlone.has(address));
  const least = new Map<string, bigint | null>();
  for (const { token } of waiting) {
    if (!least.has(token.symbol)) least.set(token.symbol, await leastWorth(ctx, parts, token, fees));
  }
  const leastOf = ({ token }: WaitingMoney) => least.get(token.symbol) ?? null;
  const worth = waiting.filter((one) => {
    const units = leastOf(one);
    return units !== null && one.units >= units;
  });
  const tried = worth.slice(0, MAX_TRIED);
  const results = await node.calls(
    tried.map(({ terms }) => {
      const { call } = collectingCall(network, [terms]);
      return { from: signer.address, to: call.to, data: call.data, gas: TRIAL_GAS };
    }),
  );
  for (const [index, { address }] of tried.entries()) {
    if (results[index]?.ok !== true) leftAlone.set(address, now + LEAVE_ALONE_MS);
  }
  return {
    chosen: tried.filter((_, index) => results[index]?.ok === true).slice(0, MAX_COLLECTED),
    unpriced: waiting.filter((one) => leastOf(one) === null).length,
  };
}

/** What has to wait at an address so that its gas takes no more than is allowed, base units; null where nobody knows a price. */
async function leastWorth(
  ctx: Ctx,
  { network, settings }: SettlerParts,
  token: WaitingMoney["token"],
  fees: Fees,
): Promise<bigint | null> {
  try {
    const { ratio } = await ctx.prices.rate(network.native.symbol, token.symbol, network.id);
    // Of an address that is collected from alone, which is the dearest.
    const wei = collectingGas(network.family, 1) * fees.maxFee * BigInt(settings.gasMultiple);
    return timesUp(wei, {
      n: ratio.n * 10n ** BigInt(token.decimals),
      d: ratio.d * 10n ** BigInt(network.native.decimals),
    });
  } catch (error) {
    if (error instanceof PriceUnavailable) return null;
    throw error;
  }
}
