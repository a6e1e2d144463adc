"use client";

import { Address } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { useNames } from "../../networks";
import type { RefundFlow } from "./refund-flow";

interface RefundNoticeProps {
  network: NetworkId;
  flow: RefundFlow;
  onLeave: () => void;
  onDone: () => void;
}

/** What becomes of a refund that the wallet has sent. */
export function RefundNotice(props: RefundNoticeProps) {
  return (
    <div role="status" className="empty:hidden">
      <Said {...props} />
    </div>
  );
}

function Said({ network, flow, onLeave, onDone }: RefundNoticeProps) {
  const names = useNames();
  if (flow.step === "undone") {
    return (
      <Alert
        tone="danger"
        title="Nothing was sent back"
        action={
          <Button size="sm" onClick={onDone}>
            Close
          </Button>
        }
      >
        {flow.why === "reverted"
          ? "The chain did not carry the transaction out. The money is where it was; only gas was paid."
          : "No block took the transaction while it was valid. The money is where it was."}
      </Alert>
    );
  }
  if (flow.step !== "sent") return null;
  const { refund, sent } = flow;
  const url = sent.hash === null ? null : names.transactionUrl(network, sent.hash);
  return (
    <Alert
      tone="info"
      title={sent.hash === null ? "Proposed to the owners of the Safe" : "Sending back"}
      action={
        <Button size="sm" onClick={onLeave}>
          Stop waiting
        </Button>
      }
    >
      <Amount value={refund.amount} unit={tokenById(refund.currency)?.symbol ?? ""} />{" "}
      {sent.hash === null
        ? "go back when enough of them have signed and one of them executes it in the Safe."
        : `go back as soon as ${NETWORKS[network].name} has confirmed it.`}
      {sent.hash !== null && (
        <span className="mt-1 block">
          <Address value={sent.hash} copy="transaction hash" />
          {url && (
            <a href={url} target="_blank" rel="noreferrer" className="ml-2 underline underline-offset-4">
              Explorer
            </a>
          )}
        </span>
      )}
    </Alert>
  );
}
