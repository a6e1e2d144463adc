import { type Hex, hexToBytes, numberToHex, size } from "viem";
import { z } from "zod";
import { etch } from "@/contracts/etch";
import { rpcBatch } from "@/contracts/rpc-batch";
import { type Creation, creationsOf, Frame, lasts } from "@/local/tron-node/chain/create2";

/** What a call asks of a contract. Value in sun, which the EVM sees as its smallest unit. */
export interface EvmCall {
  from: Hex;
  to: Hex;
  data: Hex;
  value: bigint;
}

/** A contract to deploy: creation code with the constructor arguments behind it. */
export interface EvmCreation {
  from: Hex;
  address: Hex;
  creation: Hex;
}

export type Ending = "SUCCESS" | "REVERT" | "OUT_OF_ENERGY" | "ILLEGAL_OPERATION";

export interface CallOutcome {
  ending: Ending;
  /** What the contract returned or reverted with. */
  output: Hex;
  /** Gas of the contract's own work: Tron has no base price of a transaction and charges bytes as bandwidth. */
  energy: bigint;
}

export interface Executed extends CallOutcome {
  logs: { address: Hex; topics: Hex[]; data: Hex }[];
}

/** More than any payment needs, and little enough that a contract without end stops soon. */
export const MOST_ENERGY = 20_000_000n;

const hex = z.custom<Hex>((value) => typeof value === "string" && /^0x[0-9a-f]*$/i.test(value), "not hex");
const quantity = hex.transform((value) => BigInt(value));
const Receipt = z.object({
  gasUsed: quantity,
  status: hex,
  logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })),
});
const CODE_BYTE_ENERGY = 200n;
/** Where a constructor is only tried out. */
const NOWHERE: Hex = `0x${"0".repeat(36)}dead`;
const TRACER = { tracer: "callTracer" };

/**
 * The engine under the simulator: a local EVM chain with gas for nothing, where one wei stands for one sun. Every Tron
 * transaction is one block of it, and what is set after a block belongs to that block's state (measured with anvil
 * 1.7.1), so a number of it names the state at the end of a Tron block.
 */
export interface Evm {
  head(): Promise<number>;
  balance(account: Hex, block?: number): Promise<bigint>;
  setBalance(account: Hex, sun: bigint): Promise<void>;
  code(contract: Hex, block?: number): Promise<Hex>;
  setCode(contract: Hex, code: Hex): Promise<void>;
  storage(contract: Hex, slot: Hex): Promise<unknown>;
  call(call: EvmCall, block?: number): Promise<CallOutcome>;
  /** The least energy that a call which succeeds needs. */
  estimate(call: EvmCall, block?: number): Promise<bigint>;
  /** Run a call in a block of its own, with at most this much energy. */
  execute(call: EvmCall, energyLimit: bigint): Promise<Executed>;
  /** Deploy a contract at this address, in a block of its own, with at most this much energy. */
  create(contract: EvmCreation, energyLimit: bigint): Promise<Executed>;
  /** What deploying it would come to. */
  tryCreate(contract: Omit<EvmCreation, "address">): Promise<CallOutcome>;
  /** A block without a transaction: room for what is set next. */
  mineEmpty(): Promise<void>;
  /** Take the chain back to this block and its state. */
  rollback(block: number): Promise<void>;
  dump(): Promise<unknown>;
}

/** Prepare an anvil that mines on demand and has no gas price. */
export async function openEvm(rpcUrl: string): Promise<Evm> {
  const one = async (method: string, ...params: unknown[]) =>
    (await rpcBatch(rpcUrl, [{ method, params }]))[0];
  await one("anvil_autoImpersonateAccount", true);
  const head = async () => Number(quantity.parse(await one("eth_blockNumber")));

  async function rollback(block: number): Promise<void> {
    const depth = (await head()) - block;
    if (depth > 0) await one("anvil_rollback", depth);
  }

  /** What a call does in a world that has all that it creates, and what that is. */
  async function traced(call: EvmCall, block: number | undefined) {
    const request = transactionOf(call, MOST_ENERGY);
    const creations: Creation[] = [];
    for (;;) {
      const [stateOverrides] = stateWith(creations);
      const trace = Frame.parse(
        await one("debug_traceCall", request, tag(block), { ...TRACER, stateOverrides }),
      );
      const known = new Set(creations.map(({ address }) => address));
      const more = creationsOf(trace).filter(({ address }) => !known.has(address));
      if (more.length === 0) return { trace, creations };
      creations.push(...more);
    }
  }

  /** A constructor, at the address where its contract will be; each byte of the code that it leaves has a price. */
  async function runConstructor({ from, address, creation }: EvmCreation): Promise<CallOutcome> {
    const request = transactionOf({ from, to: address, data: "0x", value: 0n }, MOST_ENERGY);
    const options = { ...TRACER, stateOverrides: { [address]: { code: creation } } };
    const trace = Frame.parse(await one("debug_traceCall", request, "latest", options));
    const done = outcomeOf(trace, "0x", MOST_ENERGY);
    const ofCode = done.ending === "SUCCESS" ? BigInt(size(done.output)) * CODE_BYTE_ENERGY : 0n;
    return { ...done, energy: done.energy + ofCode };
  }

  async function send(call: EvmCall, energyLimit: bigint): Promise<{ trace: Frame; outcome: Executed }> {
    const hash = await one("eth_sendTransaction", transactionOf(call, energyLimit));
    await one("evm_mine");
    const [receipt, printed] = await rpcBatch(rpcUrl, [
      { method: "eth_getTransactionReceipt", params: [hash] },
      { method: "debug_traceTransaction", params: [hash, TRACER] },
    ]);
    const { gasUsed, logs } = Receipt.parse(receipt);
    const trace = Frame.parse(printed);
    return { trace, outcome: { ...outcomeOf({ ...trace, gasUsed }, call.data, energyLimit), logs } };
  }

  return {
    head,
    balance: async (account, block) => quantity.parse(await one("eth_getBalance", account, tag(block))),
    setBalance: async (account, sun) => void (await one("anvil_setBalance", account, numberToHex(sun))),
    code: async (contract, block) => hex.parse(await one("eth_getCode", contract, tag(block))),
    setCode: async (contract, code) => void (await one("anvil_setCode", contract, code)),
    storage: (contract, slot) => one("eth_getStorageAt", contract, slot, "latest"),
    async call(call, block) {
      const { trace, creations } = await traced(call, block);
      return withCreations(outcomeOf(trace, call.data, MOST_ENERGY), creations);
    },
    async estimate(call, block) {
      const { creations } = await traced(call, block);
      const request = transactionOf(call, MOST_ENERGY);
      const gas = await one("eth_estimateGas", request, tag(block), ...stateWith(creations));
      return quantity.parse(gas) - intrinsicGas(call.data) + energyOf(creations);
    },
    async execute(call, energyLimit) {
      const before = await head();
      const done = await send(call, energyLimit);
      if (creationsOf(done.trace).length === 0) return done.outcome;
      await rollback(before);
      const { creations } = await traced(call, undefined);
      const energy = energyOf(creations);
      await one("evm_mine");
      for (const { address, code } of creations) await one("anvil_setCode", address, code);
      const left = energyLimit > energy ? energyLimit - energy : 0n;
      const { outcome, trace } = await send(call, left);
      for (const creation of creations) {
        if (!lasts(creation, trace)) await one("anvil_setCode", creation.address, "0x");
      }
      return { ...outcome, energy: energyLimit - left + outcome.energy };
    },
    async create(contract, energyLimit) {
      const done = await runConstructor(contract);
      await one("evm_mine");
      if (done.energy > energyLimit) {
        return { ending: "OUT_OF_ENERGY", output: "0x", energy: energyLimit, logs: [] };
      }
      const { address, creation, from } = contract;
      if (done.ending === "SUCCESS") await etch(rpcUrl, [{ address, creation }], from);
      return { ...done, logs: [] };
    },
    tryCreate: (contract) => runConstructor({ ...contract, address: NOWHERE }),
    mineEmpty: async () => void (await one("evm_mine")),
    rollback,
    dump: () => one("anvil_dumpState"),
  };
}

function tag(block: number | undefined): string {
  return block === undefined ? "latest" : numberToHex(block);
}

function transactionOf({ value, ...call }: EvmCall, energyLimit: bigint) {
  const gas = numberToHex(energyLimit + intrinsicGas(call.data));
  return { ...call, value: numberToHex(value), gas, gasPrice: "0x0" };
}

/** The state override of a call that finds these contracts in place; nothing for none. */
function stateWith(creations: readonly Creation[]) {
  const placed = creations.map(({ address, code }) => [address, { code }] as const);
  return placed.length === 0 ? [] : [Object.fromEntries(placed)];
}

function energyOf(creations: readonly Creation[]): bigint {
  return creations.reduce((sum, { energy }) => sum + energy, 0n);
}

function withCreations(outcome: CallOutcome, creations: readonly Creation[]): CallOutcome {
  return { ...outcome, energy: outcome.energy + energyOf(creations) };
}

function outcomeOf(
  trace: Pick<Frame, "gasUsed" | "output" | "error">,
  data: Hex,
  energyLimit: bigint,
): CallOutcome {
  const ending = endingOf(trace.error);
  const spent = trace.gasUsed - intrinsicGas(data);
  return {
    ending,
    output: ending === "SUCCESS" || ending === "REVERT" ? trace.output : "0x",
    energy: ending === "OUT_OF_ENERGY" ? energyLimit : spent > 0n ? spent : 0n,
  };
}

function endingOf(error: string | undefined): Ending {
  if (error === undefined) return "SUCCESS";
  if (/revert/i.test(error)) return "REVERT";
  return /out ?of ?gas/i.test(error) ? "OUT_OF_ENERGY" : "ILLEGAL_OPERATION";
}

/** What Ethereum charges before the contract's first instruction. */
function intrinsicGas(data: Hex): bigint {
  return hexToBytes(data).reduce((sum, byte) => sum + (byte === 0 ? 4n : 16n), 21_000n);
}
