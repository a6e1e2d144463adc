import { isNetworkId } from "@/server/chains/networks";
import { apiKeyHeader } from "@/server/chains/tron/http";
import type { Config } from "@/server/config";
import type { Nodes } from "@/server/rpc/ask-node";

/** Where a configured network speaks JSON-RPC; undefined for every other name. Tron nodes do so at `/jsonrpc`. */
export function nodesOf({ networks }: Config, network: string): Nodes | undefined {
  const settings = isNetworkId(network) ? networks[network] : undefined;
  if (!settings) return undefined;
  if (network !== "tron") return { urls: settings.rpcUrls, headers: {} };
  const urls = settings.rpcUrls.map((url) => `${url.replace(/\/+$/, "")}/jsonrpc`);
  return { urls, headers: apiKeyHeader(settings.apiKey) };
}
