import { type Chain, type Client, createClient, type HttpTransport, http } from "viem";
import type { EvmNetworkId } from "@/server/chains/networks";
import { evmChain, nodeUrl } from "@/wallet/evm/chains";

const POLL_MS = 2_000;
/** As many calls as our proxy takes in one body. */
const BATCH = 10;

const clients = new Map<EvmNetworkId, Client<HttpTransport, Chain>>();

/** Reads a network through our own origin, for the functions of `viem/actions`. One per network and page. */
export function readClient(id: EvmNetworkId): Client<HttpTransport, Chain> {
  let client = clients.get(id);
  if (!client) {
    const transport = http(nodeUrl(id), { batch: { batchSize: BATCH }, retryCount: 2 });
    client = createClient({ chain: evmChain(id), transport, pollingInterval: POLL_MS });
    clients.set(id, client);
  }
  return client;
}
