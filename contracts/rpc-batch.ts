import { z } from "zod";

export interface RpcCall {
  method: string;
  params: unknown[];
}

const Answers = z.array(
  z.object({
    id: z.number(),
    result: z.unknown().optional(),
    error: z.object({ message: z.string() }).optional(),
  }),
);

/**
 * Many JSON-RPC calls in one HTTP request. The node works on them side by side: none may depend on another.
 *
 * @returns the results in the order of the calls
 * @throws on the first call that the node refused, naming its method
 */
export async function rpcBatch(rpcUrl: string, calls: RpcCall[]): Promise<unknown[]> {
  if (calls.length === 0) return [];
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call }))),
  });
  const answers = new Map(Answers.parse(await response.json()).map((answer) => [answer.id, answer]));
  return calls.map(({ method }, id) => {
    const answer = answers.get(id);
    if (!answer) throw new Error(`${method}: no answer from ${rpcUrl}`);
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  });
}
