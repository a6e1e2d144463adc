import { type Hex, hashTypedData, hexToNumber, recoverAddress, size, slice } from "viem";
import type { destinationSignings } from "@/db/schema";
import { checksumEvmAddress } from "@/server/chains/address";
import { isEvmNetworkId, NETWORKS } from "@/server/chains/networks";

export type Signing = typeof destinationSignings.$inferSelect;

const TYPES = {
  EIP712Domain: [
    { name: "name", type: "string" },
    { name: "version", type: "string" },
    { name: "chainId", type: "uint256" },
  ],
  PayeeDestinationAction: [
    { name: "action", type: "string" },
    { name: "walletAddress", type: "address" },
    { name: "tokenAddress", type: "address" },
    { name: "chainId", type: "uint256" },
    { name: "nonce", type: "string" },
    { name: "expiresAt", type: "uint256" },
  ],
} as const;
const PRIMARY_TYPE = "PayeeDestinationAction";

/**
 * What the wallet signs (EIP-712, D-05): the action, the route, the nonce and its end, under a domain that
 * names the chain. `expiresAt` is in seconds since 1970.
 */
export function typedDataOf(signing: Omit<Signing, "usedAt" | "signature" | "walletChainId">) {
  if (!isEvmNetworkId(signing.network)) throw new Error(`nothing is signed on ${signing.network}`);
  const { chainId } = NETWORKS[signing.network];
  return {
    domain: { name: "Payment Request Service", version: "1", chainId },
    types: mutable(TYPES),
    primaryType: PRIMARY_TYPE,
    message: {
      action: signing.action,
      walletAddress: checksumEvmAddress(signing.walletAddress),
      tokenAddress: checksumEvmAddress(signing.tokenAddress),
      chainId,
      nonce: signing.nonce,
      expiresAt: Math.floor(signing.expiresAt.getTime() / 1000),
    },
  };
}

/** Half of the order of secp256k1. Above it lies the twin that anyone can make of a valid signature (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** The hash of exactly this data, which is what a wallet signs. */
export function digestOf(signing: Signing): Hex {
  const { domain, message } = typedDataOf(signing);
  return hashTypedData({
    domain: { ...domain, chainId: BigInt(domain.chainId) },
    types: TYPES,
    primaryType: PRIMARY_TYPE,
    message: { ...message, chainId: BigInt(message.chainId), expiresAt: BigInt(message.expiresAt) },
  });
}

/** True when the wallet's key made this signature over exactly this data, in its one canonical form. */
export async function isSignedByKey(signing: Signing, signature: Hex): Promise<boolean> {
  if (size(signature) !== 65) return false;
  const v = hexToNumber(slice(signature, 64, 65));
  if (BigInt(slice(signature, 32, 64)) > HALF_ORDER || (v !== 27 && v !== 28)) return false;
  try {
    const signer = await recoverAddress({ hash: digestOf(signing), signature });
    return signer === checksumEvmAddress(signing.walletAddress);
  } catch {
    // No point of the curve has these coordinates: nobody signed this.
    return false;
  }
}

type Fields = { name: string; type: string }[];

function mutable(types: Record<string, readonly Readonly<Fields[number]>[]>): Record<string, Fields> {
  return Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, [...fields]]));
}
