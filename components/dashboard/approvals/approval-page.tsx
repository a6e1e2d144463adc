"use client";

import { Address } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Time } from "@/components/ui/time";
import type { ApprovalRead } from "@/server/auth/approvals/schema";
import { PageFrame } from "../frame/page-frame";
import { ROLE_WORDS } from "../roles/role-words";
import { Line } from "../shared/fact";
import { RecordLoading, RecordNotLoaded } from "../shared/one-record";
import { AnswerCard } from "./answer-card";
import { ChangeTable } from "./change-table";
import { DecideCard } from "./decide-card";
import { PaymentCard } from "./payment-card";
import { useApproval } from "./queries";
import { APPROVAL_STATE_WORDS } from "./state-words";
import { useOnceTrue } from "./use-once-true";

/** One change that needs a second person: what happens if it is approved, who asked, and what became of it. */
export function ApprovalPage({ id }: { id: string }) {
  const { data, error, refetch } = useApproval(id);
  return (
    <PageFrame
      operation="getApproval"
      title="Approval"
      back={{ href: "/dashboard/approvals", name: "Approvals" }}
    >
      {!data && error && <RecordNotLoaded what="approval" list="Approvals" error={error} onRetry={refetch} />}
      {!data && !error && <RecordLoading what="approval" />}
      {data && <Shown key={data.id} approval={data} />}
    </PageFrame>
  );
}

function Shown({ approval }: { approval: ApprovalRead }) {
  const { name, tone, means } = APPROVAL_STATE_WORDS[approval.state];
  const isOpen = approval.state === "waiting";
  const hasAnswer = useOnceTrue(approval.hasAnswer);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card
        title={isOpen ? "What happens if it is approved" : "What was asked for"}
        action={<Badge tone={tone}>{name}</Badge>}
      >
        <p className="text-lg font-medium wrap-anywhere">{approval.words}</p>
        <p className="mt-1 text-sm text-muted">{means}</p>
        {approval.reason !== null && (
          <Alert tone="warning" title="Why" className="mt-4">
            {approval.reason}
          </Alert>
        )}
        <ChangeTable change={approval.change} />
      </Card>
      <DecideCard approval={approval} />
      {hasAnswer && approval.change.kind !== "payment" && (
        <AnswerCard id={approval.id} verb={approval.change.verb} />
      )}
      {approval.state === "approved" && approval.isYours && approval.change.kind === "payment" && (
        <PaymentCard approval={approval} hasAnswer={hasAnswer} />
      )}
      <Card title="Who and when">
        <dl className="text-sm">
          <Line name="Asked by">
            <Person person={approval.asker} isYou={approval.isYours} />
          </Line>
          <Line name="From the address">{approval.askedFrom ?? "not known"}</Line>
          <Line name="Asked">
            <Time value={approval.createdAt} />
          </Line>
          {isOpen && (
            <Line name="Waits until">
              <Time value={approval.expiresAt} />
            </Line>
          )}
          {approval.decider && (
            <Line name={approval.state === "approved" ? "Approved by" : "Decided by"}>
              <Person person={approval.decider} isYou={false} />
            </Line>
          )}
          {approval.decidedAt !== null && (
            <Line name="Decided">
              <Time value={approval.decidedAt} />
            </Line>
          )}
          <Line name="Account">{approval.account}</Line>
          <Line name="Digest of all of it">
            <span className="font-mono text-xs wrap-anywhere">{approval.digest}</span>
          </Line>
        </dl>
        {approval.proof && (
          <details className="mt-4 text-sm">
            <summary className="cursor-pointer font-medium">What the approver signed</summary>
            <div className="mt-3">
              <CodeBlock
                label="What the approver signed"
                language="json"
                text={JSON.stringify(approval.proof, null, 2)}
              />
            </div>
          </details>
        )}
      </Card>
    </div>
  );
}

function Person({
  person: { wallets, passkeys, role },
  isYou,
}: {
  person: ApprovalRead["asker"];
  isYou: boolean;
}) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {wallets[0] === undefined ? (
        <bdi className="wrap-anywhere">{passkeys[0] === undefined ? "" : `Passkey ${passkeys[0]}`}</bdi>
      ) : (
        <Address value={wallets[0]} />
      )}
      <span className="text-muted">{role === null ? "no member any more" : ROLE_WORDS[role].name}</span>
      {isYou && <Badge tone="accent">You</Badge>}
    </span>
  );
}
