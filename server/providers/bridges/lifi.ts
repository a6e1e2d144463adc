import { z } from "zod";
import { sameAddress } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { erc20Payment, spentBy } from "@/server/chains/evm/calldata";
import { verifyLifi } from "@/server/chains/evm/crosschain/lifi";
import { totalOf } from "@/server/chains/evm/crosschain/message";
import { ask, type BridgeApi } from "@/server/providers/bridges/http";
import {
  type BridgeAsked,
  BridgeFault,
  type BridgeProvider,
  type BridgeQuote,
  type BridgeToken,
  NoRoute,
} from "@/server/providers/bridges/provider";
import { expiryOf, requireFairPrice } from "@/server/providers/bridges/terms";

export const LIFI_URL = "https://li.quest/v1";
/** Enough for the fee proxy, with a token that costs much. */
const CALL_GAS = "200000";
/** Of the quotes that one IP address has in two hours (providers.md §1.1), a reserve stays. */
const QUOTES_WITHOUT_KEY = 70;
const QUOTES_WITH_KEY = 11_000;
const WINDOW_MS = 2 * 60 * 60_000;

const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const hex = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/)
  .transform((text): Hex => `0x${text.slice(2)}`);
const Token = z.looseObject({ address: z.string(), chainId: z.number(), decimals: z.number().int() });

/** A step as far as we use it (providers.md §1.4); what else it holds is kept for asking again. */
const Step = z.looseObject({
  id: z.string(),
  type: z.string(),
  tool: z.string(),
  action: z.looseObject({
    fromChainId: z.number(),
    toChainId: z.number(),
    fromToken: Token,
    toToken: Token,
    fromAmount: units,
    fromAddress: z.string().optional(),
  }),
  estimate: z.looseObject({
    fromAmount: units,
    toAmountMin: units,
    approvalAddress: z.string(),
    executionDuration: z.number().nonnegative(),
  }),
  transactionRequest: z.looseObject({
    to: hex,
    data: hex,
    value: hex,
    chainId: z.number(),
    from: z.string().optional(),
  }),
});
const Problem = z.looseObject({
  code: z.union([z.number(), z.string()]).optional(),
  message: z.string().optional(),
  errors: z.unknown().optional(),
});

/** LI.FI with Across as the only bridge (XC-04). Its transactions are taken only after every part was compared. */
export function lifiBridge(api: BridgeApi & { integrator: string }, now: () => Date): BridgeProvider {
  return {
    id: "lifi",
    canSwap: false,
    budget: { limit: api.key === null ? QUOTES_WITHOUT_KEY : QUOTES_WITH_KEY, windowMs: WINDOW_MS },
    quote: (asked) => contractCallsQuote(api, asked, Math.floor(now().getTime() / 1_000)),
  };
}

async function contractCallsQuote(
  api: BridgeApi & { integrator: string },
  asked: BridgeAsked,
  now: number,
): Promise<BridgeQuote> {
  const { source, destination, payer, inputToken, outputToken, payments } = asked;
  const [payment] = payments;
  const proxy = destination.contracts.erc20FeeProxy.address;
  // A swap before the bridge is a call that nobody here can read.
  if (!payment || inputToken.symbol !== outputToken.symbol) throw new NoRoute("no_route", "another token");
  const body = {
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
    integrator: api.integrator,
  };
  const headers: Record<string, string> = api.key === null ? {} : { "x-lifi-api-key": api.key };
  const answer = await ask(
    `${api.url}/quote/contractCalls`,
    { method: "POST", headers, body },
    api.timeoutMs,
  );
  if (answer.status !== 200) throw refusalOf(answer.status, answer.body);
  const parsed = Step.safeParse(answer.body);
  if (!parsed.success) throw new BridgeFault("an answer of another form");
  return quoteOf(parsed.data, asked, api.integrator, now);
}

/** Throws `BridgeFault` for a step that is not what was asked for. */
function quoteOf(
  step: z.infer<typeof Step>,
  asked: BridgeAsked,
  integrator: string,
  now: number,
): BridgeQuote {
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
    integrator,
  );
  if (!verified.ok) throw new BridgeFault(`calldata with another ${verified.problem.part}`);
  return {
    provider: "lifi",
    inputAmount: estimate.fromAmount,
    spender: diamond,
    call,
    ...expiryOf(verified.free, now),
    fillDeadline: verified.free.fillDeadline,
    seconds: estimate.executionDuration,
  };
}

function requireToken(
  part: string,
  token: z.infer<typeof Token>,
  chainId: number,
  { address, decimals }: BridgeToken,
): void {
  requireThat(part, token.chainId === chainId && sameAddress("evm", token.address, address));
  requireThat(`${part} decimals`, token.decimals === decimals);
}

function requireThat(part: string, isSo: boolean): void {
  if (!isSo) throw new BridgeFault(`an answer with another ${part}`);
}

/** 1005 rate limit, 1006 server, 1009 timeout: faults, whatever their status (providers.md §1.6). */
const FAULTS = new Set(["1005", "1006", "1009", "1010"]);

function refusalOf(status: number, body: unknown): Error {
  const problem = Problem.safeParse(body).data;
  const code = String(problem?.code ?? "");
  if (FAULTS.has(code)) return new BridgeFault(`code ${code}`);
  if (status === 401 || status === 403) return new BridgeFault(`status ${status}: is the key right?`);
  if (/AMOUNT_TOO_LOW|FEES_HIGHER_THAN_AMOUNT/.test(JSON.stringify(problem?.errors ?? ""))) {
    return new NoRoute("amount_too_low", "below the bridge's minimum");
  }
  return new NoRoute("no_route", code === "" ? `status ${status}` : `code ${code}`);
}
