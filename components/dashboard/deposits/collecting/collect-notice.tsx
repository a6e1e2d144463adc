"use client";

import { Address } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { NetworkId } from "@/server/chains/networks";
import { useNames } from "../../networks";
import type { CollectFlow } from "./collect-flow";
import { countOf } from "./collect-words";

interface CollectNoticeProps {
  network: NetworkId;
  flow: CollectFlow;
  onDone: () => void;
  onLeave: () => void;
}

/** What becomes of a collection that the wallet has sent. */
export function CollectNotice(props: CollectNoticeProps) {
  return (
    <div role="status" className="empty:hidden">
      <Said {...props} />
    </div>
  );
}

function Said({ network, flow, onDone, onLeave }: CollectNoticeProps) {
  switch (flow.step) {
    case "sent":
      return flow.sent.hash === null ? (
        <Alert
          tone="info"
          title="Proposed to the owners of the Safe"
          action={<StopWaiting onLeave={onLeave} />}
        >
          {countOf(flow.plan.compared.deposits.length)} will be collected when enough of them have signed and
          one of them executes it in the Safe.
        </Alert>
      ) : (
        <Alert
          tone="info"
          title={`Collecting ${countOf(flow.plan.compared.deposits.length)}`}
          action={<StopWaiting onLeave={onLeave} />}
        >
          The transaction waits for a block. <Hash network={network} hash={flow.sent.hash} />
        </Alert>
      );
    case "mined":
      return (
        <Alert tone="info" title={`Collecting ${countOf(flow.plan.compared.deposits.length)}`}>
          A block holds the transaction. What it brought is being read.{" "}
          <Hash network={network} hash={flow.sent.hash} />
        </Alert>
      );
    case "done": {
      const all = flow.plan.compared.deposits.length;
      return (
        <Alert
          tone={flow.left === 0 ? "positive" : "warning"}
          title={`Collected ${countOf(all - flow.left)}`}
          action={
            <Button size="sm" onClick={onDone}>
              Done
            </Button>
          }
        >
          {flow.left === 0
            ? "The money is at its payees. "
            : `${flow.left === 1 ? "1 address still holds" : `${flow.left} addresses still hold`} money: the token did not let it move, or more has arrived since. `}
          <Hash network={network} hash={flow.sent.hash} />
        </Alert>
      );
    }
    case "undone":
      return (
        <Alert
          tone="danger"
          title="Nothing was collected"
          action={
            <Button size="sm" onClick={onDone}>
              Close
            </Button>
          }
        >
          {flow.why === "reverted"
            ? "The chain did not carry the transaction out. What waited is where it was; only gas was paid."
            : "No block took the transaction while it was valid. What waited is where it was."}
        </Alert>
      );
    default:
      return null;
  }
}

function StopWaiting({ onLeave }: Pick<CollectNoticeProps, "onLeave">) {
  return (
    <Button size="sm" onClick={onLeave}>
      Stop waiting
    </Button>
  );
}

function Hash({ network, hash }: { network: NetworkId; hash: string | null }) {
  const url = useNames().transactionUrl(network, hash ?? "");
  if (hash === null) return null;
  return (
    <span className="mt-1 block">
      <Address value={hash} copy="transaction hash" />
      {url && (
        <a href={url} target="_blank" rel="noreferrer" className="ml-2 underline underline-offset-4">
          Explorer
        </a>
      )}
    </span>
  );
}
