import type { transfers } from "@/db/schema";
import { isNetworkId } from "@/server/chains/networks";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Reads } from "@/server/context";
import type { TransferSeen } from "@/server/dashboard/detail-schema";
import { collectedFrom } from "@/server/payments/deposit-addresses/collections";
import { addressesOf } from "@/server/payments/deposit-addresses/keep-address";
import { arrivedAt } from "@/server/payments/deposit-addresses/share-arrivals";
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
  { db }: Pick<Reads, "db">,
  { id, network }: Pick<RequestRow, "id" | "network">,
): Promise<WaitingAt> {
  if (!isNetworkId(network)) return new Map();
  const addresses = (await addressesOf(db, id)).map(({ address }) => address);
  if (addresses.length === 0) return new Map();
  const [arrived, collected] = await Promise.all([
    arrivedAt(db, network, addresses),
    collectedFrom(db, network, addresses),
  ]);
  return new Map(
    addresses.map((address) => {
      const left = (arrived.get(address) ?? 0n) - (collected.get(address) ?? 0n);
      return [address, left > 0n ? left : 0n];
    }),
  );
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
