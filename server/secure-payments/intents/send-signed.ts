import { NotRelayable, type Relay, type SignedCall, type SignedTransaction } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { ApiError } from "@/server/errors";
import type { TronBroadcast, TronBroadcastBody } from "@/server/secure-payments/wire/tron-broadcast-schema";

/** A call that somebody may be expected to sign. */
export interface ExpectedCall {
  to: Hex;
  data: Hex;
  value: bigint;
  /** The most it may burn, base units of the native coin. */
  feeLimit: bigint;
}

/** A signed transaction of a body as the relay takes it. */
export function signedOf(signedTransaction: TronBroadcastBody["signedTransaction"]): SignedTransaction {
  return {
    rawDataHex: signedTransaction.raw_data_hex,
    signatures: signedTransaction.signature,
    txId: signedTransaction.txID,
    rawData: signedTransaction.raw_data,
  };
}

/** What the signed bytes do. Throws 400 for bytes that are not one plain call of their signer. */
export async function understood(relay: Relay, signed: Parameters<Relay["read"]>[0]): Promise<SignedCall> {
  try {
    return await relay.read(signed);
  } catch (error) {
    if (error instanceof NotRelayable) throw mismatch(error.message);
    throw error;
  }
}

/** In what a signed call is another than was expected; empty where it is that one. */
export function differencesOf(call: SignedCall, { to, data, value, feeLimit }: ExpectedCall): string[] {
  const checks: [string, boolean][] = [
    ["contract", call.to === to.toLowerCase()],
    ["data", call.data === data.toLowerCase()],
    ["call value", call.value === value],
    ["fee limit", call.feeLimit <= feeLimit],
  ];
  return checks.flatMap(([name, isSame]) => (isSame ? [] : [name]));
}

/**
 * What is done before a refusal says that the transaction went nowhere. It cannot say so of one that was sent before.
 */
export type OnRefusal = (() => Promise<void>) | "sent before";

/** Spreads what was compared. Throws 502 `relay_failed`; with `result` false only where it certainly went nowhere. */
export async function sendSigned(
  relay: Relay,
  signed: Parameters<Relay["send"]>[0],
  onRefusal: OnRefusal = async () => {},
): Promise<TronBroadcast> {
  const { isAccepted, isRefused, isBusy, txId, code, message } = await relayed(() => relay.send(signed));
  if (isAccepted) {
    return { result: true, txid: txId, ...(code ? { code } : {}), ...(message ? { message } : {}) };
  }
  const reason = [code, message].filter(Boolean).join(": ");
  if (!isRefused || onRefusal === "sent before") {
    throw unclear(`The network may not have taken the transaction: ${reason || "no reason"}`);
  }
  await onRefusal();
  const what = isBusy ? "No node takes the transaction for now" : "The network refused the transaction";
  throw new ApiError("relay_failed", `${what}: ${reason}`, {
    details: { result: false, txid: txId, ...(code ? { code } : {}) },
  });
}

/** Throws 502 where no node answers. */
export async function relayed<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ChainError) throw unclear("The transaction could not be relayed", error);
    throw error;
  }
}

/** Without `result`: nobody can say yet that nothing was sent, only that the same bytes do no harm twice. */
function unclear(what: string, cause?: Error): ApiError {
  return new ApiError("relay_failed", `${what}; it is safe to retry`, { cause });
}

/** 400: something else was signed than was asked for. */
export function mismatch(reason: string): ApiError {
  return new ApiError(
    "signed_transaction_mismatch",
    `The signed transaction does not match this payment: ${reason}`,
  );
}
