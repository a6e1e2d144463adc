import type { Hex } from "viem";
import { fundAccount } from "@/contracts/install";
import { type Faults, noFaults } from "@/local/tron-node/chain/faults";
import { produceBlock } from "@/local/tron-node/chain/produce-block";
import type { Producer } from "@/local/tron-node/chain/producer";
import { reorganise } from "@/local/tron-node/chain/reorganise";
import { type ChainState, headOf } from "@/local/tron-node/chain/state";
import { fromEvm } from "@/local/tron-node/codec/address";
import type { Checkpoints } from "@/local/tron-node/storage/checkpoint";
import { tronToHex20 } from "@/server/chains/address";

/** The knobs of the simulator, which no real node has. Addresses are Base58Check. */
export interface TronControl {
  /** Make blocks now (1 when absent), also while paused. */
  mine(blocks?: number): Promise<void>;
  /** Make so many blocks that everything in the head now is solid. */
  solidify(): Promise<void>;
  /** Stop and resume making blocks by the clock or for broadcasts. */
  pause(): void;
  resume(): void;
  /** Replace the last `depth` blocks; their transactions return to the pool, or are gone. */
  reorg(depth: number, transactions?: "pending" | "dropped"): Promise<void>;
  /** Move the chain's clock forward. */
  advanceTime(ms: number): void;
  /** Fill an account up to these balances; TRX in sun, tokens in whole units. */
  fund(address: string, money: { sun?: bigint; tokenUnits?: bigint }): Promise<void>;
  /** Set a balance of TRX, in sun, downwards as well. */
  setBalance(address: string, sun: bigint): Promise<void>;
  /** Put a contract of one's own at an address, as runtime code. */
  install(address: string, code: Hex): Promise<void>;
  /** What an account has by staking, for 24 hours: units of energy, bytes of bandwidth. */
  stake(address: string, resources: { energy?: bigint; net?: bigint }): void;
  /** Change how the node misbehaves; what is not named stays. */
  fault(faults: Partial<Faults>): void;
  /** A healthy node again. */
  heal(): void;
  status(): { head: number; headId: string; solid: number; pending: string[] };
}

export function createControl(
  state: ChainState,
  producer: Producer,
  checkpoints: Checkpoints,
  evmUrl: string,
): TronControl {
  /** What was set belongs to the head block, and no journal would bring it back. */
  const keep = async () => {
    headOf(state, "full").evmBlock = await state.evm.head();
    await checkpoints.save();
  };
  const mine = async (blocks = 1) => {
    for (let made = 0; made < blocks; made++) await state.lane(() => produceBlock(state));
  };
  return {
    mine,
    solidify: () => mine(state.solidAfter),
    pause: () => producer.pause(),
    resume: () => producer.resume(),
    reorg: (depth, transactions = "pending") => state.lane(() => reorganise(state, depth, transactions)),
    advanceTime: (ms) => {
      state.clock.offsetMs += ms;
    },
    fund: (address, { sun = 0n, tokenUnits = 0n }) =>
      state.lane(async () => {
        const account = tronToHex20(address);
        await state.evm.mineEmpty();
        await fundAccount({ rpcUrl: evmUrl, network: "tron", address: account, nativeWei: sun, tokenUnits });
        if (sun > 0n) state.activated.set(fromEvm(account), headOf(state, "full").number);
        await keep();
      }),
    setBalance: (address, sun) =>
      state.lane(async () => {
        await state.evm.mineEmpty();
        await state.evm.setBalance(tronToHex20(address), sun);
        await keep();
      }),
    install: (address, code) =>
      state.lane(async () => {
        await state.evm.mineEmpty();
        await state.evm.setCode(tronToHex20(address), code);
        await keep();
      }),
    stake: (address, { energy = 0n, net = 0n }) => {
      state.staked.set(fromEvm(tronToHex20(address)), { energy, net });
    },
    fault: (faults) => {
      Object.assign(state.faults, faults);
    },
    heal: () => {
      Object.assign(state.faults, noFaults());
    },
    status: () => {
      const [head, solid] = [headOf(state, "full"), headOf(state, "solid")];
      return { head: head.number, headId: head.id, solid: solid.number, pending: [...state.pending.keys()] };
    },
  };
}
