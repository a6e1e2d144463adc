import { slice, toFunctionSelector, toFunctionSignature } from "viem";
import type { Problem } from "@/components/pay/safety/comparison";
import { Mismatch, problemOf, requireSame } from "@/components/pay/safety/mismatch";
import { listOf, objectOf, type Parsed, textOf } from "@/components/pay/safety/parse";
import { readDepositTerms } from "@/components/pay/safety/read-deposit-terms";
import { depositFactoryAbi } from "@/contracts/abis";
import { addressText, checksumEvmAddress } from "@/server/chains/address";
import { type DepositTerms, depositAddressOn } from "@/server/chains/deposit-address";
import { type CollectingCall, collectingCall } from "@/server/chains/deposit-collection";
import { NETWORKS, type Network, type NetworkId } from "@/server/chains/networks";
import { readTransactionValue } from "@/server/chains/transaction-value";
import { tokenById } from "@/server/currencies/tokens";
import type { EvmTransaction, Verified, WalletBatch, WalletTransaction } from "@/wallet/wallet";

/** A deposit address as the merchant saw it in the list. */
export interface ListedDeposit {
  address: string;
  requestId: string;
  /** Who gets the money, as the list says. */
  payee: string;
  currencyId: string;
}

/** One address that the transaction collects from, of which everything was compared. */
export interface ComparedDeposit extends ListedDeposit {
  amount: string;
}

/** Sign this, or nothing. `batch` is the same for a wallet that proposes to its owners; null on Tron. */
export type CollectionComparison =
  | {
      ok: true;
      network: NetworkId;
      transaction: Verified<WalletTransaction>;
      batch: Verified<WalletBatch> | null;
      deposits: ComparedDeposit[];
    }
  | { ok: false; problem: Problem };

/**
 * Holds a prepared collection to what the merchant chose in the list. Nothing of the answer is believed: the terms of each
 * address have to name the payee, the currency and the payment contract of the network, and to make that very address; the
 * call is built here for the factory that is compiled into the page, and the answer's has to be the same.
 */
export function compareCollection(
  offered: unknown,
  chosen: { network: NetworkId; deposits: readonly ListedDeposit[] },
): CollectionComparison {
  try {
    const network = NETWORKS[chosen.network];
    const {
      network: name,
      deposits,
      transactions,
    } = objectOf(
      "the answer",
      offered,
      ["network", "deposits", "leftOut", "transactions", "metadata"],
      ["safeTransaction"],
    );
    requireSame("network", network.id, name);
    const compared = comparedDeposits(network, deposits, chosen.deposits);
    const collecting = collectingCall(
      network,
      compared.map(({ terms }) => terms),
    );
    requireSameCall(network, collecting, listOf("transactions", transactions));
    const transaction = transactionOf(network, collecting);
    return {
      ok: true,
      network: network.id,
      transaction: verified(transaction),
      batch:
        transaction.family === "evm"
          ? verified({ chainId: transaction.chainId, calls: [transaction] })
          : null,
      deposits: compared.map(({ deposit }) => deposit),
    };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

interface Compared {
  deposit: ComparedDeposit;
  terms: DepositTerms;
}

/** Throws `Mismatch` unless each of them was chosen, once, and is what it was shown as. */
function comparedDeposits(network: Network, offered: unknown, chosen: readonly ListedDeposit[]): Compared[] {
  const left = new Map(chosen.map((one) => [one.address, one]));
  const compared = listOf("deposits", offered).map((one): Compared => {
    const parts = objectOf("a deposit", one, [
      "address",
      "requestId",
      "currency",
      "currencyId",
      "amount",
      "payeeAmount",
      "terms",
    ]);
    const address = textOf("address", parts.address);
    const listed = left.get(address);
    if (!listed) throw new Mismatch("transactions", "an address that was chosen, once", address);
    left.delete(address);
    const terms = readDepositTerms(parts.terms);
    requireTerms(network, listed, parts, terms);
    return { deposit: { ...listed, amount: textOf("amount", parts.amount) }, terms };
  });
  if (compared.length === 0) throw new Mismatch("transactions", "at least one address", "none");
  return compared;
}

function requireTerms(network: Network, listed: ListedDeposit, parts: Parsed, terms: DepositTerms): void {
  const { family, contracts, chainId } = network;
  const token = tokenById(listed.currencyId);
  if (token?.network !== network.id || token.address === null) {
    throw new Mismatch("token", `a token of ${network.id}`, listed.currencyId);
  }
  requireSame("transactions", listed.requestId, parts.requestId);
  requireSame("token", listed.currencyId, parts.currencyId);
  requireSame("network", String(chainId), String(terms.homeChainId));
  requireSame("recipient", written(family, listed.payee), addressText(family, terms.payee));
  requireSame("token", written(family, token.address), addressText(family, terms.token));
  requireSame(
    "contract",
    written(family, contracts.erc20FeeProxy.address),
    addressText(family, terms.feeProxy),
  );
  const made = depositAddressOn(network, terms);
  requireSame("recipient", made && addressText(family, made), listed.address);
}

/** An address in its one spelling: EIP-55, or Base58 as it is. */
function written(family: Network["family"], address: string): string {
  return family === "evm" ? checksumEvmAddress(address) : address;
}

function requireSameCall(network: Network, { call }: CollectingCall, transactions: readonly unknown[]): void {
  const [only, ...others] = transactions;
  if (others.length > 0) throw new Mismatch("transactions", "1", transactions.length);
  const { to, data, value } = objectOf("the transaction", only, ["to", "data", "value"]);
  requireSame("contract", addressText(network.family, call.to), to);
  requireSame("value", "0", String(readTransactionValue(value)));
  requireSame("calldata", call.data.toLowerCase(), textOf("data", data).toLowerCase());
}

function transactionOf(network: Network, { call, feeLimit }: CollectingCall): WalletTransaction {
  const { to, data, value } = call;
  if (network.family === "evm") {
    const evm: EvmTransaction = {
      family: "evm",
      chainId: network.chainId,
      to: checksumEvmAddress(to),
      data,
      value,
    };
    return evm;
  }
  return {
    family: "tron",
    contract: addressText("tron", to),
    functionSelector: signatureOf(data),
    parameter: slice(data, 4),
    callValue: value,
    feeLimit: feeLimit ?? 0n,
  };
}

/** Wallets on Tron are told the function by its signature. */
function signatureOf(data: CollectingCall["call"]["data"]): string {
  const item = depositFactoryAbi.find(
    (one) => one.type === "function" && toFunctionSelector(one) === slice(data, 0, 4),
  );
  if (item?.type !== "function") throw new Error("no function of the factory");
  return toFunctionSignature(item);
}

/** The brand says what `compareCollection` has done; no value could carry it otherwise. */
function verified<T extends WalletTransaction | WalletBatch>(compared: T): Verified<T> {
  return compared as Verified<T>;
}
