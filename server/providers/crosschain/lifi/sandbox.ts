import { encodeFunctionData, keccak256, pad, toHex, zeroAddress } from "viem";
import { z } from "zod";
import { lifiDiamondAbi } from "@/contracts/abis";
import { sameAddress } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { lifiMessage } from "@/server/chains/evm/crosschain/lifi/message";
import { readProxyCall } from "@/server/chains/evm/crosschain/message";
import { EVM_NETWORK_IDS, EVM_NETWORKS, type EvmNetwork } from "@/server/chains/networks";
import type { LifiApi } from "@/server/providers/crosschain/lifi/api";

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text): Hex => `0x${text.slice(2)}`);

const Asked = z.object({
  fromChain: z.number(),
  toChain: z.number(),
  fromToken: address,
  toToken: address,
  fromAddress: address,
  toAmount: z.string().transform(BigInt),
  toFallbackAddress: address,
  integrator: z.string(),
  contractCalls: z.array(
    z.object({
      toContractAddress: address,
      toContractCallData: z.string().transform((text): Hex => `0x${text.slice(2)}`),
    }),
  ),
});
type Asked = z.infer<typeof Asked>;

/** Five basis points, which is what a real bridge takes between stablecoins, and a cent. */
const SHARE = 2_000n;
const CENT = 100n;
/** Long enough for a busy machine, short enough to be waited for. */
const FILL_SECONDS = 180;
/** The clock of a local chain lags where nothing is mined. */
const LAG_SECONDS = 300;

/**
 * LI.FI for local chains, which the real one does not know: answers what it would answer, with transactions of the
 * contracts that stand in for its own there. Of a transfer it says the least that LI.FI ever says, that it is on its way:
 * what became of it is read from the chains, here as anywhere.
 */
export function lifiSandbox(now: () => Date): LifiApi {
  const answer = (status: number, body: unknown) => ({ status, body, retryAfterMs: null });
  function stepAt(asked: Asked, body: unknown) {
    const seconds = Math.floor(now().getTime() / 1_000);
    const from = sideOf(asked.fromChain, asked.fromToken);
    const to = sideOf(asked.toChain, asked.toToken);
    return from && to
      ? answer(200, { ...stepOf(asked, from, to, seconds), asked: body })
      : answer(404, { code: 1002, message: "No available quotes for the requested transfer" });
  }
  return {
    contractCalls: async (body) => stepAt(Asked.parse(body), body),
    async stepTransaction(step) {
      const { asked } = z.object({ asked: z.unknown() }).parse(step);
      return stepAt(Asked.parse(asked), asked);
    },
    status: async ({ txHash }) =>
      answer(200, { status: "PENDING", substatus: "WAIT_DESTINATION_TRANSACTION", sending: { txHash } }),
  };
}

function networkOf(chainId: number): EvmNetwork | null {
  const id = EVM_NETWORK_IDS.find((one) => EVM_NETWORKS[one].chainId === chainId);
  return id && EVM_NETWORKS[id].contracts.lifiReceiver ? EVM_NETWORKS[id] : null;
}

interface Side {
  network: EvmNetwork;
  token: { address: Hex; chainId: number; decimals: number };
}

/** Null for a network without the contracts, and for a token that is not listed there. */
function sideOf(chainId: number, token: Hex): Side | null {
  const network = networkOf(chainId);
  const known = network?.tokens.find(({ address }) => sameAddress("evm", address, token));
  return network && known ? { network, token: { address: token, chainId, decimals: known.decimals } } : null;
}

function stepOf(
  asked: Asked,
  { network: source, token: from }: Side,
  { network: destination, token: to }: Side,
  now: number,
) {
  const { fromToken, toToken, toAmount, fromAddress, toFallbackAddress, contractCalls } = asked;
  const worth = (toAmount * 10n ** BigInt(from.decimals)) / 10n ** BigInt(to.decimals);
  const fromAmount = worth + worth / SHARE + 10n ** BigInt(from.decimals) / CENT;
  const receiver = destination.contracts.lifiReceiver?.address ?? zeroAddress;
  const diamond = source.contracts.lifiRouter?.address ?? zeroAddress;
  const transactionId = keccak256(toHex(JSON.stringify([contractCalls, fromAddress, now])));
  const bridge = {
    transactionId,
    bridge: "across",
    integrator: asked.integrator,
    referrer: zeroAddress,
    sendingAssetId: fromToken,
    receiver: toFallbackAddress,
    minAmount: fromAmount,
    destinationChainId: BigInt(destination.chainId),
    hasSourceSwaps: false,
    hasDestinationCall: true,
  };
  const across = {
    receiverAddress: pad(receiver),
    refundAddress: pad(fromAddress),
    sendingAssetId: pad(fromToken),
    receivingAssetId: pad(toToken),
    outputAmount: toAmount,
    outputAmountMultiplier: 10n ** 18n,
    exclusiveRelayer: pad(zeroAddress),
    quoteTimestamp: now - LAG_SECONDS,
    fillDeadline: now + FILL_SECONDS,
    exclusivityParameter: 0,
    message: lifiMessage({
      transactionId,
      proxy: contractCalls[0]?.toContractAddress ?? zeroAddress,
      payments: contractCalls.map((call) => readProxyCall(call.toContractCallData)),
      fallbackRecipient: toFallbackAddress,
    }),
  };
  const data = encodeFunctionData({
    abi: lifiDiamondAbi,
    functionName: "startBridgeTokensViaAcrossV4",
    args: [bridge, across],
  });
  return {
    id: transactionId,
    type: "lifi",
    tool: "across",
    action: {
      fromChainId: source.chainId,
      toChainId: destination.chainId,
      fromToken: from,
      toToken: to,
      fromAmount: fromAmount.toString(),
      fromAddress,
      toAddress: receiver,
    },
    estimate: {
      fromAmount: fromAmount.toString(),
      toAmountMin: toAmount.toString(),
      approvalAddress: diamond,
      executionDuration: 10,
    },
    transactionRequest: { to: diamond, from: fromAddress, data, value: "0x0", chainId: source.chainId },
  };
}
