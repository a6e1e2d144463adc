import { formatGwei } from "viem";
import type { ChainHead } from "@/server/chains/adapter";
import { SERVER_FACTS } from "@/server/chains/server-facts";
import type { AccountOnChain, FeeOracle, Receipt } from "@/server/chains/transaction-node";
import type { Ctx } from "@/server/context";
import { bumped, feesFor, isTooExpensive, type TooExpensive } from "@/server/executor/fees";
import type { SettlerParts, SettlerTrouble } from "@/server/settler/parts";
import { broadcast, signAndSend } from "@/server/settler/send";
import { type Moved, type SettlerTransaction, storeMoves } from "@/server/settler/store";
import { type Seen, TRANSACTION_TABLE } from "@/server/settler/transaction-state";

/** A transaction that was in no block for so long is replaced by one that pays more, where its network names no number of blocks. */
const STUCK_AFTER_MS = 30_000;
/** Replacements after which an operator is called. */
const MANY_ATTEMPTS = 3;

/**
 * Compares what is stored with the chain, and stores what came of it. The chain is right: whatever happened between two lines of
 * this program, the next pass begins here. Returns what still waits for a block, in the order of nonce and attempt.
 */
export async function compareWithChain(
  ctx: Ctx,
  { node, network }: SettlerParts,
  open: readonly SettlerTransaction[],
  { owner, head }: { owner: string; head: ChainHead },
): Promise<SettlerTransaction[]> {
  if (open.length === 0) return [];
  const senders = [...new Set(open.map(({ sender }) => sender.toLowerCase()))];
  const [receipts, accounts] = await Promise.all([
    node.receipts(open.map(({ hash }) => asHex(hash))),
    Promise.all(senders.map(async (sender) => [sender, await node.account(asHex(sender))] as const)),
  ]);
  const nonces = new Map(accounts.map(([sender, { nonce }]) => [sender, nonce]));
  const moves = open.flatMap((row, index): Moved[] => {
    const receipt = receipts[index] ?? null;
    const isOvertaken = (nonces.get(row.sender.toLowerCase()) ?? 0n) > row.nonce;
    const next = TRANSACTION_TABLE[row.state][seenOf(row, receipt, isOvertaken, head)];
    const isSame =
      next.state === row.state &&
      next.isSettled === row.isSettled &&
      (receipt?.blockHash ?? null) === row.blockHash;
    return isSame ? [] : [{ row, next, receipt }];
  });
  await storeMoves(ctx, { network: network.id, owner, head: head.latest.number }, moves);
  for (const { row, next, receipt } of moves) {
    const details = {
      network: network.id,
      txHash: row.hash,
      state: next.state,
      succeeded: receipt?.succeeded,
    };
    if (receipt && !receipt.succeeded) ctx.log.warn(details, "a settler transaction failed");
    else ctx.log.info(details, "a settler transaction moved on");
  }
  const moved = new Map(moves.map(({ row, next }) => [row.id, next.state]));
  return open.filter((row) => (moved.get(row.id) ?? row.state) === "pending");
}

function seenOf(
  { lostAtBlock }: SettlerTransaction,
  receipt: Receipt | null,
  isOvertaken: boolean,
  { finalized }: ChainHead,
): Seen {
  if (receipt) return receipt.blockNumber <= finalized ? "in_final_block" : "in_block";
  if (!isOvertaken) return "in_no_block";
  return lostAtBlock !== null && lostAtBlock <= finalized ? "overtaken_for_good" : "overtaken";
}

/**
 * Goes after what is in no block: gives to the nodes what they do not have, and replaces what blocks leave out. What a former key
 * has sent is sent again and not replaced. Blocks count and no clock does: on a chain that stands still nothing is stuck.
 */
export async function pursue(
  ctx: Ctx,
  parts: SettlerParts,
  pending: readonly SettlerTransaction[],
  now: { owner: string; head: ChainHead; oracle: FeeOracle; account: AccountOnChain },
): Promise<SettlerTrouble | null> {
  const newest = pending.filter(
    (row, index) => pending[index + 1]?.nonce !== row.nonce || pending[index + 1]?.sender !== row.sender,
  );
  let trouble: SettlerTrouble | null = null;
  const lowest = newest.find((row) => isOwn(parts, row));
  for (const row of newest) {
    if (row === lowest && isLeftOut(parts, now.head, row)) {
      trouble = (await replace(ctx, parts, row, now)) ?? trouble;
    } else if (!(await parts.node.isKnown(asHex(row.hash)))) {
      trouble = (await broadcast(ctx, parts, row)) ?? trouble;
    }
  }
  if (trouble || !lowest || lowest.attempt < MANY_ATTEMPTS) return trouble;
  return {
    state: "stuck",
    reason: `nonce ${lowest.nonce} is in no block after ${lowest.attempt} transactions, the last is ${lowest.hash}`,
  };
}

function isLeftOut({ network }: SettlerParts, head: ChainHead, row: SettlerTransaction): boolean {
  const { stuckAfterBlocks } = SERVER_FACTS[network.id].gas;
  const patience = stuckAfterBlocks ?? BigInt(Math.ceil(STUCK_AFTER_MS / network.blockTimeMs));
  return head.latest.number - row.signedAtBlock >= patience;
}

/** The same call with higher fees: whichever of the two is mined, the nonce is used once, and addresses that are empty by then are passed over. */
async function replace(
  ctx: Ctx,
  parts: SettlerParts,
  last: SettlerTransaction,
  { owner, head, oracle }: { owner: string; head: ChainHead; oracle: FeeOracle },
): Promise<SettlerTrouble | null> {
  const { maxFee } = parts.settings;
  const now = feesFor(parts.network.id, oracle, maxFee);
  const fees = bumped({ maxFee: last.maxFee, maxPriorityFee: last.maxPriorityFee }, now, maxFee);
  if (isTooExpensive(fees)) {
    // It may be mined as it is once gas costs less.
    if (!(await parts.node.isKnown(asHex(last.hash)))) await broadcast(ctx, parts, last);
    return tooExpensive(fees);
  }
  const call = { to: asHex(last.to), data: asHex(last.data), gasLimit: last.gasLimit };
  return signAndSend(ctx, parts, call, { owner, head, nonce: last.nonce, fees, addresses: last.addresses });
}

/** False for what a former key of this network has sent: it is followed, and nothing waits for it. */
export function isOwn({ signer }: SettlerParts, { sender }: SettlerTransaction): boolean {
  return sender.toLowerCase() === signer.address.toLowerCase();
}

export function tooExpensive({ needed, ceiling }: TooExpensive): SettlerTrouble {
  const reason = `gas costs ${formatGwei(needed)} gwei, above the ceiling of ${formatGwei(ceiling)} gwei`;
  return { state: "fee_above_ceiling", reason };
}

function asHex(value: string): `0x${string}` {
  return `0x${value.slice(2)}`;
}
