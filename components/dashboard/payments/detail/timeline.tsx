"use client";

import {
  ArrowLeftRight,
  Ban,
  CircleCheck,
  CircleDot,
  Clock,
  Landmark,
  Receipt,
  ShieldCheck,
  TriangleAlert,
} from "@/components/icons/icons";
import { Address } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import type { SafeSeen, TimelineEntry, TransferSeen } from "@/server/dashboard/detail-schema";
import { useNames } from "../../networks";
import { type StepKind, TimelineStep } from "../../shared/timeline-step";
import { AnnouncedStep } from "./announced-step";
import { DepositFacts } from "./deposit-facts";
import { inEvents, type SingleEntry } from "./timeline-events";

const KINDS: Record<Exclude<TimelineEntry["kind"], "webhook">, StepKind> = {
  created: { title: "Created", Icon: CircleDot },
  link_opened: { title: "Link opened", Icon: CircleDot },
  wallet_connected: { title: "Wallet connected", Icon: CircleDot },
  payment_sent_to_wallet: { title: "Sent to the wallet", Icon: CircleDot },
  payment_approved_in_wallet: { title: "Approved in the wallet", Icon: CircleDot },
  screening: { title: "Wallet screened", Icon: ShieldCheck },
  access_rejected: { title: "Wallet turned away", Icon: Ban, look: "bad" },
  recipient_rejected: { title: "Recipient rejected", Icon: Ban, look: "bad" },
  intent: { title: "Payer reported a transaction", Icon: CircleDot },
  safe_ended: { title: "Safe did not pay", Icon: TriangleAlert, look: "bad" },
  transfer: { title: "Transfer", Icon: Receipt },
  transfer_ignored: { title: "Transfer not credited", Icon: TriangleAlert, look: "bad" },
  transfer_orphaned: { title: "Transfer left the chain", Icon: TriangleAlert, look: "bad" },
  deposit: { title: "Paid from another network", Icon: ArrowLeftRight },
  deposit_undelivered: { title: "Not delivered by the bridge", Icon: TriangleAlert, look: "bad" },
  offramp: { title: "Way to the bank account", Icon: Landmark },
  refund_prepared: { title: "Refund prepared", Icon: CircleDot },
  refund: { title: "Sent back", Icon: ArrowLeftRight },
  merged: { title: "Merged into a batch link", Icon: CircleDot },
  bundled: { title: "Put into a multicall", Icon: CircleDot },
  expires: { title: "Expires", Icon: Clock },
  expired: { title: "Expired", Icon: Clock },
  cancelled: { title: "Cancelled", Icon: Ban },
  extended: { title: "Time extended", Icon: Clock },
  paid: { title: "Paid", Icon: CircleCheck, look: "good" },
};

/** Everything that happened, oldest first, each with why it changed what. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const steps = inEvents(entries);
  return (
    <ol>
      {steps.map((step, index) => {
        const isLast = index === steps.length - 1;
        if ("deliveries" in step) {
          return <AnnouncedStep key={`event ${step.eventId}`} step={step} isLast={isLast} />;
        }
        return (
          <TimelineStep
            key={keyOf(step)}
            kind={kindOf(step)}
            at={step.at}
            reason={step.reason}
            isLast={isLast}
          >
            <Facts entry={step} />
          </TimelineStep>
        );
      })}
    </ol>
  );
}

function kindOf(entry: SingleEntry): StepKind {
  const isPlain = entry.kind === "transfer" && entry.transfer.plainTransfer !== null;
  return isPlain ? { ...KINDS.transfer, title: "Plain transfer" } : KINDS[entry.kind];
}

function Facts({ entry }: { entry: SingleEntry }) {
  if ("deposit" in entry) return <DepositFacts deposit={entry.deposit} />;
  if ("transfer" in entry) return <TransferFacts transfer={entry.transfer} />;
  if (entry.kind === "refund_prepared" || entry.kind === "refund") {
    return (
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Wallet value={entry.receiver} name="address of the receiver" />
        {entry.kind === "refund" && <Wallet value={entry.txHash} name="transaction hash" />}
      </p>
    );
  }
  if (entry.kind === "access_rejected") return <Wallet value={entry.walletAddress} />;
  if (entry.kind === "screening") {
    const { walletAddress, status, provider } = entry.screening;
    return (
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={status === "approved" ? "positive" : "danger"}>{status}</Badge>
        <Wallet value={walletAddress} />
        {provider && <span className="text-muted">by {provider}</span>}
      </p>
    );
  }
  if (entry.kind === "intent") {
    const { hash, safe } = entry.intent;
    return (
      <>
        {safe && <SafeFacts safe={safe} />}
        <Wallet value={hash} name={safe ? "Safe transaction hash" : "transaction hash"} />
      </>
    );
  }
  return null;
}

function SafeFacts({ safe }: { safe: SafeSeen }) {
  const { address, nonce, threshold, signatures } = safe;
  return (
    <dl className="my-3 grid gap-x-6 gap-y-2 rounded-md bg-sunken px-4 py-3 text-sm sm:grid-cols-2">
      <Fact name="Safe">
        <Address value={address} copy="address of the Safe" />
      </Fact>
      <Fact name="Signatures">
        {signatures === null ? `${threshold} needed` : `${Math.min(signatures, threshold)} of ${threshold}`}
      </Fact>
      <Fact name="Nonce">{nonce}</Fact>
    </dl>
  );
}

function TransferFacts({ transfer }: { transfer: TransferSeen }) {
  const names = useNames();
  const url = names.transactionUrl(transfer.network, transfer.txHash);
  const { confirmations, confirmationsNeeded, state } = transfer;
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-2 rounded-md bg-sunken px-4 py-3 text-sm sm:grid-cols-2">
      <Fact name="Amount">
        <Amount value={transfer.amount} unit={transfer.currency} /> on {names.network(transfer.network)}
      </Fact>
      <Fact name="Counted">
        <Amount
          value={transfer.counted}
          unit={transfer.ignoredReason === null ? transfer.countedCurrency : ""}
        />
        {Number(transfer.excess) > 0 && (
          <>
            {" "}
            (<Amount value={transfer.excess} unit={transfer.countedCurrency} /> above the amount)
          </>
        )}
      </Fact>
      <Fact name="Confirmations">
        {confirmations} {confirmationsNeeded === null ? "(counts once final)" : `of ${confirmationsNeeded}`} ·{" "}
        {state}
      </Fact>
      <Fact name="Block">{transfer.blockNumber}</Fact>
      <Fact name="Transaction">
        <Address value={transfer.txHash} copy="transaction hash" />
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
      {transfer.payer !== null && (
        <Fact name="From">
          <Address value={transfer.payer} copy="payer's address" />
        </Fact>
      )}
      {transfer.plainTransfer && <PlainTransferFacts transfer={transfer.plainTransfer} />}
    </dl>
  );
}

function PlainTransferFacts({ transfer }: { transfer: NonNullable<TransferSeen["plainTransfer"]> }) {
  const { address, sentFrom, isCollected } = transfer;
  return (
    <>
      <Fact name="Deposit address">
        <Address value={address} copy="deposit address" />
      </Fact>
      <Fact name="Where the money is">
        <Badge tone={isCollected ? "positive" : "warning"}>
          {isCollected ? "Collected" : "At the deposit address"}
        </Badge>
      </Fact>
      {sentFrom !== null && (
        <Fact name="Sent from, as often an exchange as the payer">
          <Address value={sentFrom} copy="address of the sender" />
        </Fact>
      )}
    </>
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

function Wallet({ value, name = "wallet address" }: { value: string; name?: string }) {
  return <Address value={value} copy={name} className="text-sm" />;
}

/** Stable while the payment lives: an entry never changes its place in time. */
function keyOf(entry: SingleEntry): string {
  const id =
    "deposit" in entry
      ? entry.deposit.id
      : "transfer" in entry
        ? entry.transfer.id
        : "intent" in entry
          ? entry.intent.id
          : entry.reason;
  return `${entry.kind} ${entry.at} ${id}`;
}
