import type { z } from "zod";
import { sameAddress } from "@/server/chains/address";
import { erc20Payment, spentBy } from "@/server/chains/evm/calldata";
import { verifyLifi } from "@/server/chains/evm/crosschain/lifi/verify";
import { totalOf } from "@/server/chains/evm/crosschain/message";
import type { Answer } from "@/server/providers/crosschain/http";
import type { LifiApi } from "@/server/providers/crosschain/lifi/api";
import { refusalOf } from "@/server/providers/crosschain/lifi/problem";
import { lifiStatus } from "@/server/providers/crosschain/lifi/status";
import { LifiStep, type LifiToken } from "@/server/providers/crosschain/lifi/step";
import {
  type BridgeAsked,
  BridgeFault,
  type BridgeProvider,
  type BridgeQuote,
  type BridgeToken,
  NoRoute,
} from "@/server/providers/crosschain/provider";
import { expiryOf, requireFairPrice, sameWorth } from "@/server/providers/crosschain/terms";

export const LIFI_URL = "https://li.quest/v1";
/** Enough for the fee proxy, with a token that costs much. */
const CALL_GAS = "200000";
/**
 * Of the questions that one IP address has in two hours (providers.md §1.1), a reserve stays. Quotes may be 75, steps
 * stamped anew 50.
 */
const QUOTES_WITHOUT_KEY = 45;
const QUOTES_WITH_KEY = 11_000;
const WINDOW_MS = 2 * 60 * 60_000;

/** A step can be stamped anew for so long, and so many are kept. */
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 500;

/**
 * LI.FI with Across as the only bridge (XC-04). Its transactions are taken only after every part was compared. `integrator`
 * is the name that LI.FI counts this service by.
 */
export function lifiBridge(
  api: LifiApi,
  { integrator, hasKey }: { integrator: string; hasKey: boolean },
  now: () => Date,
): BridgeProvider {
  const kept = new Map<string, { step: unknown; until: number }>();

  function keep(key: string, step: unknown): void {
    kept.delete(key);
    kept.set(key, { step, until: now().getTime() + KEPT_MS });
    for (const [oldest] of kept) {
      if (kept.size <= MOST_KEPT) return;
      kept.delete(oldest);
    }
  }

  async function quote(asked: BridgeAsked): Promise<BridgeQuote> {
    const answer = await api.contractCalls(bodyOf(asked, integrator));
    return taken(asked, answer);
  }

  function taken(asked: BridgeAsked, answer: Answer): BridgeQuote {
    const { status, body } = answer;
    if (status !== 200) throw refusalOf(status, body);
    const parsed = LifiStep.safeParse(body);
    if (!parsed.success) throw new BridgeFault("an answer of another form");
    const seconds = Math.floor(now().getTime() / 1_000);
    const result = quoteOf(parsed.data, asked, integrator, seconds);
    keep(keyOf(asked), body);
    return result;
  }

  return {
    id: "lifi",
    canSwap: false,
    budget: { limit: hasKey ? QUOTES_WITH_KEY : QUOTES_WITHOUT_KEY, windowMs: WINDOW_MS },
    quote,
    async restamp(asked) {
      const last = kept.get(keyOf(asked));
      if (!last || last.until <= now().getTime()) return quote(asked);
      try {
        return taken(asked, await api.stepTransaction(last.step));
      } catch (error) {
        // The route of that step is gone, or its price is no longer fair.
        if (error instanceof NoRoute) return quote(asked);
        throw error;
      }
    },
    status: (query) => lifiStatus(api, query),
  };
}

/** Steps are of exactly one payment: its reference is among these. */
function keyOf({ source, destination, payer, inputToken, payments }: BridgeAsked): string {
  const parts = [source.id, destination.id, payer, inputToken.address, payments];
  return JSON.stringify(parts, (_, value) => (typeof value === "bigint" ? value.toString() : value));
}

/** The body of `POST /quote/contractCalls` (providers.md §1.3). Throws `NoRoute` where a swap would be needed. */
function bodyOf(asked: BridgeAsked, integrator: string) {
  const { source, destination, payer, inputToken, outputToken, payments } = asked;
  const [payment] = payments;
  const proxy = destination.contracts.erc20FeeProxy.address;
  // A swap before the bridge is a call that nobody here can read.
  if (!payment || inputToken.symbol !== outputToken.symbol) throw new NoRoute("no_route", "another token");
  return {
    fromChain: source.chainId,
    fromToken: inputToken.address,
    fromAddress: payer,
    toChain: destination.chainId,
    toToken: outputToken.address,
    toAmount: totalOf(payments).toString(),
    contractCalls: payments.map((one) => ({
      fromAmount: spentBy(one).toString(),
      fromTokenAddress: one.token,
      toContractAddress: proxy,
      toContractCallData: erc20Payment(proxy, one).data,
      toContractGasLimit: CALL_GAS,
    })),
    // XC-07: where the call fails, the money reaches the payee all the same.
    toFallbackAddress: payment.payee,
    allowBridges: ["across"],
    integrator,
  };
}

/** Throws `BridgeFault` for a step that is not what was asked for. */
function quoteOf(step: LifiStep, asked: BridgeAsked, integrator: string, now: number): BridgeQuote {
  const { source, destination, payer, payments } = asked;
  const { action, estimate, transactionRequest } = step;
  requireToken("fromToken", action.fromToken, source.chainId, asked.inputToken);
  requireToken("toToken", action.toToken, destination.chainId, asked.outputToken);
  requireThat("fromChainId", action.fromChainId === source.chainId);
  requireThat("toChainId", action.toChainId === destination.chainId);
  requireThat(
    "fromAddress",
    action.fromAddress === undefined || sameAddress("evm", action.fromAddress, payer),
  );
  requireThat("fromAmount", action.fromAmount === estimate.fromAmount);
  requireThat("toAmountMin", estimate.toAmountMin >= totalOf(payments));
  requireThat("chainId", transactionRequest.chainId === source.chainId);
  const diamond = source.contracts.lifiRouter?.address ?? "0x";
  requireThat("approvalAddress", sameAddress("evm", estimate.approvalAddress, diamond));
  requireFairPrice(asked, estimate.fromAmount);
  const call = {
    to: transactionRequest.to,
    data: transactionRequest.data,
    value: BigInt(transactionRequest.value === "0x" ? 0 : transactionRequest.value),
  };
  const verified = verifyLifi(
    {
      source,
      destination,
      payer,
      inputToken: asked.inputToken.address,
      inputAmount: estimate.fromAmount,
      payments,
      now,
    },
    call,
    {
      integrator,
      mostArrives: sameWorth(estimate.fromAmount, asked.inputToken, asked.outputToken),
    },
  );
  if (!verified.ok) throw new BridgeFault(`calldata with another ${verified.problem.part}`);
  return {
    provider: "lifi",
    inputAmount: estimate.fromAmount,
    spender: diamond,
    recipient: destination.contracts.lifiReceiver?.address ?? "0x",
    call,
    ...expiryOf(verified.free, now),
    fillDeadline: verified.free.fillDeadline,
    seconds: estimate.executionDuration,
  };
}

function requireToken(
  part: string,
  token: z.infer<typeof LifiToken>,
  chainId: number,
  { address, decimals }: BridgeToken,
): void {
  requireThat(part, token.chainId === chainId && sameAddress("evm", token.address, address));
  requireThat(`${part} decimals`, token.decimals === decimals);
}

function requireThat(part: string, isSo: boolean): void {
  if (!isSo) throw new BridgeFault(`an answer with another ${part}`);
}
