import type { ChainHead } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Ctx } from "@/server/context";
import type { Fees } from "@/server/executor/fees";
import type { SettlerParts, SettlerTrouble } from "@/server/settler/parts";
import { nextAttempt, type SettlerTransaction, storeTransaction } from "@/server/settler/store";

/** Who sends, on top of which block, and with which nonce. */
export interface Sending {
  owner: string;
  head: ChainHead;
  nonce: bigint;
  fees: Fees;
  addresses: number;
}

/**
 * Signs a transaction, stores it, and only then gives it to the nodes. Killed before it is stored, nothing has happened; killed
 * after it, the next pass sends what is stored.
 */
export async function signAndSend(
  ctx: Ctx,
  parts: SettlerParts,
  call: { to: Hex; data: Hex; gasLimit: bigint },
  { owner, head, nonce, fees, addresses }: Sending,
): Promise<SettlerTrouble | null> {
  const { signer, network } = parts;
  const attempt = await nextAttempt(ctx, network.id, signer.address, nonce);
  const unsigned = { ...call, ...fees, nonce, chainId: network.chainId };
  const signed = await signer.sign(unsigned);
  const row = await storeTransaction(ctx, {
    network: network.id,
    owner,
    sender: signer.address,
    unsigned,
    signed,
    attempt,
    addresses,
    signedAtBlock: head.latest.number,
  });
  ctx.log.info({ network: network.id, txHash: row.hash, addresses }, "a settler transaction is stored");
  return broadcast(ctx, parts, row);
}

/** Gives stored bytes to the nodes, for the first time or again. The same bytes collect once. */
export async function broadcast(
  ctx: Ctx,
  { node, network }: SettlerParts,
  { raw, hash }: SettlerTransaction,
): Promise<SettlerTrouble | null> {
  const answer = await node.broadcast(`0x${raw.slice(2)}`);
  if (answer.kind === "accepted" || answer.kind === "nonce_too_low") return null;
  ctx.log.warn(
    { network: network.id, txHash: hash, refusal: answer.kind },
    "a node refused a settler transaction",
  );
  if (answer.kind === "insufficient_funds")
    return { state: "out_of_gas", reason: "the nodes say that the balance does not pay for the transaction" };
  // Too cheap: it is replaced after some blocks.
  if (answer.kind !== "refused") return null;
  return { state: "refused_by_node", reason: "the nodes refuse the transaction" };
}
