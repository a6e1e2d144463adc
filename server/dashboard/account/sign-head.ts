import type { ChainHead } from "@/server/audit/check-chain";
import type { Ctx } from "@/server/context";
import { quittanceSigner } from "@/server/keys/quittance-signer";

/** A head that this service vouches for: whoever keeps it can show later that the chain was cut off or replaced. */
export interface SignedHead extends ChainHead {
  /** What is signed, as a message of EIP-191. */
  message: string;
  /** One of the addresses of `GET /v2/quittance-signer`. */
  signer: string;
  signature: string;
}

/** Signs the head of an account's chain with the key that signs quittances. */
export async function signHead(ctx: Pick<Ctx, "config">, head: ChainHead): Promise<SignedHead> {
  const account = quittanceSigner(ctx.config);
  const { platformId, position, hash } = head;
  const message = `Quittance audit log\nAccount: ${platformId}\nEntries: ${position}\nHash: ${hash}`;
  return { ...head, message, signer: account.address, signature: await account.signMessage({ message }) };
}
