import { relayHash } from "@/sim/chain/bridge";
import type { BridgeFacts } from "@/sim/model/bridges";
import type { BridgedDeposit } from "@/sim/workload/known";

/** What both chains hold of these deposits now. */
export function bridgeFactsOf(deposits: readonly BridgedDeposit[]): BridgeFacts[] {
  return deposits.map(({ source, destination, relay, hash, fills, refunds }) => {
    const filled = fills.find((fill) => destination.chain.find(fill.hash) !== null);
    const final = destination.chain.block(destination.chain.finalized);
    return {
      id: relayHash(relay),
      isThere: source.chain.find(hash) !== null,
      fill: filled === undefined ? "none" : typeof filled.end === "string" ? "delivered" : "redirected",
      isOver: (final?.timestamp ?? 0) > relay.fillDeadline,
      isRefunded: refunds.some((refund) => source.chain.find(refund) !== null),
    };
  });
}
