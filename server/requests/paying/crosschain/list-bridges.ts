import { setTimeout as delay } from "node:timers/promises";
import { ChainError, type Funds } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { totalOf } from "@/server/chains/evm/crosschain/message";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import type { BridgeAsked } from "@/server/providers/bridges/provider";
import { sameWorth } from "@/server/providers/bridges/terms";
import type { PaymentRoute } from "@/server/requests/paying/calldata-schema";
import { askedFor } from "@/server/requests/paying/crosschain/plan-deposit";
import { allSources, type Source } from "@/server/requests/paying/crosschain/source";
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

/** What paying a due from a source costs, about, and what the wallet has there. */
export interface SourceEstimate {
  source: Source;
  asked: BridgeAsked;
  /** Base units of the token that is paid. */
  bridgeFee: bigint;
  /** Base units of the source's token, the bridge's fee included. */
  needed: bigint;
  /** The same of what the wallet has; null where the network did not say in time. */
  balance: bigint | null;
}

/** Every source from which a due could be paid, as far as that is known without asking a provider. */
export async function estimateSources(ctx: Ctx, due: Due, payer: Hex): Promise<SourceEstimate[]> {
  const { bridges } = ctx.providers;
  const { provider } = bridges;
  if (!provider || !bridges.isAvailable()) return [];
  const estimates = await Promise.all(
    allSources(ctx)
      .filter(({ token }) => token.id !== due.token.id)
      .filter(({ token }) => provider.canSwap || token.symbol === due.token.symbol)
      .map((source) => estimateOf(ctx, due, source, payer)),
  );
  return estimates.flatMap((estimate) => estimate ?? []);
}

async function estimateOf(ctx: Ctx, due: Due, source: Source, payer: Hex): Promise<SourceEstimate | null> {
  const asked = askedOrNull(due, source, payer);
  if (!asked) return null;
  const total = totalOf(asked.payments);
  const bridgeFee = ctx.providers.bridges.estimatedFee(asked, total);
  const needed = sameWorth(total + bridgeFee, asked.outputToken, asked.inputToken);
  const funds = await fundsAt(source, payer, asked.inputToken.address);
  return { source, asked, bridgeFee, needed, balance: funds && (funds.token ?? 0n) };
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
  return Promise.race([funds, delay(PATIENCE_MS, null, { ref: false })]);
}
