import { parseAddress } from "@/server/chains/address";
import type { AnyAddress } from "@/server/chains/any-address";
import { parseAnyAddress } from "@/server/chains/any-address";
import { networkByChainId } from "@/server/chains/networks";
import { type ContractToken, tokenByAddress } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";

/**
 * The token a wallet wants to be paid in (PD-10): one of the destination tokens of the eight networks, on a
 * network the wallet exists on. Throws 400 naming the field.
 */
export function destinationToken(wallet: AnyAddress, chainId: number, tokenAddress: string): ContractToken {
  const network = networkByChainId(chainId);
  if (!network) throw invalidField("chainId", `Chain ${chainId} is not supported`);
  if (network.family !== wallet.family) {
    throw invalidField("chainId", `The wallet has no address on ${network.name}`);
  }
  const parsed = parseAddress(network.family, tokenAddress);
  const token = parsed.ok ? tokenByAddress(network.id, parsed.address) : undefined;
  if (!token?.isDestination) {
    throw invalidField("tokenAddress", `Not a token that can be received on ${network.name}`);
  }
  return token;
}

/** A wallet of either family in stored form. Throws 400 naming the field. */
export function walletOf(field: string, text: string): AnyAddress {
  const wallet = parseAnyAddress(text);
  if (typeof wallet === "object") return wallet;
  throw invalidField(field, `${field} is not a wallet address`);
}
