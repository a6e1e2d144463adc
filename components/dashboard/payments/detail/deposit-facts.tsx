"use client";

import { Address } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Badge, type Tone } from "@/components/ui/badge";
import type { DepositSeen } from "@/server/dashboard/crosschain-schema";
import { useNames } from "../../networks";

const STATES: Record<DepositSeen["state"], { tone: Tone; text: string }> = {
  bridging: { tone: "warning", text: "On its way" },
  filled: { tone: "positive", text: "Delivered" },
  filled_call_failed: { tone: "positive", text: "Delivered as a transfer" },
  expired: { tone: "danger", text: "Not delivered" },
  refunding: { tone: "warning", text: "Being returned" },
  refunded: { tone: "neutral", text: "Returned" },
  failed: { tone: "danger", text: "Not returned" },
  dropped: { tone: "danger", text: "Taken back by the chain" },
};

/** Both legs of a payment from another network, and its way back. */
export function DepositFacts({ deposit }: { deposit: DepositSeen }) {
  const names = useNames();
  const { tone, text } = STATES[deposit.state];
  const source = names.network(deposit.sourceNetwork);
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-2 rounded-md bg-sunken px-4 py-3 text-sm sm:grid-cols-2">
      <Fact name="Bridge">
        <Badge tone={tone}>{text}</Badge>
      </Fact>
      <Fact name={`Put in on ${source}`}>
        <Amount value={deposit.amount} unit={deposit.currency} />
      </Fact>
      <Fact name={`To arrive on ${names.network(deposit.destinationNetwork)}`}>
        <Amount value={deposit.outputAmount} unit={deposit.outputCurrency} />
      </Fact>
      {deposit.payer !== null && (
        <Fact name="From">
          <Address value={deposit.payer} copy="payer's address" />
        </Fact>
      )}
      <Leg name={`Deposit on ${source}`} network={deposit.sourceNetwork} hash={deposit.sourceTxHash} />
      <Leg
        name={`Delivery on ${names.network(deposit.destinationNetwork)}`}
        network={deposit.destinationNetwork}
        hash={deposit.destinationTxHash}
      />
      <Leg name={`Refund on ${source}`} network={deposit.sourceNetwork} hash={deposit.refundTxHash} />
    </dl>
  );
}

function Leg({ name, network, hash }: { name: string; network: string; hash: string | null }) {
  const url = useNames().transactionUrl(network, hash ?? "");
  if (hash === null) return null;
  return (
    <Fact name={name}>
      <Address value={hash} copy="transaction hash" />
      {url && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="ml-2 text-accent underline underline-offset-4"
        >
          Explorer
        </a>
      )}
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
