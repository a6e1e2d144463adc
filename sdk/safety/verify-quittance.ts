import { isQuittance } from "@/components/pay/quittance/is-quittance";
import { createRpc } from "@/server/chains/evm/rpc";
import { checkOffline, checkSigner } from "@/server/quittances/check-offline";
import { checkOnChain } from "@/server/quittances/check-on-chain";

/** An address that signs receipts of a service, as its `GET /v2/quittance-signer` lists it. */
export interface KnownSigner {
  address: string;
  /** When another took its place; null where it signs now. */
  validUntil: string | null;
}

/** What a receipt is held to. */
export interface VerifyOptions {
  /**
   * The address that signs the receipts of the service, or the list of those that sign and have signed, from somewhere else
   * than the receipt.
   */
  signer: string | readonly KnownSigner[];
  /** URLs of nodes by network, `{ base: "https://…" }`: each transfer is looked up in the chain. Without it, none is. */
  rpc?: Record<string, string>;
}

/** What is wrong with a receipt, in words; nothing, where it is what it says. */
export interface Verified {
  isValid: boolean;
  problems: string[];
}

/**
 * Checks a receipt (quittance) without the service that issued it: that `signer` signed exactly this, that its amounts
 * add up, and with nodes that the chains hold every transfer. The code is that of `quittance verify` and of the payer's page.
 * @throws the reason when a node does not answer
 */
export async function verifyQuittance(receipt: unknown, { signer, rpc }: VerifyOptions): Promise<Verified> {
  if (!isQuittance(receipt)) return { isValid: false, problems: ["it is no receipt"] };
  const problems = await offline(receipt, signer);
  if (rpc && problems.length === 0) {
    const nodes = new Map(Object.entries(rpc).map(([network, url]) => [network, createRpc([url])]));
    problems.push(...(await checkOnChain(receipt, ({ id }) => nodes.get(id) ?? null)));
  }
  return { isValid: problems.length === 0, problems };
}

async function offline(
  receipt: Parameters<typeof checkOffline>[0],
  signer: VerifyOptions["signer"],
): Promise<string[]> {
  try {
    if (typeof signer === "string") return await checkOffline(receipt, signer);
    return [...(await checkOffline(receipt)), ...checkSigner(receipt, signer)];
  } catch (error) {
    // A signature that is no point of the curve, or an amount that is no number.
    return [`it cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}
