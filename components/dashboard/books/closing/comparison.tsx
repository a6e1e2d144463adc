"use client";

import type { Period } from "@/server/ledger/closing/schema";
import { useNames } from "../../networks";

/** How far a period was compared with the chain, by network. */
export function Comparison({ period: { state, comparison } }: { period: Period }) {
  const names = useNames();
  if (state !== "comparing") {
    const read = comparison.map(({ network }) => names.network(network));
    return <p>{read.length === 0 ? "The chain was read." : `Read again: ${read.join(", ")}.`}</p>;
  }
  return (
    <>
      <p className="text-muted">
        Every payment of the month is read from the chain once more. A network waits until the last block of
        the month is final on it. You can leave this page: it goes on by itself.
      </p>
      {comparison.length > 0 && (
        <ul className="grid gap-1.5">
          {comparison.map(({ network, blocksLeft }) => (
            <li key={network} className="flex flex-wrap justify-between gap-x-4">
              <span>{names.network(network)}</span>
              <span className="tabular-nums">
                {blocksLeft === "0" ? "Done" : `${Number(blocksLeft).toLocaleString("en")} blocks left`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
