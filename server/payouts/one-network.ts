import { featuresOf } from "@/server/chains/features";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import { ApiError } from "@/server/errors";

/**
 * The network of a batch. Throws 400 with the documented messages for one that has no batches and for several
 * networks (PO-05, PO-06).
 */
export function batchNetwork(networks: readonly NetworkId[]): NetworkId {
  if (networks.some((id) => !featuresOf(NETWORKS[id]).batches)) throw tronBatch();
  return oneNetwork(networks);
}

/** The network of payments that are made together. Throws 400 for several. */
export function oneNetwork(networks: readonly NetworkId[]): NetworkId {
  const [network, ...others] = new Set(networks);
  if (network === undefined) throw new Error("a batch has no payments");
  if (others.length > 0) throw new ApiError("networks_differ", "All requests must be on the same network");
  return network;
}

export function tronBatch(): ApiError {
  return new ApiError(
    "tron_batch_unsupported",
    "Batch payments are not supported for TRON networks. Please submit individual payment requests.",
  );
}
