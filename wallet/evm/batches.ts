import { numberToHex } from "viem";
import { asOptionalError, asWalletError, walletError } from "@/wallet/errors";
import { currentChain, type EvmProvider } from "@/wallet/evm/provider";
import type { BatchingWallet, BatchStatus, Verified, WalletBatch } from "@/wallet/wallet";

/** A wallet that has said nothing by then has no capabilities: few know the question, and some never answer it. */
export const PATIENCE_MS = 2_000;
/**
 * Of a wallet on another device. Who does not know the question is not asked there. A question waits up to five seconds
 * for WalletConnect's attestation, which blockers of trackers keep from a page, before it is sent.
 */
export const PAIRED_PATIENCE_MS = 12_000;
/** EIP-5792: an ID has at most 4,096 bytes. */
const ID = /^0x[0-9a-f]{1,8192}$/i;
const HASH = /^0x[0-9a-f]{64}$/i;

/** Several calls as one, through a wallet's own account or the one it can turn itself into (EIP-5792). */
export class EvmBatches implements BatchingWallet {
  readonly #address: string;
  readonly #provider: () => Promise<EvmProvider>;
  readonly #requireAccount: (provider: EvmProvider) => Promise<void>;
  readonly #patienceMs: number;

  constructor(
    address: string,
    provider: () => Promise<EvmProvider>,
    requireAccount: (provider: EvmProvider) => Promise<void>,
    patienceMs: number,
  ) {
    this.#address = address;
    this.#provider = provider;
    this.#requireAccount = requireAccount;
    this.#patienceMs = patienceMs;
  }

  async isAtomic(chainId: number): Promise<boolean> {
    const chain = numberToHex(chainId);
    const ask = async () => {
      const provider = await this.#provider();
      return provider.request({ method: "wallet_getCapabilities", params: [this.#address, [chain]] });
    };
    return isAtomicOn(chainId, await soon(ask(), this.#patienceMs));
  }

  async send(batch: Verified<WalletBatch>): Promise<string> {
    try {
      const provider = await this.#provider();
      await this.#requireAccount(provider);
      if ((await currentChain(provider)) !== batch.chainId) throw walletError("wrong_chain");
      // Asked again: what is sent here counts on all of it or none.
      if (!(await this.isAtomic(batch.chainId))) throw walletError("no_batch");
      const call = { method: "wallet_sendCalls", params: [callsOf(this.#address, batch)] };
      return idIn(await provider.request(call));
    } catch (error) {
      throw asOptionalError(error, "no_batch");
    }
  }

  async status(id: string): Promise<BatchStatus> {
    try {
      const provider = await this.#provider();
      return statusIn(await provider.request({ method: "wallet_getCallsStatus", params: [id] }));
    } catch (error) {
      throw asWalletError(error);
    }
  }
}

/** The account and the chain are said again, so that a wallet that moves meanwhile has to refuse. */
function callsOf(from: string, { chainId, calls }: WalletBatch) {
  return {
    version: "2.0.0",
    from,
    chainId: numberToHex(chainId),
    atomicRequired: true,
    calls: calls.map(({ to, data, value }) => ({ to, data, value: numberToHex(value) })),
  };
}

/** The older form of the answer was the ID alone. */
function idIn(answer: unknown): string {
  const id = typeof answer === "string" ? answer : field(answer, "id");
  if (typeof id === "string" && ID.test(id)) return id;
  throw walletError("failed", new Error("the wallet did not answer with the ID of a batch"));
}

/** `atomic` is how the standard has it now, `atomicBatch` how it was; `0x0` stands for every chain. */
function isAtomicOn(chainId: number, capabilities: unknown): boolean {
  return [numberToHex(chainId), "0x0"].some((key) => {
    const ofChain = fieldOfAnyCase(capabilities, key);
    const status = field(field(ofChain, "atomic"), "status");
    return (
      status === "supported" ||
      status === "ready" ||
      (status === undefined && field(field(ofChain, "atomicBatch"), "supported") === true)
    );
  });
}

/** 1xx is on its way, 2xx done, 400 and 500 will never be, 600 is half done; older wallets used words. */
function statusIn(answer: unknown): BatchStatus {
  const status = field(answer, "status");
  const receipts = field(answer, "receipts");
  const last: unknown = Array.isArray(receipts) ? receipts.at(-1) : undefined;
  const named = field(last, "transactionHash");
  const hash = typeof named === "string" && HASH.test(named) ? named : null;
  if (status === "CONFIRMED") return { state: "mined", hash };
  if (typeof status !== "number" || status < 200) return { state: "pending" };
  if (status < 300) return { state: "mined", hash };
  return { state: status >= 600 && status < 700 ? "partly" : "failed", hash };
}

/** Null where nothing comes in time. */
async function soon(answer: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([answer.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

function fieldOfAnyCase(of: unknown, name: string): unknown {
  if (typeof of !== "object" || of === null) return undefined;
  const key = Object.keys(of).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : field(of, key);
}

function field(of: unknown, name: string): unknown {
  return typeof of === "object" && of !== null && Object.hasOwn(of, name) ? Reflect.get(of, name) : undefined;
}
