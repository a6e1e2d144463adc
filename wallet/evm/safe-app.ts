import SafeAppsSDK, { TransactionStatus } from "@safe-global/safe-apps-sdk";
import { getAddress, type Hex, isAddress } from "viem";
import { asWalletError, walletError } from "@/wallet/errors";
import { SAFE_ID } from "@/wallet/evm/framed";
import { rememberWallet } from "@/wallet/remembered";
import type { WalletSettings } from "@/wallet/settings";
import type { BatchingWallet, BatchStatus, Verified, Wallet, WalletBatch } from "@/wallet/wallet";

/** A Safe interface answers at once; whoever else is around us never does. */
const PATIENCE_MS = 5_000;
const HASH = /^0x[0-9a-f]{64}$/i;

/**
 * The Safe whose interface shows this page in a frame. The policy of the page lets nobody else frame it, and what
 * another origin posts is dropped here once more. Throws `WalletError`.
 */
export async function connectSafeApp({ safeAppHosts }: WalletSettings): Promise<Wallet> {
  if (!isFramedBy(safeAppHosts)) throw walletError("disconnected");
  const sdk = new SafeAppsSDK({ allowedDomains: safeAppHosts.map(exactly) });
  const { safeAddress, chainId } = await answerIn(sdk.safe.getInfo(), PATIENCE_MS);
  if (typeof safeAddress !== "string" || !isAddress(safeAddress, { strict: false }))
    throw walletError("failed");
  if (!Number.isSafeInteger(chainId) || chainId <= 0) throw walletError("failed");
  return new SafeAppWallet(sdk, getAddress(safeAddress), chainId);
}

/** A Safe proposes and does not send: it has batches only, whose ID is the hash that its owners sign. */
class SafeAppWallet implements Wallet {
  readonly id = SAFE_ID;
  readonly name = "Safe";
  readonly family = "evm";
  readonly address: string;
  readonly batches: BatchingWallet;
  readonly #chainId: number;

  constructor(sdk: SafeAppsSDK, address: string, chainId: number) {
    this.address = address;
    this.#chainId = chainId;
    this.batches = {
      isAtomic: async (asked) => asked === chainId,
      send: (batch) => propose(sdk, chainId, batch),
      status: (id) => statusOf(sdk, id),
    };
  }

  async chainId(): Promise<number> {
    return this.#chainId;
  }

  async switchChain(chainId: number): Promise<void> {
    // The interface shows one Safe of one chain; choosing another is up to its user.
    if (chainId !== this.#chainId) throw walletError("wrong_chain");
  }

  async send(): Promise<never> {
    throw walletError("failed", new Error("a Safe proposes batches"));
  }

  async signMessage(): Promise<never> {
    throw walletError("failed", new Error("a Safe signs by its owners"));
  }

  async signTypedData(): Promise<never> {
    throw walletError("no_typed_data");
  }

  onChange(): () => void {
    // Another Safe is another load of this frame.
    return () => {};
  }

  async disconnect(): Promise<void> {
    rememberWallet(null);
  }
}

async function propose(sdk: SafeAppsSDK, chainId: number, batch: Verified<WalletBatch>): Promise<Hex> {
  if (batch.chainId !== chainId) throw walletError("wrong_chain");
  // No `params`: a `safeTxGas` would let a failed payment use up the nonce.
  const txs = batch.calls.map(({ to, data, value }) => ({ to, data, value: value.toString() }));
  let answer: { safeTxHash?: unknown };
  try {
    answer = await sdk.txs.send({ txs });
  } catch (error) {
    throw isRefusal(error) ? walletError("rejected", error) : asWalletError(error);
  }
  const hash = answer?.safeTxHash;
  if (typeof hash === "string" && HASH.test(hash)) return `0x${hash.slice(2)}`;
  throw walletError("failed", new Error("the Safe did not answer with a hash"));
}

async function statusOf(sdk: SafeAppsSDK, id: string): Promise<BatchStatus> {
  const { txStatus, txHash } = await answerIn(sdk.txs.getBySafeTxHash(id), PATIENCE_MS);
  const hash = typeof txHash === "string" && HASH.test(txHash) ? txHash : null;
  if (txStatus === TransactionStatus.SUCCESS) return { state: "mined", hash };
  if (txStatus === TransactionStatus.FAILED || txStatus === TransactionStatus.CANCELLED) {
    return { state: "failed", hash };
  }
  return { state: "pending" };
}

/** The words of Safe interfaces, which have no codes. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /\breject|\bcancel|\bdeclin|\bdenied/i.test(error.message);
}

/** Where the browser tells who is around us, all of them have to be known. */
function isFramedBy(hosts: readonly string[]): boolean {
  if (window.parent === window) return false;
  const around = Array.from(window.location.ancestorOrigins ?? []);
  return around.every((origin) => hosts.includes(origin));
}

function exactly(origin: string): RegExp {
  return new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
}

/** The library waits for ever. Throws `disconnected`. */
async function answerIn<T>(answer: Promise<T>, patienceMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(walletError("disconnected")), patienceMs);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    throw asWalletError(error);
  } finally {
    clearTimeout(timer);
  }
}
