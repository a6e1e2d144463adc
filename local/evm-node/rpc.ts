import { z } from "zod";

const Answer = z.object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() });

/** One JSON-RPC call to a local node. Throws with the node's own message when it refuses. */
export async function rpc(url: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal: AbortSignal.timeout(30_000),
  });
  const { result, error } = Answer.parse(await response.json());
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}
