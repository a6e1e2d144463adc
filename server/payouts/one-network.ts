import type { NetworkId } from "@/server/chains/networks";
import { ApiError } from "@/server/errors";

/** The network of a batch. Throws 400 with the documented messages for Tron and for several networks (PO-05, PO-06). */
export function oneNetwork(networks: readonly NetworkId[]): NetworkId {
  if (networks.includes("tron")) throw tronBatch();
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
