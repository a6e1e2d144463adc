import { hexToBytes } from "@noble/hashes/utils.js";
import { recoverAddress } from "viem/utils";
import { z } from "zod";
import {
  type Broadcast,
  NotRelayable,
  type Relay,
  type SignedCall,
  type SignedTransaction,
} from "@/server/chains/adapter";
import { parseAddress, tronToHex20 } from "@/server/chains/address";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import type { TronHttp } from "@/server/chains/tron/http";
import {
  decodeCall,
  NotACall,
  rawDataJson,
  type TronCall,
  transactionId,
} from "@/server/chains/tron/transaction";

const Answer = z.object({
  result: z.boolean().optional(),
  txid: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});

/** Both are `{}` where there is no such transaction. */
const Waiting = z.object({ txID: z.string().optional() });
const Executed = z.object({
  id: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }).optional(),
});

/** Somebody, most likely we, sent it before. A node says so of what it refused then, too. */
const KNOWN = "DUP_TRANSACTION_ERROR";

/**
 * By these a node says that it did not take a transaction in. Not among them: NOT_ENOUGH_EFFECTIVE_CONNECTION, which
 * also comes after the transaction is in the node's own pool, and OTHER_ERROR, which comes from anywhere.
 */
const REFUSALS = new Set([
  "SIGERROR",
  "CONTRACT_VALIDATE_ERROR",
  "CONTRACT_EXE_ERROR",
  "BANDWITH_ERROR",
  "TAPOS_ERROR",
  "TOO_BIG_TRANSACTION_ERROR",
  "TRANSACTION_EXPIRATION_ERROR",
  "SERVER_BUSY",
  "NO_CONNECTION",
  "BLOCK_UNSOLIDIFIED",
]);

/**
 * Of these it is the state of the one node, and for a while: another may take the transaction, or the same one later.
 * Nothing is done twice by asking, because a transaction is what its ID says, and a node that has it says so.
 */
const BUSY = new Set(["SERVER_BUSY", "NO_CONNECTION", "BLOCK_UNSOLIDIFIED"]);

/** Reads and spreads what Tron wallets signed (TR-06, onchain.md §12). */
export function tronRelay(http: TronHttp): Relay {
  return {
    read: async (signed) => (await understand(signed)).summary,
    send: async (signed) => {
      const { call, summary } = await understand(signed);
      // Nodes execute `raw_data` and ignore `raw_data_hex`, so they get what we read from the signed bytes.
      const transaction = {
        visible: false,
        txID: summary.txId,
        raw_data: rawDataJson(call),
        raw_data_hex: signed.rawDataHex.toLowerCase(),
        signature: signed.signatures.map((signature) => signature.toLowerCase()),
      };
      let mayBeOut = false;
      const answer = await http("wallet/broadcasttransaction", transaction, Answer, {
        onFailure: ({ isUnheard }) => {
          mayBeOut ||= !isUnheard;
        },
        mayImprove: isBusy,
        improvesLater: true,
      }).catch((error: unknown) => {
        // No node has even heard of it: that is all there is to know.
        if (error instanceof ChainError && !mayBeOut) return { code: "SERVER_BUSY", message: error.message };
        throw error;
      });
      const isKnown = answer.code === KNOWN && (await has(http, summary.txId));
      const outcome = broadcastOf(answer, summary.txId, isKnown);
      // A node that was cut off before may have spread what this one refuses.
      return { ...outcome, isRefused: outcome.isRefused && !mayBeOut, isBusy: isBusy(answer) };
    },
    outcome: (txId) => outcomeIn(http, txId),
  };
}

function isBusy({ code }: z.infer<typeof Answer>): boolean {
  return code !== undefined && BUSY.has(code);
}

/**
 * Whether a transaction waits for a block or is in one, asked in this order because it may move meanwhile; of every
 * node, because only the one that took it may know it yet.
 */
async function has(http: TronHttp, txId: string): Promise<boolean> {
  const { txID } = await http("wallet/gettransactionfrompending", { value: txId }, Waiting, {
    mayImprove: ({ txID }) => txID === undefined,
  });
  return txID !== undefined || (await outcomeIn(http, txId)) !== null;
}

async function outcomeIn(http: TronHttp, txId: string): Promise<"success" | "failure" | null> {
  const { id, receipt } = await http("wallet/gettransactioninfobyid", { value: txId }, Executed, {
    mayImprove: ({ id }) => id === undefined,
  });
  if (id === undefined) return null;
  return receipt?.result === "SUCCESS" ? "success" : "failure";
}

/** A success has `result` and no `code` (onchain.md §12). */
function broadcastOf(
  { result, code, message }: z.infer<typeof Answer>,
  txId: string,
  isKnown: boolean,
): Omit<Broadcast, "isBusy"> {
  return {
    isAccepted: isKnown || (result === true && (code === undefined || code === "SUCCESS")),
    isRefused: code !== undefined && REFUSALS.has(code),
    txId,
    code: code ?? null,
    message: message === undefined ? null : textOf(message),
  };
}

/** Messages are UTF-8 in hex; some nodes write them plainly. */
function textOf(message: string): string {
  if (message.length % 2 !== 0 || !/^[0-9a-fA-F]+$/.test(message)) return message;
  return new TextDecoder().decode(hexToBytes(message));
}

async function understand(signed: SignedTransaction): Promise<{ call: TronCall; summary: SignedCall }> {
  const rawData = bytesIn(signed.rawDataHex);
  const call = callIn(rawData);
  const txId = transactionId(rawData);
  if (signed.txId !== undefined && signed.txId.toLowerCase() !== txId) {
    throw new NotRelayable("txID does not belong to raw_data_hex");
  }
  if (signed.rawData !== undefined && !agrees(signed.rawData, rawDataJson(call))) {
    throw new NotRelayable("raw_data does not agree with raw_data_hex");
  }
  const [signature, ...others] = signed.signatures;
  if (signature === undefined || others.length > 0) throw new NotRelayable("exactly one signature is needed");
  if ((await signerOf(txId, signature)) !== call.owner) {
    throw new NotRelayable("the transaction is not signed by its owner");
  }
  const { owner: signer, contract: to, data, callValue: value, feeLimit } = call;
  const expiresAt = new Date(Number(call.expiration));
  return { call, summary: { txId, signer, to, data, value, feeLimit, expiresAt } };
}

function bytesIn(hex: string): Uint8Array {
  if (hex.length % 2 !== 0 || !/^[0-9a-fA-F]+$/.test(hex))
    throw new NotRelayable("raw_data_hex is not bytes");
  return hexToBytes(hex);
}

function callIn(rawData: Uint8Array): TronCall {
  try {
    const call = decodeCall(rawData);
    rawDataJson(call);
    return call;
  } catch (error) {
    if (error instanceof NotACall) throw new NotRelayable(error.message);
    throw error;
  }
}

async function signerOf(txId: string, signature: string): Promise<Hex | null> {
  if (!/^[0-9a-fA-F]{130}$/.test(signature)) return null;
  try {
    const address = await recoverAddress({ hash: `0x${txId}`, signature: `0x${signature}` });
    return `0x${address.slice(2).toLowerCase()}`;
  } catch {
    // Not a point on the curve, or a recovery byte that does not exist: nobody's signature.
    return null;
  }
}

/**
 * True when everything `shown` says is what we read from the signed bytes: hex in any case, addresses in hex or
 * Base58. It may leave fields out; one that we did not read may only be empty.
 */
function agrees(shown: unknown, read: unknown): boolean {
  if (read === undefined) return isEmpty(shown);
  if (Array.isArray(read)) {
    return (
      Array.isArray(shown) && shown.length === read.length && read.every((one, i) => agrees(shown[i], one))
    );
  }
  if (isRecord(read)) {
    const own = (key: string) => (Object.hasOwn(read, key) ? read[key] : undefined);
    return isRecord(shown) && Object.entries(shown).every(([key, value]) => agrees(value, own(key)));
  }
  return typeof shown === "string" ? plain(shown) === read : shown === read;
}

function plain(text: string): string {
  const base58 = parseAddress("tron", text);
  if (base58.ok) return `41${tronToHex20(base58.address).slice(2)}`;
  return /^[0-9a-fA-F]+$/.test(text) ? text.toLowerCase() : text;
}

function isEmpty(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
