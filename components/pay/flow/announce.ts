import { post, postIntent } from "@/components/pay/api/ask-server";
import type { PageContext } from "@/components/pay/api/page-context";
import { networkOf } from "@/components/pay/flow/flow-facts";
import type { Flow, Sent } from "@/components/pay/flow/flow-state";

/**
 * Tells the service what to look for (SI-01); it finds the payment without that too. A batch is told of once its
 * transaction is known.
 */
export function announce(
  context: PageContext,
  flow: Flow,
  { hash, wallet }: Pick<Sent, "hash" | "wallet">,
): void {
  // A multicall takes receipts of smart accounts only (SI-04).
  if (hash === null || flow.page.kind === "bundle") return;
  // Where the service itself sends it, it has noted it already (TR-06).
  if (networkOf(flow)?.family === "tron") return;
  const source = sourceOf(flow);
  if (!source) return;
  const kinds = flow.source
    ? {
        executionKind: "evm_cross_chain",
        routeKind: "crosschain",
        bridgeTool: "across",
        sourceNetwork: flow.source.network,
      }
    : { executionKind: "evm_same_chain", routeKind: "same_chain" };
  post(context, "intent", { ...source, ...kinds, txHash: hash, payerAddress: wallet });
}

/**
 * Tells the service which Safe transaction to wait for (MS-03), so that every device sees how far it is. False where it
 * does not take it, because another one is waited for or the claim cannot be checked. Throws `Unreachable`.
 */
export async function claimSafe(
  context: PageContext,
  flow: Flow,
  { batch, wallet }: Pick<Sent, "batch" | "wallet">,
): Promise<boolean> {
  const source = sourceOf(flow);
  if (!source || batch === null) return false;
  const status = await postIntent(context, { ...source, safeTxHash: batch, payerAddress: wallet });
  if (status >= 500 || status === 429) throw new Error(`claim: ${status}`);
  return status === 200;
}

/** How the wire names where a payment comes from. */
function sourceOf(flow: Flow): { chain: string; token: string } | null {
  if (flow.source) return { chain: flow.source.chain, token: flow.source.symbol };
  const network = networkOf(flow);
  const symbol = "facts" in flow.page ? flow.page.facts?.items[0]?.symbol : undefined;
  if (!network || symbol === undefined) return null;
  return { chain: network.sourceChain ?? "ETHEREUM", token: symbol };
}
