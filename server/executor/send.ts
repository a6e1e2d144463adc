import type { Hex } from "viem";
import type { CarriedInstalment } from "@/db/schema";
import type { ChainHead } from "@/server/chains/adapter";
import { SERVER_FACTS } from "@/server/chains/server-facts";
import type { BroadcastAnswer } from "@/server/chains/transaction-node";
import { type Ctx, inTransaction } from "@/server/context";
import type { Fees } from "@/server/executor/fees";
import { callOf, gasLimitOf, type Instalment } from "@/server/executor/instalment";
import type { ExecutorParts } from "@/server/executor/parts";
import {
  type ExecutorTransaction,
  nextAttempt,
  noteRefusal,
  storeTransaction,
} from "@/server/executor/transactions";
import { keepLease } from "@/server/executor/wallet";

/** Gas of a transaction that does nothing but use up its nonce. On Arbitrum the data fee is in it. */
const EMPTY_GAS = 21_000n;
const EMPTY_GAS_ARBITRUM = 500_000n;

/** Thrown inside a commit when an instalment may not be sent any more: nothing was stored. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
  /** What may still be sent. */
  readonly rest: readonly CarriedInstalment[];

  constructor(message: string, rest: readonly CarriedInstalment[]) {
    super(message);
    this.rest = rest;
  }
}

/** Who sends, on top of which block, and with which nonce. */
export interface Sending {
  owner: string;
  head: ChainHead;
  nonce: bigint;
  fees: Fees;
}

/**
 * Signs a transaction for these instalments, stores it together with the claim on them, and only then gives it to the
 * nodes. Killed before the commit, nothing has happened; killed after it, the next pass sends what is stored.
 * Throws `Overtaken`.
 */
export async function sendInstalments(
  ctx: Ctx,
  parts: ExecutorParts,
  instalments: readonly Instalment[],
  sending: Sending,
): Promise<BroadcastAnswer> {
  const { book, network, contract } = parts;
  const data = callOf(instalments);
  const gasLimit = await gasLimitFor(parts, instalments.length, data);
  const moment = { network: network.id, at: sending.head.latest.time };
  const row = await signAndStore(ctx, parts, { to: contract, data, gasLimit }, sending, async (tx, hash) => {
    const carried = await book.claim(tx, moment, instalments);
    if (carried.length !== instalments.length)
      throw new Overtaken("an instalment was stopped meanwhile", carried);
    await book.carry(tx, carried, hash);
    return carried;
  });
  ctx.log.info(
    { network: network.id, txHash: row.hash, nonce: row.nonce.toString(), instalments: instalments.length },
    "executor transaction is stored",
  );
  return broadcast(ctx, parts, row);
}

/** The same call once more with higher fees: whichever of the two is mined, the nonce is used once. */
export async function sendReplacement(
  ctx: Ctx,
  parts: ExecutorParts,
  last: ExecutorTransaction,
  sending: Sending,
): Promise<BroadcastAnswer> {
  const call = { to: asHex(last.to), data: asHex(last.data), gasLimit: last.gasLimit };
  const row = await signAndStore(ctx, parts, call, sending, async (tx, hash) => {
    await parts.book.carry(tx, last.instalments, hash);
    return last.instalments;
  });
  return broadcast(ctx, parts, row);
}

/** Uses a nonce up: nothing of what waits with it can be paid any more, or nothing of ours waits with it. */
export async function sendEmpty(ctx: Ctx, parts: ExecutorParts, sending: Sending): Promise<BroadcastAnswer> {
  const gasLimit = SERVER_FACTS[parts.network.id].gas.isDataPaidAsGas ? EMPTY_GAS_ARBITRUM : EMPTY_GAS;
  const call = { to: parts.signer.address, data: "0x" as const, gasLimit };
  const row = await signAndStore(ctx, parts, call, sending, async () => []);
  return broadcast(ctx, parts, row);
}

/** Gives stored bytes to the nodes, for the first time or again. The same bytes cannot pay twice. */
export async function broadcast(
  ctx: Ctx,
  { node }: ExecutorParts,
  row: ExecutorTransaction,
): Promise<BroadcastAnswer> {
  const answer = await node.broadcast(asHex(row.raw));
  const refusal = answer.kind === "accepted" ? null : refusalText(answer);
  if (refusal !== row.refusal) await inTransaction(ctx, (tx) => noteRefusal(tx, row.id, refusal));
  if (refusal !== null)
    ctx.log.warn(
      { network: row.network, txHash: row.hash, refusal },
      "a node refused an executor transaction",
    );
  return answer;
}

/** What a stored refusal says; the tip that a node asked for is kept with it. */
export function refusalIn({ refusal }: ExecutorTransaction): { kind: string; minimumTip: bigint } | null {
  if (refusal === null) return null;
  const [kind = "", tip] = refusal.split(" ");
  return { kind, minimumTip: tip !== undefined && /^\d+$/.test(tip) ? BigInt(tip) : 0n };
}

function refusalText(answer: Exclude<BroadcastAnswer, { kind: "accepted" }>): string {
  if (answer.kind === "underpriced" && answer.minimumTip !== null) return `underpriced ${answer.minimumTip}`;
  return answer.kind === "refused" ? `refused: ${answer.message.slice(0, 200)}` : answer.kind;
}

async function signAndStore(
  ctx: Ctx,
  { signer, network }: ExecutorParts,
  call: { to: Hex; data: Hex; gasLimit: bigint },
  { owner, head, nonce, fees }: Sending,
  claim: (tx: Parameters<typeof noteRefusal>[0], hash: Hex) => Promise<readonly CarriedInstalment[]>,
): Promise<ExecutorTransaction> {
  const sender = signer.address;
  const attempt = await nextAttempt(ctx, network.id, sender, nonce);
  const unsigned = { ...call, ...fees, nonce, chainId: network.chainId };
  const signed = await signer.sign(unsigned);
  return inTransaction(ctx, async (tx) => {
    await keepLease(tx, network.id, owner);
    const instalments = await claim(tx, signed.hash);
    return storeTransaction(tx, {
      network: network.id,
      sender,
      unsigned,
      signed,
      attempt,
      instalments,
      signedAtBlock: head.latest.number,
    });
  });
}

/** On Arbitrum the fee for the data is taken as gas, so the node's estimate comes on top of what the call may use. */
async function gasLimitFor(
  { node, network, signer, contract }: ExecutorParts,
  count: number,
  data: Hex,
): Promise<bigint> {
  const limit = gasLimitOf(count, data);
  if (!SERVER_FACTS[network.id].gas.isDataPaidAsGas) return limit;
  return limit + ((await node.estimate({ from: signer.address, to: contract, data })) ?? 0n);
}

function asHex(value: string): Hex {
  return `0x${value.slice(2)}`;
}
