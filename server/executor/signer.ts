import {
  createClient,
  type Hex,
  http,
  keccak256,
  numberToHex,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Fees } from "@/server/executor/fees";
import type { SignerSettings } from "@/server/executor/signer-settings";

/** A transaction of the executor, before it is signed. */
export interface Unsigned extends Fees {
  chainId: number;
  nonce: bigint;
  to: Hex;
  data: Hex;
  gasLimit: bigint;
}

export interface Signed {
  raw: Hex;
  hash: Hex;
}

/** Holds a key, or knows who does. */
export interface Signer {
  readonly address: Hex;
  /** Throws `SignerError`. */
  sign(transaction: Unsigned): Promise<Signed>;
}

/** The signer gave no signature, or one of something else than it was asked for. */
export class SignerError extends Error {
  override readonly name = "SignerError";
}

const PATIENCE_MS = 10_000;

/** The key stays inside what is returned, so that no log of settings or objects can show it. */
export function createSigner(settings: SignerSettings): Signer {
  return settings.kind === "key" ? localSigner(settings.key) : remoteSigner(settings.url, settings.address);
}

function localSigner(key: Hex): Signer {
  const account = privateKeyToAccount(key);
  return {
    address: account.address,
    sign: async (transaction) => signed(await account.signTransaction(inViem(transaction))),
  };
}

/** A JSON-RPC signer (web3signer, Clef and their kind). What it gives back is compared with what was asked. */
function remoteSigner(url: string, address: Hex): Signer {
  const client = createClient({ transport: http(url, { timeout: PATIENCE_MS, retryCount: 0 }) });
  return {
    address,
    async sign(transaction) {
      const answer = await client
        .request({ method: "eth_signTransaction", params: [inHex(transaction, address)] } as never)
        // Without the cause: its text holds the signer's URL, and with it often a password.
        .catch(() => {
          throw new SignerError("the signer did not sign");
        });
      const raw = rawIn(answer);
      await compare(raw, transaction, address);
      return signed(raw);
    },
  };
}

/** web3signer answers the bytes alone, Clef and go-ethereum an object with them. */
function rawIn(answer: unknown): TransactionSerializedEIP1559 {
  const raw = typeof answer === "object" && answer !== null && "raw" in answer ? answer.raw : answer;
  if (typeof raw !== "string" || !/^0x02[0-9a-f]+$/i.test(raw))
    throw new SignerError("the signer did not answer with a transaction of EIP-1559");
  return `0x02${raw.slice(4)}`;
}

async function compare(raw: TransactionSerializedEIP1559, asked: Unsigned, address: Hex): Promise<void> {
  const got = parseTransaction(raw);
  const isSame =
    got.chainId === asked.chainId &&
    BigInt(got.nonce ?? 0) === asked.nonce &&
    got.to?.toLowerCase() === asked.to.toLowerCase() &&
    (got.data ?? "0x").toLowerCase() === asked.data.toLowerCase() &&
    (got.value ?? 0n) === 0n &&
    (got.gas ?? 0n) === asked.gasLimit &&
    (got.maxFeePerGas ?? 0n) === asked.maxFee &&
    (got.maxPriorityFeePerGas ?? 0n) === asked.maxPriorityFee;
  if (!isSame) throw new SignerError("the signer signed another transaction than it was asked for");
  const signer = await recoverTransactionAddress({ serializedTransaction: raw });
  if (signer.toLowerCase() !== address.toLowerCase())
    throw new SignerError(`the signer signed as ${signer}, not as ${address}`);
}

function inViem({ chainId, nonce, to, data, gasLimit, maxFee, maxPriorityFee }: Unsigned) {
  return {
    type: "eip1559" as const,
    chainId,
    nonce: Number(nonce),
    to,
    data,
    value: 0n,
    gas: gasLimit,
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: maxPriorityFee,
  };
}

function inHex(transaction: Unsigned, from: Hex) {
  return {
    from,
    to: transaction.to,
    data: transaction.data,
    value: "0x0",
    nonce: numberToHex(transaction.nonce),
    gas: numberToHex(transaction.gasLimit),
    maxFeePerGas: numberToHex(transaction.maxFee),
    maxPriorityFeePerGas: numberToHex(transaction.maxPriorityFee),
    chainId: numberToHex(transaction.chainId),
  };
}

function signed(raw: Hex): Signed {
  return { raw, hash: keccak256(raw) };
}
