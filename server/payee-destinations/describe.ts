import type { payeeDestinations } from "@/db/schema";
import { isNetworkId, type NetworkId } from "@/server/chains/networks";
import { ApiError } from "@/server/errors";
import { StoredAccessPolicy } from "@/server/payee-destinations/access-policy";
import { binaryInteropAddress, interopAddress } from "@/server/payee-destinations/interop-address";
import type { DestinationRecord } from "@/server/payee-destinations/schema";

export type DestinationRow = typeof payeeDestinations.$inferSelect;

/** A destination as its owner reads it (behaviour.md §9.1, IA-02, IA-05). */
export function describeDestination(row: DestinationRow): DestinationRecord {
  const network = networkOf(row);
  return {
    id: row.id,
    destinationId: row.destinationId,
    walletAddress: row.walletAddress,
    tokenAddress: row.tokenAddress,
    chainId: row.chainId,
    accessPolicy: StoredAccessPolicy.nullable().parse(row.accessPolicy),
    binaryInteropAddress: binaryInteropAddress(network, row.walletAddress),
    humanReadableInteropAddress: interopAddress(network, row.walletAddress),
    claimed: row.claimed,
    active: row.active,
    createdAt: row.createdAt.toISOString(),
  };
}

function networkOf(row: DestinationRow): NetworkId {
  if (!isNetworkId(row.network)) throw new Error(`destination ${row.id} is on the unknown ${row.network}`);
  return row.network;
}

export function destinationNotFound(): ApiError {
  return new ApiError("not_found", "Payee destination not found");
}
