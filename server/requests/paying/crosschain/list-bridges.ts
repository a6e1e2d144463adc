import type { Funds } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { totalOf } from "@/server/chains/evm/crosschain/message";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { clock } from "@/server/lib/clock";
import type { BridgeAsked } from "@/server/providers/crosschain/provider";
import { sameWorth } from "@/server/providers/crosschain/terms";
import type { PaymentRoute } from "@/server/requests/paying/calldata-schema";
import { askedFor } from "@/server/requests/paying/crosschain/plan-deposit";
import { allSources, bridgeToken, type Source } from "@/server/requests/paying/crosschain/source";
import type { Due } from "@/server/requests/paying/due";

/** A network that takes longer to say what a wallet has is left out of the list. */
const PATIENCE_MS = 2_500;
const SHARE_DECIMALS = 18;

/**
 * The bridges by which a wallet could pay a due: where it has the money, as far as fees are known without asking anybody
 * (providers.md §0). None while the provider is left alone (XC-05), and none for what no bridge takes.
 */
export async function listBridges(ctx: Ctx, due: Due, payer: Hex): Promise<PaymentRoute[]> {
  const estimates = await estimateSources(ctx, due, payer);
  return estimates
    .filter(({ needed, balance }) => balance !== null && balance >= needed)
    .map((estimate) => routeOf(ctx, due, estimate))
    .sort((a, b) => a.fee - b.fee || (a.id < b.id ? -1 : 1));
}

/** What paying a due from a source costs, as far as that is known without asking a provider. */
interface Cost {
  asked: BridgeAsked;
  /** Base units of the token that is paid. */
  bridgeFee: bigint;
  /** Base units of the source's token, the bridge's fee included. */
  needed: bigint;
}

/** The same beside what the wallet has there. */
export interface SourceEstimate extends Cost {
  source: Source;
  /** Base units of the source's token; null where the network did not say in time. */
  balance: bigint | null;
}

/** Every source from which a due could be paid. */
export async function estimateSources(ctx: Ctx, due: Due, payer: Hex): Promise<SourceEstimate[]> {
  const estimates = await estimateTogether(ctx, [due], payer);
  return estimates.flatMap(({ costs: [cost], ...estimate }) => (cost ? [{ ...estimate, ...cost }] : []));
}

/** Every source from which several dues could be paid together, a deposit for each; `needed` is for all of them. */
export async function estimateTogether(
  ctx: Ctx,
  dues: readonly Due[],
  payer: Hex,
): Promise<(Omit<SourceEstimate, keyof Cost> & { costs: Cost[]; needed: bigint })[]> {
  const { bridges } = ctx.providers;
  const { provider } = bridges;
  if (!provider || !bridges.isAvailable()) return [];
  const estimates = await Promise.all(
    allSources(ctx)
      .filter(({ token }) => dues.every((due) => token.id !== due.token.id))
      .filter(({ token }) => provider.canSwap || dues.every((due) => token.symbol === due.token.symbol))
      .map(async (source) => {
        const costs = dues.flatMap((due) => costOf(ctx, due, source, payer) ?? []);
        if (costs.length < dues.length) return null;
        const funds = await fundsAt(source, payer, bridgeToken(source.token).address);
        const needed = costs.reduce((sum, cost) => sum + cost.needed, 0n);
        return { source, costs, needed, balance: funds && (funds.token ?? 0n) };
      }),
  );
  return estimates.flatMap((estimate) => estimate ?? []);
}

function costOf(ctx: Ctx, due: Due, source: Source, payer: Hex): Cost | null {
  const asked = askedOrNull(due, source, payer);
  if (!asked) return null;
  const total = totalOf(asked.payments);
  const bridgeFee = ctx.providers.bridges.estimatedFee(asked, total);
  return { asked, bridgeFee, needed: sameWorth(total + bridgeFee, asked.outputToken, asked.inputToken) };
}

function routeOf(ctx: Ctx, due: Due, { source, asked, bridgeFee }: SourceEstimate): PaymentRoute {
  const fees = totalOf(asked.payments) - due.amount + bridgeFee;
  const { sourceChain } = asked.destination;
  return {
    id: `${source.network.sourceChain}_${sourceChain}_${source.token.symbol}_${due.token.symbol}`,
    fee: Number(formatAmount((fees * 10n ** BigInt(SHARE_DECIMALS)) / due.amount, SHARE_DECIMALS)),
    feeInUSD: formatAmount(fees, due.token.decimals),
    feeBreakdown: [
      {
        type: "crosschain",
        stage: "sending",
        provider: "across",
        amount: formatAmount(
          sameWorth(bridgeFee, asked.outputToken, asked.inputToken),
          source.token.decimals,
        ),
        amountInUSD: formatAmount(bridgeFee, due.token.decimals),
        currency: source.token.symbol,
        network: source.network.id,
        rateProvider: ctx.providers.bridges.provider?.id,
      },
    ],
    speed: "FAST",
    price_impact: 0,
    chain: source.network.sourceChain ?? "",
    token: source.token.symbol,
  };
}

function askedOrNull(due: Due, source: Source, payer: Hex) {
  try {
    return askedFor(due, source, payer);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function fundsAt({ chain }: Source, wallet: Hex, token: Hex): Promise<Funds | null> {
  const funds = chain.funds({ wallet, token, spender: null }).catch((error: unknown) => {
    if (error instanceof ChainError) return null;
    throw error;
  });
  return Promise.race([funds, clock.wait(PATIENCE_MS, { unref: true }).then(() => null)]);
}
