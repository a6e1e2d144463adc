import { nodeTransport } from "@/server/chains/evm/node-transport";
import type { RpcOptions } from "@/server/chains/evm/rpc";

type NodeTransport = NonNullable<RpcOptions["transport"]>;

let transport: NodeTransport = nodeTransport;

/** How nodes are reached: over `node:http`, or by what was put in its place. */
export function nodeAccess(): Pick<RpcOptions, "transport"> {
  return { transport };
}

/** From now on nodes are asked by this transport. Only a simulation calls this. Returns what undoes it. */
export function replaceNodeTransport(replacement: NodeTransport): () => void {
  transport = replacement;
  return () => {
    transport = nodeTransport;
  };
}
