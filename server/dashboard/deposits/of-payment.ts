import type { transfers } from "@/db/schema";
import { isNetworkId } from "@/server/chains/networks";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Reads } from "@/server/context";
import { waitingDeposits } from "@/server/dashboard/deposits/waiting";
import type { TransferSeen } from "@/server/dashboard/detail-schema";
import { addressesOf } from "@/server/payments/deposit-addresses/keep-address";
import { COUNTED_STATES } from "@/server/payments/state";
import type { RequestRow } from "@/server/requests/draft";

type Row = Pick<
  typeof transfers.$inferSelect,
  "id" | "network" | "state" | "depositAddress" | "sentFrom" | "arrived" | "blockNumber" | "logIndex"
>;

/** What waits at the deposit addresses of one request: base units by address, fees included. */
export type WaitingAt = ReadonlyMap<string, bigint>;

/** What arrived at the deposit addresses of a request and was not collected; empty for one without addresses. */
export async function waitingAt(
  ctx: Pick<Reads, "db" | "caller">,
  { id, network }: Pick<RequestRow, "id" | "network">,
): Promise<WaitingAt> {
  if (!isNetworkId(network)) return new Map();
  const addresses = (await addressesOf(ctx.db, id)).map(({ address }) => address);
  if (addresses.length === 0) return new Map();
  const rows = await waitingDeposits(ctx, { network, addresses, limit: addresses.length });
  return new Map(rows.map(({ address, waits }) => [address, waits]));
}

/**
 * The plain transfers among these whose money is still at its address, by ID. A collection takes all that is there, so
 * what waits is the newest; `rows` have to hold the newest of each address.
 */
export function stillAtAddress(rows: readonly Row[], waiting: WaitingAt): Set<string> {
  const left = new Map(waiting);
  const newestFirst = rows
    .filter(({ state }) => COUNTED_STATES.some((counted) => counted === state))
    .toSorted((a, b) => Number(b.blockNumber - a.blockNumber) || b.logIndex - a.logIndex);
  const found = new Set<string>();
  for (const { id, depositAddress, arrived } of newestFirst) {
    const units = depositAddress === null ? 0n : (left.get(depositAddress) ?? 0n);
    if (depositAddress === null || units === 0n) continue;
    found.add(id);
    left.set(depositAddress, units > (arrived ?? 0n) ? units - (arrived ?? 0n) : 0n);
  }
  return found;
}

/** The plain transfer that a payment was; null for one through a payment contract. */
export function plainTransferOf(
  { id, network, depositAddress, sentFrom }: Row,
  atAddress: ReadonlySet<string>,
): TransferSeen["plainTransfer"] {
  if (depositAddress === null) return null;
  return {
    address: walletText(network, depositAddress),
    sentFrom: sentFrom && walletText(network, sentFrom),
    isCollected: !atAddress.has(id),
  };
}
