import { z } from "zod";
import { sameAddress } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { paymentMessage, totalOf } from "@/server/chains/evm/crosschain/message";
import { ask, type BridgeApi } from "@/server/providers/crosschain/http";
import {
  type BridgeAsked,
  BridgeFault,
  type BridgeProvider,
  type BridgeQuote,
  NoRoute,
} from "@/server/providers/crosschain/provider";
import { quoteAt, sameWorth } from "@/server/providers/crosschain/terms";

export const ACROSS_URL = "https://app.across.to/api";

const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const seconds = z.union([z.string().regex(/^\d{1,10}$/), z.number().int()]).transform(Number);
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text): Hex => `0x${text.slice(2)}`);
const token = z.looseObject({ address, decimals: z.number().int() });

/** As far as we use it (providers.md §2.4); other fields may come and go. */
const SuggestedFees = z.looseObject({
  totalRelayFee: z.looseObject({ total: units }),
  timestamp: seconds,
  fillDeadline: seconds,
  estimatedFillTimeSec: z.number().nonnegative().default(60),
  exclusivityDeadline: seconds,
  exclusiveRelayer: address,
  spokePoolAddress: address,
  isAmountTooLow: z.boolean(),
  inputToken: token.optional(),
  outputToken: token.optional(),
});
const Problem = z.looseObject({ code: z.string().optional(), message: z.string().optional() });

/** A relayer's price moves between the question and the deposit; a deposit that pays too little is not filled. */
const MARGIN = 50n;

/** Across' own quotes. They need a key; the deposit is ours to build. */
export function acrossBridge(api: BridgeApi, now: () => Date): BridgeProvider {
  return {
    id: "across",
    canSwap: false,
    budget: null,
    quote: (asked) => suggestedQuote(api, asked, Math.floor(now().getTime() / 1_000)),
  };
}

async function suggestedQuote(api: BridgeApi, asked: BridgeAsked, now: number): Promise<BridgeQuote> {
  const { source, destination, inputToken, outputToken, payments } = asked;
  const [payment] = payments;
  const handler = destination.contracts.acrossHandler;
  if (!payment || !handler) throw new NoRoute("no_route", "no handler");
  const worth = sameWorth(totalOf(payments), outputToken, inputToken);
  const query = new URLSearchParams({
    originChainId: String(source.chainId),
    destinationChainId: String(destination.chainId),
    inputToken: inputToken.address,
    outputToken: outputToken.address,
    amount: worth.toString(),
    recipient: handler.address,
    message: paymentMessage({
      proxy: destination.contracts.erc20FeeProxy.address,
      payments,
      fallbackRecipient: payment.payee,
    }),
    ...(inputToken.decimals === outputToken.decimals ? {} : { allowUnmatchedDecimals: "true" }),
  });
  const headers: Record<string, string> = api.key === null ? {} : { authorization: `Bearer ${api.key}` };
  const answer = await ask(`${api.url}/suggested-fees?${query}`, { method: "GET", headers }, api.timeoutMs);
  if (answer.status !== 200) throw refusalOf(answer.status, answer.body);
  const parsed = SuggestedFees.safeParse(answer.body);
  if (!parsed.success) throw new BridgeFault("an answer of another form");
  const fees = parsed.data;
  requireSameTokens(fees, asked);
  if (fees.isAmountTooLow) throw new NoRoute("amount_too_low", "below the bridge's minimum");
  const fee = fees.totalRelayFee.total;
  const isExclusive = BigInt(fees.exclusiveRelayer) !== 0n && fees.exclusivityDeadline > 0;
  return quoteAt(
    "across",
    asked,
    {
      inputAmount: worth + fee + fee / MARGIN + 1n,
      free: {
        exclusiveRelayer: isExclusive ? fees.exclusiveRelayer : "0x0000000000000000000000000000000000000000",
        exclusivitySeconds: isExclusive ? offsetOf(fees.exclusivityDeadline, now) : 0,
        quoteTimestamp: fees.timestamp,
        fillDeadline: fees.fillDeadline,
      },
      seconds: fees.estimatedFillTimeSec,
    },
    now,
  );
}

/** The pool takes small numbers as seconds from its block on, and large ones as a time. */
function offsetOf(deadline: number, now: number): number {
  return deadline > 31_536_000 ? Math.max(1, deadline - now) : deadline;
}

function requireSameTokens(fees: z.infer<typeof SuggestedFees>, asked: BridgeAsked): void {
  const pairs = [
    [fees.inputToken, asked.inputToken],
    [fees.outputToken, asked.outputToken],
  ] as const;
  for (const [theirs, ours] of pairs) {
    if (!theirs) continue;
    const isSame = sameAddress("evm", theirs.address, ours.address) && theirs.decimals === ours.decimals;
    if (!isSame) throw new BridgeFault(`speaks of another ${ours.symbol}`);
  }
  const pool = asked.source.contracts.acrossSpokePool?.address ?? "";
  if (!sameAddress("evm", fees.spokePoolAddress, pool)) throw new BridgeFault("names another pool");
}

/** 401 and 403 are ours to mend, and no way for payers either. */
function refusalOf(status: number, body: unknown): Error {
  const problem = Problem.safeParse(body).data;
  if (status === 401 || status === 403) return new BridgeFault(`status ${status}: is the key right?`);
  if (problem?.code === "AMOUNT_TOO_LOW") return new NoRoute("amount_too_low", "below the bridge's minimum");
  return new NoRoute("no_route", problem?.code ?? `status ${status}`);
}
