import type { NodeDisagreements } from "@/server/dashboard/network-status/schema";

type Disagreement = NodeDisagreements["disagreements"][number];

/** What happened, in a sentence. */
export function disagreementInWords({
  problem,
  providers,
}: Pick<Disagreement, "problem" | "providers">): string {
  const who = providers.length === 0 ? "A node" : new Intl.ListFormat("en").format(providers);
  return `${who} ${WORDS[problem]}`;
}

const WORDS: Record<Disagreement["problem"], string> = {
  outvoted: "said something else than enough other providers",
  nodes_disagree: "contradicted each other about a payment, which waits",
  logs_differ: "showed other payments than the rest; receipts decided",
  forged: "showed a payment that is in no block; it does not count",
  differs: "showed a payment otherwise than its receipt, which counts",
  no_receipt: "showed a payment without its receipt, so it waits",
};
