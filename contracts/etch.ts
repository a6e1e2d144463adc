/**
 * Puts contracts at addresses of our choice on a local anvil. The real constructor runs at that address, inside a
 * call whose state override says that the creation code lives there. What it returns is the code and what it wrote
 * is the storage, so owners, immutables and EIP-712 domains are right, and no transaction is sent.
 */
import { type Hex, zeroHash } from "viem";
import { z } from "zod";
import { type RpcCall, rpcBatch } from "./rpc-batch";

/** One contract and where it goes. */
export interface Installation {
  address: Hex;
  /** Creation code with the constructor arguments behind it. */
  creation: Hex;
}

/** One call whose effect on storage is wanted, as if it had been sent by `from`. */
export interface Setting {
  from: Hex;
  to: Hex;
  data: Hex;
}

const GAS = "0x5f5e100";
const TRACER = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };

const hex = z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x"), "not hex");
const Storage = z.record(hex, hex);
const Account = z.object({ storage: Storage.default({}) });
const Diff = z.object({ pre: z.record(hex, Account), post: z.record(hex, Account) });

/**
 * Install the contracts whose address has no code yet.
 *
 * @returns the addresses that were empty before
 * @throws when a constructor reverts
 */
export async function etch(rpcUrl: string, installations: Installation[], deployer: Hex): Promise<Set<Hex>> {
  const codes = await rpcBatch(
    rpcUrl,
    installations.map(({ address }) => ({ method: "eth_getCode", params: [address, "latest"] })),
  );
  const missing = installations.filter((_, index) => codes[index] === "0x");

  const answers = await rpcBatch(
    rpcUrl,
    missing.flatMap(({ address, creation }) => {
      const call = { from: deployer, to: address, gas: GAS };
      const overrides = { [address]: { code: creation } };
      return [
        { method: "eth_call", params: [call, "latest", overrides] },
        { method: "debug_traceCall", params: [call, "latest", { ...TRACER, stateOverrides: overrides }] },
      ];
    }),
  );
  // Storage first: code is what marks an address as done, should this end half-way.
  const storage = missing.flatMap((_, index) => writesOf(answers[2 * index + 1]));
  const code = missing.map(({ address }, index) => ({
    method: "anvil_setCode",
    params: [address, hex.parse(answers[2 * index])],
  }));
  await rpcBatch(rpcUrl, storage);
  await rpcBatch(rpcUrl, code);
  return new Set(missing.map(({ address }) => address));
}

/** Apply calls to contracts in place. Calls of one batch must not depend on each other. Returns whether anything changed. */
export async function applySettings(rpcUrl: string, settings: Setting[]): Promise<boolean> {
  const reverts = settings.map((call) => ({ method: "eth_call", params: [{ ...call, gas: GAS }, "latest"] }));
  const traces = settings.map((call) => ({
    method: "debug_traceCall",
    params: [{ ...call, gas: GAS }, "latest", TRACER],
  }));
  // A trace of a call that reverts is an empty difference; eth_call is what fails aloud.
  const answers = await rpcBatch(rpcUrl, [...reverts, ...traces]);
  const writes = answers.slice(settings.length).flatMap(writesOf);
  await rpcBatch(rpcUrl, writes);
  return writes.length > 0;
}

function writesOf(trace: unknown): RpcCall[] {
  const { pre, post } = Diff.parse(trace);
  const set = Object.entries(post).flatMap(([address, account]) =>
    Object.entries(account.storage).map(([slot, value]) => setStorage(address, slot, value)),
  );
  // A slot that became zero is in `pre` only.
  const cleared = Object.entries(pre).flatMap(([address, account]) =>
    Object.keys(account.storage)
      .filter((slot) => !(slot in (post[address as Hex]?.storage ?? {})))
      .map((slot) => setStorage(address, slot, zeroHash)),
  );
  return [...set, ...cleared];
}

const setStorage = (address: string, slot: string, value: string): RpcCall => ({
  method: "anvil_setStorageAt",
  params: [address, slot, value],
});
