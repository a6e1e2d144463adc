import type {
  ArrivalLog,
  ArrivalWatch,
  ChainAdapter,
  ProvenArrival,
  ShownTransaction,
} from "@/server/chains/adapter";

/** Transfers to watched addresses that blocks are said to hold. */
export interface ShownArrivals {
  watch: ArrivalWatch;
  arrivals: readonly ArrivalLog[];
}

/**
 * Looks up the receipts of these transfers: what no receipt bears out is gone. `alsoAt` are transactions that logs did not
 * show, but ought to. Throws `ChainError` where a receipt cannot be had.
 */
export async function proveArrivals(
  chain: ChainAdapter,
  { watch, arrivals }: ShownArrivals,
  alsoAt: readonly ShownTransaction<unknown>[] = [],
): Promise<ProvenArrival[]> {
  if (watch.addresses.size === 0) return [];
  const byHash = new Map<string, ArrivalLog[]>();
  for (const log of arrivals) {
    const own = byHash.get(log.txHash);
    if (own) own.push(log);
    else byHash.set(log.txHash, [log]);
  }
  const shown = [...byHash.values()].flatMap((logs) => {
    const [first] = logs;
    if (!first) return [];
    const { txHash, blockHash, blockNumber } = first;
    return [{ txHash, blockHash, blockNumber, logs }];
  });
  const others = alsoAt
    .filter(({ txHash }) => !byHash.has(txHash))
    .map(({ txHash, blockHash, blockNumber }) => ({ txHash, blockHash, blockNumber, logs: [] }));
  const all = [...shown, ...others];
  if (all.length === 0) return [];
  const evidence = await chain.arrivalEvidence(all, watch);
  return all.flatMap(({ blockNumber }, i) =>
    // What it did in another block is read there.
    (evidence[i] ?? []).filter(({ log }) => log.blockNumber === blockNumber),
  );
}
