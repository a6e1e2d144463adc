import type { Block } from "@/local/tron-node/chain/block";
import type { ChainState, Usage, Usages } from "@/local/tron-node/chain/state";
import type { Hex21 } from "@/local/tron-node/codec/address";
import { sizeOf, type TronTransaction } from "@/local/tron-node/codec/transaction";

const WINDOW_MS = 86_400_000;
const SLOT_MS = 3_000;
/** Room for the result that the chain writes next to a transaction, in bytes. */
const RESULT_SIZE = 64n;

/** How a transaction's bytes are paid for. Amounts in bytes and sun. */
export interface NetBill {
  from: "staked" | "free" | "balance";
  usage: bigint;
  fee: bigint;
}

export function noUsage(): Usages {
  return { freeNet: new Map(), net: new Map(), energy: new Map() };
}

/** What is left in use of a resource now: it comes back evenly over a day, slot by slot. */
export function inUse(usage: Usage | undefined, now: number): bigint {
  if (usage === undefined) return 0n;
  const passed = Math.max(0, now - usage.at);
  const left = WINDOW_MS - (passed - (passed % SLOT_MS));
  return left <= 0 ? 0n : (usage.amount * BigInt(left)) / BigInt(WINDOW_MS);
}

/** Energy that an account can use without paying, in units. */
export function stakedEnergyLeft(state: ChainState, account: Hex21): bigint {
  const limit = state.staked.get(account)?.energy ?? 0n;
  const used = inUse(state.usages.energy.get(account), state.now());
  return limit > used ? limit - used : 0n;
}

/**
 * Bandwidth: staked first, then the free part, then TRX (`BandwidthProcessor`). A transfer that opens an account pays
 * a price of its own unless staked bandwidth covers it.
 */
export function netBill(
  state: ChainState,
  account: Hex21,
  transaction: TronTransaction,
  opensAccount: boolean,
): NetBill {
  const bytes = BigInt(sizeOf(transaction)) + RESULT_SIZE;
  const now = state.now();
  const staked = (state.staked.get(account)?.net ?? 0n) - inUse(state.usages.net.get(account), now);
  if (bytes <= staked) return { from: "staked", usage: bytes, fee: 0n };
  if (opensAccount) return { from: "balance", usage: 0n, fee: state.parameters.createAccountNetFee };
  const free = state.parameters.freeNetLimit - inUse(state.usages.freeNet.get(account), now);
  if (bytes <= free) return { from: "free", usage: bytes, fee: 0n };
  return { from: "balance", usage: 0n, fee: bytes * state.parameters.transactionFee };
}

/** Write down what a transaction used. */
export function use(usages: Map<Hex21, Usage>, account: Hex21, amount: bigint, now: number): void {
  if (amount > 0n) usages.set(account, { amount: inUse(usages.get(account), now) + amount, at: now });
}

/** The same from blocks, after some were loaded or taken back. Staked and free bandwidth are told apart by the limit. */
export function usagesOf(state: ChainState, blocks: readonly Block[]): Usages {
  const usages = noUsage();
  for (const block of blocks) {
    for (const { transaction, outcome } of block.included) {
      const owner = transaction.raw.contracts[0]?.owner;
      if (owner === undefined) continue;
      const net = (state.staked.get(owner)?.net ?? 0n) > 0n ? usages.net : usages.freeNet;
      use(net, owner, outcome.netUsage, block.timestamp);
      use(usages.energy, owner, outcome.energyUsage, block.timestamp);
    }
  }
  return usages;
}
