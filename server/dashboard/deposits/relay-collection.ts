import { decodeFunctionData } from "viem";
import { depositFactoryAbi } from "@/contracts/abis";
import type { Hex } from "@/server/chains/contract-addresses";
import { type DepositTerms, depositAddressOn } from "@/server/chains/deposit-address";
import { collectingCall, MAX_COLLECTED } from "@/server/chains/deposit-collection";
import { type Network, TRON_NETWORK } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { waitingDeposits } from "@/server/dashboard/deposits/waiting";
import { chainFor } from "@/server/requests/paying/readiness";
import {
  differencesOf,
  mismatch,
  sendSigned,
  signedOf,
  understood,
} from "@/server/secure-payments/intents/send-signed";
import type { TronBroadcast, TronBroadcastBody } from "@/server/secure-payments/wire/tron-broadcast-schema";

/**
 * Sends a collection that a wallet on Tron signed, whose wallets leave that to the service: only a call of the factory for
 * deposit addresses of this account, and no other transaction. The same bytes may be sent again. Throws 400
 * `signed_transaction_mismatch` and 502 `relay_failed`.
 */
export async function relayCollection(
  ctx: Ctx,
  { signedTransaction }: TronBroadcastBody,
): Promise<TronBroadcast> {
  const chain = chainFor(ctx, TRON_NETWORK.id);
  const { relay, network } = chain;
  if (!relay) throw new Error("Tron has a relay");
  const signed = signedOf(signedTransaction);
  const call = await understood(relay, signed);
  const terms = termsIn(call.data);
  const addresses = addressesOf(network, terms);
  const own = await waitingDeposits(ctx, { network: network.id, addresses, limit: MAX_COLLECTED });
  if (own.length < addresses.length)
    throw mismatch("it collects from an address of nobody, or of another account");
  const { call: expected, feeLimit } = collectingCall(network, terms);
  const differences = differencesOf(call, { ...expected, feeLimit: feeLimit ?? 0n });
  if (differences.length > 0) throw mismatch(`${differences.join(", ")} not as expected`);
  return sendSigned(relay, signed);
}

/** The terms that calldata collects by. Throws 400 for any other call. */
function termsIn(data: Hex): DepositTerms[] {
  const decoded = decodedCall(data);
  if (decoded?.functionName === "collect") return [...decoded.args];
  if (decoded?.functionName === "collectMany") return [...decoded.args[0]];
  throw mismatch("it is no collection of deposits");
}

function decodedCall(data: Hex) {
  try {
    return decodeFunctionData({ abi: depositFactoryAbi, data });
  } catch {
    return null;
  }
}

/** The addresses of these terms, lower-case hex. Throws 400 for terms that make none, and for too many. */
function addressesOf(network: Network, terms: readonly DepositTerms[]): string[] {
  if (terms.length === 0 || terms.length > MAX_COLLECTED)
    throw mismatch("it collects from too many addresses or none");
  return [...new Set(terms.map((one) => addressOf(network, one)))];
}

function addressOf(network: Network, terms: DepositTerms): string {
  try {
    const address = depositAddressOn(network, terms);
    if (address !== null) return address.toLowerCase();
  } catch {
    // Terms that no address can have.
  }
  throw mismatch("its terms make no deposit address");
}
