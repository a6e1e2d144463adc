import type { Hex } from "viem";
import type { Block, Included } from "@/local/tron-node/chain/block";
import type { Evm } from "@/local/tron-node/chain/evm";
import type { Faults } from "@/local/tron-node/chain/faults";
import type { ChainParameters } from "@/local/tron-node/chain/parameters";
import { type Hex21, toEvm } from "@/local/tron-node/codec/address";
import type { TronTransaction } from "@/local/tron-node/codec/transaction";

/** Where a transaction stands on the chain. */
export interface Placed extends Included {
  block: Block;
  index: number;
}

/** What an account holds by staking, in units of energy and bytes of bandwidth for 24 hours. */
export interface Staked {
  energy: bigint;
  net: bigint;
}

/** Use of a resource that comes back evenly within 24 hours. */
export interface Usage {
  amount: bigint;
  at: number;
}

export interface Usages {
  freeNet: Map<Hex21, Usage>;
  net: Map<Hex21, Usage>;
  energy: Map<Hex21, Usage>;
}

/** Everything the simulator knows. Changed by `produceBlock`, `reorganise` and `broadcast` only, one at a time. */
export interface ChainState {
  evm: Evm;
  parameters: ChainParameters;
  /** How many blocks the solidified view is behind the head. */
  solidAfter: number;
  /** By number, which starts at 0. */
  blocks: Block[];
  byId: Map<string, Block>;
  placed: Map<string, Placed>;
  /** Accepted and not in a block yet, in order. */
  pending: Map<string, TronTransaction>;
  /** Broadcasts of the last hour that the node looked at, refused ones too, and when. */
  heard: Map<string, number>;
  /** Accounts that somebody paid TRX to, and the block in which the first did. */
  activated: Map<Hex21, number>;
  staked: Map<Hex21, Staked>;
  usages: Usages;
  /** Blocks up to this one came from an earlier run and are solid. */
  loadedUpTo: number;
  faults: Faults;
  clock: { offsetMs: number };
  /** Milliseconds, as the chain's producers have it. */
  now(): number;
  /** Told of every block that stays, and of every reorganisation. */
  journal: { block(block: Block): void; reorganised(toNumber: number): void };
  /** Runs one change of the chain after the other. */
  lane<T>(work: () => Promise<T>): Promise<T>;
}

/** Which blocks a reader sees: all, or only those that cannot be taken back. */
export type View = "full" | "solid";

/** The head of a view. */
export function headOf(state: ChainState, view: View): Block {
  const last = state.blocks.length - 1;
  const number = view === "full" ? last : Math.max(last - state.solidAfter, Math.min(state.loadedUpTo, last));
  const block = state.blocks[Math.max(number, 0)];
  if (!block) throw new Error("the chain has no block");
  return block;
}

/** The transaction as this view has it. */
export function placedIn(state: ChainState, view: View, id: string): Placed | undefined {
  const found = state.placed.get(id);
  return found && found.block.number <= headOf(state, view).number ? found : undefined;
}

/** The block with this number, as this view has it. */
export function blockAt(state: ChainState, view: View, number: number): Block | undefined {
  return number <= headOf(state, view).number ? state.blocks[number] : undefined;
}

/** The engine's block that holds a view's state; undefined is its head. */
export function evmBlockOf(state: ChainState, view: View): number | undefined {
  return view === "full" ? undefined : headOf(state, view).evmBlock;
}

/** An account is there once TRX was paid to it; tokens alone do not make one. */
export async function accountExists(state: ChainState, account: Hex21): Promise<boolean> {
  return state.activated.has(account) || (await state.evm.balance(toEvm(account))) > 0n;
}

/** True where a contract stands. */
export async function isContract(state: ChainState, address: Hex21): Promise<boolean> {
  const code: Hex = await state.evm.code(toEvm(address));
  return code !== "0x";
}

/** Whether an account can send this much TRX along with a call. */
export async function canSend(
  state: ChainState,
  account: Hex,
  sun: bigint,
  block?: number,
): Promise<boolean> {
  return sun === 0n || (sun > 0n && (await state.evm.balance(account, block)) >= sun);
}

/** Append a block and make its transactions findable. */
export function appendBlock(state: ChainState, block: Block): void {
  state.blocks.push(block);
  state.byId.set(block.id, block);
  block.included.forEach((included, index) => {
    state.placed.set(included.transaction.id, { ...included, block, index });
  });
}

/** Forget the blocks above this number; gives them back, lowest first. */
export function cutBlocks(state: ChainState, toNumber: number): Block[] {
  const cut = state.blocks.splice(toNumber + 1);
  for (const block of cut) {
    state.byId.delete(block.id);
    for (const { transaction } of block.included) state.placed.delete(transaction.id);
  }
  return cut;
}
