import { type Answer, ask, type BridgeApi } from "@/server/providers/crosschain/http";
import type { LifiStatusQuery } from "@/server/providers/crosschain/lifi-told";

/**
 * The three calls of LI.FI that we make (providers.md §1.2), as it answers them: status and parsed body, unchecked. Throws
 * `BridgeFault` where there is no such answer.
 */
export interface LifiApi {
  contractCalls(body: object): Promise<Answer>;
  /** Takes a whole step, as it was answered. */
  stepTransaction(step: unknown): Promise<Answer>;
  status(query: LifiStatusQuery): Promise<Answer>;
}

/** LI.FI itself, or whoever answers like it at this URL. */
export function lifiHttp({ url, key, timeoutMs }: BridgeApi): LifiApi {
  const headers: Record<string, string> = key === null ? {} : { "x-lifi-api-key": key };
  const post = (path: string, body: unknown) =>
    ask(`${url}${path}`, { method: "POST", headers, body }, timeoutMs);
  return {
    contractCalls: (body) => post("/quote/contractCalls", body),
    stepTransaction: (step) => post("/advanced/stepTransaction", step),
    status: ({ txHash, fromChain, toChain, bridge }) => {
      const query = new URLSearchParams({ txHash, fromChain: String(fromChain), toChain: String(toChain) });
      if (bridge) query.set("bridge", bridge);
      return ask(`${url}/status?${query}`, { method: "GET", headers }, timeoutMs);
    },
  };
}
