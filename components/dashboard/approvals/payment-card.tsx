"use client";

import { useMutation } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ApprovalAnswer, ApprovalRead } from "@/server/auth/approvals/schema";
import { messageOf } from "../api/api-failure";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";

/**
 * Where whoever asked for a payment goes on, now that it is approved: a wallet has to sign it. `hasAnswer` stays true while the
 * page is open, also once the answer was taken.
 */
export function PaymentCard({ approval, hasAnswer }: { approval: ApprovalRead; hasAnswer: boolean }) {
  return (
    <Card
      title="Go on to pay"
      description="It was approved, and moves nothing before a wallet signs it. The page compares what the wallet is asked for with what was approved, and has nothing else signed."
    >
      {hasAnswer && approval.change.verb !== "refund.create" ? (
        <TakeLink id={approval.id} />
      ) : (
        <ButtonLink variant="primary" href={listOf(approval)}>
          {approval.change.verb === "refund.create" ? "Go to the refund" : "Go to the list"}
        </ButtonLink>
      )}
    </Card>
  );
}

/** The page of the payer. Its link is in the list of payments too, once it was taken. */
function TakeLink({ id }: { id: string }) {
  const { api } = useMerchant();
  const take = useMutation({
    mutationFn: () => api<ApprovalAnswer>("POST", `/v2/approvals/${id}/answer`),
  });
  const url = take.data && pageOf(take.data.answer);
  return (
    <>
      {take.error && <Alert tone="danger">{messageOf(take.error)}</Alert>}
      {url ? (
        <ButtonLink variant="primary" href={url} target="_blank">
          Open the payment page
        </ButtonLink>
      ) : (
        <Allowed to="takeApprovalAnswer">
          <Button variant="primary" isPending={take.isPending} onClick={() => take.mutate()}>
            Go on to pay
          </Button>
        </Allowed>
      )}
    </>
  );
}

/** Where a payout, or a recurring one, is signed. */
function pageOf({ securePaymentUrl, metadata }: ApprovalAnswer["answer"]): string | null {
  if (typeof securePaymentUrl === "string") return securePaymentUrl;
  const url = (metadata as { payerPageUrl?: unknown } | undefined)?.payerPageUrl;
  return typeof url === "string" ? url : null;
}

function listOf({ change }: ApprovalRead): string {
  if (change.verb === "refund.create") return `/dashboard/get-paid/${change.subject}`;
  return change.verb === "schedule.create" ? "/dashboard/recurring" : "/dashboard/pay";
}
