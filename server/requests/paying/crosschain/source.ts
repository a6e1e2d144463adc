import type { ChainAdapter } from "@/server/chains/adapter";
import {
  EVM_NETWORK_IDS,
  EVM_NETWORKS,
  type EvmNetwork,
  NETWORKS,
  type SourceChain,
} from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { type Token, tokensOf } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import type { BridgeToken } from "@/server/providers/crosschain/provider";
import { chainFor } from "@/server/requests/paying/readiness";

/** Where a payer wants to pay from (XC-01). */
export interface SourceQuery {
  chain: SourceChain;
  token: "USDC" | "USDT";
}

/** The chain and the token that a payer pays from. */
export interface Source {
  chain: ChainAdapter;
  network: EvmNetwork;
  token: Token;
}

/** Throws 400 where this installation has no node of that network. */
export function sourceOf(ctx: Pick<Ctx, "chains">, { chain, token }: SourceQuery): Source {
  const id = EVM_NETWORK_IDS.find((one) => EVM_NETWORKS[one].sourceChain === chain);
  if (!id) throw new Error(`no network is called ${chain}`);
  const own = tokensOf(id).find(({ symbol }) => symbol === token);
  if (!own) throw new Error(`${id} has no ${token}`);
  return { chain: chainFor(ctx, id), network: EVM_NETWORKS[id], token: own };
}

/** Every source that this installation can reach. */
export function allSources(ctx: Pick<Ctx, "chains">): Source[] {
  return EVM_NETWORK_IDS.flatMap((id) => {
    const network = EVM_NETWORKS[id];
    const chain = ctx.chains.find(id);
    if (!chain?.crosschain || network.sourceChain === null) return [];
    return tokensOf(id)
      .filter(({ symbol }) => symbol === "USDC" || symbol === "USDT")
      .map((token) => ({ chain, network, token }));
  });
}

/** The network that is paid on. Throws 400 where nothing can be brought to it, or not this token (XC-02). */
export function destinationFor({ network: id, symbol }: Token): EvmNetwork {
  const network = NETWORKS[id];
  if (network.family !== "evm" || network.sourceChain === null || !network.contracts.acrossHandler) {
    throw new ApiError(
      "not_supported_yet",
      `Paying from another network is not supported on ${network.name}`,
    );
  }
  if (symbol !== "USDC" && symbol !== "USDT") {
    throw new ApiError("crosschain_unsupported_token", `${symbol} is not supported in crosschain payment.`);
  }
  return network;
}

export function bridgeToken({ address, symbol, decimals }: Token): BridgeToken {
  if (address === null) throw new Error(`${symbol} is no token that a bridge takes`);
  return { address: `0x${address.slice(2)}`, symbol, decimals };
}
