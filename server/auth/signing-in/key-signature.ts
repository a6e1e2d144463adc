import type { walletChallenges } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import { recoverSigner, signedDigest } from "@/server/chains/wallets/recover-signer";

type Challenge = typeof walletChallenges.$inferSelect;

/**
 * Whether the key of the challenge's address made this signature of 65 bytes (WS-07): by siwe on EVM (EIP-191), by
 * tronweb on Tron (TIP-191, `signMessageV2`). Of the encodings of a signature only the plain one counts.
 */
export async function isSignedByKey(
  { now }: { now: () => Date },
  challenge: Challenge,
  signature: Hex,
): Promise<boolean> {
  const { family, address, message, nonce } = challenge;
  // The libraries take malleable twins, and siwe writes a signature without a signer to the console, where strangers
  // could fill the log with it.
  if ((await recoverSigner(family, signedDigest(family, message), signature)) === null) return false;
  if (family === "tron") return (await tronSigner(message, signature)) === address;
  const { SiweMessage } = await import("siwe");
  // Its domain is ours: the message is the one that was handed out, byte for byte.
  const check = { signature, nonce, time: now().toISOString() };
  // Contract wallets are asked apart, with ERC-6492 and on the chain of the challenge only.
  const { success } = await new SiweMessage(message).verify(check, { suppressExceptions: true });
  return success;
}

/** The Base58Check address whose key signed a text. Throws for what is nobody's signature. */
export async function tronSigner(message: string, signature: Hex): Promise<string> {
  const { utils } = await import("tronweb");
  return utils.message.verifyMessage(message, signature);
}
