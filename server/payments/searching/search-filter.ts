import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { referenceKey } from "@/db/keys";
import { isCounted, requests, transfers } from "@/db/schema";
import { ownedBy, ownedByKey } from "@/server/auth/scope";
import { addressBytes } from "@/server/chains/address";
import { NETWORKS } from "@/server/chains/networks";
import { referenceTopic } from "@/server/chains/reference-topic";
import type { Caller } from "@/server/context";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { type ContractToken, tokenById } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";
import type { RankedList } from "@/server/lib/ranked-list/list";
import type { SearchPaymentsQuery } from "@/server/payments/searching/schema";
import { isPayerOf, searchedWallet } from "@/server/payments/searching/wallet-filter";

interface Filter {
  conditions: SQL[];
  /** Conditions with an index of their own, from the one that finds least. */
  lookups: { conditions: SQL[]; areAlwaysFew: boolean }[];
}

/**
 * The list of payments that a search means: those of the caller, newest first, that fit every filter (PS-02).
 * Null when a filter names a currency that nothing is paid in. Throws 400 for a malformed wallet.
 */
export function paymentList(caller: Caller, query: SearchPaymentsQuery): RankedList | null {
  const { txHash, walletAddress, paymentReference, requestId, reference, type } = query;
  const filter: Filter = { conditions: [], lookups: [] };

  if (txHash !== undefined) {
    // Of a payment from another network both of its transactions (PS-03).
    const condition = sql`(${eq(transfers.txHash, txHash)} or ${eq(transfers.sourceTxHash, txHash)})`;
    add(filter, condition, { conditions: [condition], areAlwaysFew: true });
  }
  if (requestId !== undefined) addRequest(filter, caller, eq(requests.requestId, requestId));
  if (paymentReference !== undefined) {
    addRequest(filter, caller, eq(requests.topic1, referenceTopic(paymentReference.toLowerCase())));
  }
  if (reference !== undefined) addReference(filter, caller, reference);
  if (walletAddress !== undefined) addWallet(filter, caller, walletAddress);
  if (type !== undefined) add(filter, eq(transfers.type, type));
  if (!addCurrencies(filter, query)) return null;

  const [lookup] = filter.lookups;
  const scope = ownedByKey(caller, transfers);
  return {
    platformId: caller.platformId,
    name: JSON.stringify(["payments", caller.platformId, caller.clientId?.id ?? null, ...nameOf(query)]),
    table: transfers,
    scope: sql`${scope} and ${isCounted(transfers)}`,
    filter: and(...filter.conditions) ?? null,
    time: transfers.blockTime,
    id: transfers.id,
    lookups: lookup ?? null,
  };
}

function add(filter: Filter, condition: SQL, lookup?: Filter["lookups"][number]): void {
  filter.conditions.push(condition);
  if (lookup) filter.lookups.push(lookup);
}

/** All payments of one request, which is looked up among the caller's own. */
function addRequest(filter: Filter, caller: Caller, which: SQL): void {
  const condition = sql`${transfers.requestId} = (
    select ${requests.id} from ${requests} where ${and(which, ownedBy(caller, requests))}) and ${isCounted(transfers)}`;
  add(filter, condition, { conditions: [condition], areAlwaysFew: true });
}

function addReference(filter: Filter, caller: Caller, reference: string): void {
  const key = sql`${referenceKey(requests)} = hashtextextended(${`${caller.platformId}/${reference}`}, 0)`;
  const owned = sql`${key} and ${ownedBy(caller, requests)} and ${requests.reference} = ${reference}`;
  // The index of a request's payments holds those that count. The requests are found first, as a list: how many there are
  // is not known to the planner, which would read all payments of a large table instead.
  const ids = sql`array(select ${requests.id} from ${requests} where ${owned})`;
  const carriers = sql`(${transfers.requestId} = any(${ids}) and ${isCounted(transfers)})`;
  add(filter, carriers, { conditions: [carriers], areAlwaysFew: false });
}

function addWallet(filter: Filter, caller: Caller, text: string): void {
  const wallet = searchedWallet(text);
  if (!wallet) throw invalidField("walletAddress", "walletAddress must be an EVM or Tron address");
  const payer = eq(transfers.payer, wallet.hex20);
  const recipient = eq(transfers.recipient, wallet.hex20);
  const network = wallet.isTron ? sql`${transfers.network} = 'tron'` : sql`${transfers.network} <> 'tron'`;
  const own = eq(transfers.platformId, caller.platformId);
  add(filter, sql`(${payer} or ${recipient}) and ${network}`, {
    conditions: [sql`(${isPayerOf(caller.platformId, wallet.hex20)})`, sql`(${own} and ${recipient})`],
    areAlwaysFew: false,
  });
}

/** False when nothing can be invoiced or paid in a wanted currency. Aliases are accepted. */
function addCurrencies(filter: Filter, query: SearchPaymentsQuery): boolean {
  if (query.paymentCurrency !== undefined) {
    const token = tokenById(query.paymentCurrency);
    if (!token) return false;
    const onToken = token.address === null ? isNull(transfers.token) : eq(transfers.token, tokenHex20(token));
    add(filter, sql`${eq(transfers.network, token.network)} and ${onToken}`);
  }
  if (query.invoiceCurrency !== undefined) {
    const currency = invoiceCurrencyById(query.invoiceCurrency);
    if (!currency) return false;
    const invoicedIn = sql`${requests.id} = ${transfers.requestId} and ${requests.invoiceCurrency} = ${currency.id}`;
    add(filter, sql`exists (select 1 from ${requests} where ${invoicedIn})`);
  }
  return true;
}

function tokenHex20(token: ContractToken): string {
  return addressBytes(NETWORKS[token.network].family, token.address).toLowerCase();
}

/** What tells this filter from others, however it was written. */
function nameOf(query: SearchPaymentsQuery): (string | null)[] {
  const currency = (id: string | undefined) =>
    id === undefined ? null : (invoiceCurrencyById(id)?.id ?? null);
  return [
    query.txHash?.toLowerCase() ?? null,
    query.requestId ?? null,
    query.paymentReference?.toLowerCase() ?? null,
    query.reference ?? null,
    query.walletAddress?.startsWith("0x") ? query.walletAddress.toLowerCase() : (query.walletAddress ?? null),
    query.type ?? null,
    currency(query.paymentCurrency),
    currency(query.invoiceCurrency),
  ];
}
