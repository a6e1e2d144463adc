import { hashMessage, hexToBigInt, keccak256, recoverAddress, stringToBytes } from "viem/utils";
import { type ChainFamily, hex20ToTron } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";

/** Half the order of secp256k1: the other half holds a second signature for each first one (EIP-2). */
const HIGHEST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** What an EVM (`personal_sign`) or a Tron (`signMessageV2`) wallet signs of a text (WS-07). */
export function signedDigest(family: ChainFamily, message: string): Hex {
  if (family === "evm") return hashMessage(message);
  const bytes = stringToBytes(message);
  const prefix = stringToBytes(`\x19TRON Signed Message:\n${bytes.length}`);
  return keccak256(new Uint8Array([...prefix, ...bytes]));
}

/**
 * The address that made a 65-byte signature, in stored form; null when there is none, or when the signature is
 * the malleable twin of a proper one.
 */
export async function recoverSigner(
  family: ChainFamily,
  digest: Hex,
  signature: Hex,
): Promise<string | null> {
  if (hexToBigInt(`0x${signature.slice(66, 130)}`) > HIGHEST_S) return null;
  try {
    const address = await recoverAddress({ hash: digest, signature });
    return family === "evm" ? address : hex20ToTron(address);
  } catch {
    // Not a point on the curve, or a recovery byte that does not exist: nobody's signature.
    return null;
  }
}
