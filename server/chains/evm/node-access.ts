import { nodeTransport } from "@/server/chains/evm/node-transport";
import type { RpcOptions } from "@/server/chains/evm/rpc";

let isByFetch = false;

/** How nodes are reached: over `node:http`, or by `fetch` where that was asked for. */
export function nodeAccess(): Pick<RpcOptions, "transport"> {
  return isByFetch ? {} : { transport: nodeTransport };
}

/** From now on nodes are asked by the `fetch` of the process. Only a simulation calls this. Returns what undoes it. */
export function askNodesByFetch(): () => void {
  isByFetch = true;
  return () => {
    isByFetch = false;
  };
}
