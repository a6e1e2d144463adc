import { MAX_COLLECTED } from "@/server/chains/deposit-collection";
import { isNetworkId } from "@/server/chains/networks";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Reads } from "@/server/context";
import { type Token, tokenById } from "@/server/currencies/tokens";
import type { DepositsToCollect, WaitingDeposit, WaitingDeposits } from "@/server/dashboard/deposits/schema";
import { type WaitingRow, waitingDeposits } from "@/server/dashboard/deposits/waiting";
import { formatAmount } from "@/server/lib/amount";
import { sharesOf } from "@/server/payments/deposit-addresses/shares";

/** What waits at the caller's deposit addresses to be collected, by network and currency. */
export async function depositsToCollect(ctx: Pick<Reads, "db" | "caller">): Promise<DepositsToCollect> {
  const rows = await waitingDeposits(ctx, { limit: MAX_COLLECTED });
  const groups = new Map<string, WaitingDeposits>();
  for (const row of rows) {
    const token = tokenOfRow(row);
    const group = groups.get(token.id) ?? groupOf(row, token);
    group.deposits.push(describeWaiting(row, token));
    groups.set(token.id, group);
  }
  return { groups: [...groups.values()], mostAtOnce: MAX_COLLECTED };
}

/** The currency that an address is for. Throws for one that no network has any more. */
export function tokenOfRow({ currency }: Pick<WaitingRow, "currency">): Token {
  const token = tokenById(currency);
  if (!token) throw new Error(`a deposit address is for ${currency}, which nobody knows`);
  return token;
}

/** What of the money that waits the payee gets, base units: as the contract will divide it. */
export function forPayee(row: WaitingRow): bigint {
  return sharesOf(row, row.arrived - row.waits, row.waits).payee;
}

function groupOf(row: WaitingRow, { id, symbol, network, decimals }: Token): WaitingDeposits {
  return {
    network,
    currency: symbol,
    currencyId: id,
    addresses: row.groupAddresses,
    amount: formatAmount(row.groupWaits, decimals),
    collectableAddresses: row.groupCollectable,
    collectableAmount: formatAmount(row.groupCollectableWaits, decimals),
    deposits: [],
  };
}

function describeWaiting(row: WaitingRow, { network, decimals }: Token): WaitingDeposit {
  const { waits, settled, since } = row;
  if (since === null || !isNetworkId(row.network)) throw new Error(`nothing arrived at ${row.address}`);
  return {
    address: walletText(network, row.address),
    requestId: row.requestId.slice(2),
    flow: row.kind === "payout" ? "outgoing" : "incoming",
    reference: row.reference,
    payee: row.payee,
    amount: formatAmount(waits, decimals),
    payeeAmount: formatAmount(forPayee(row), decimals),
    confirmedAmount: formatAmount(settled, decimals),
    isCollectable: settled > 0n,
    since: since.toISOString(),
  };
}
