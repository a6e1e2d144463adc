"use client";

import { useMutation } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Secret } from "@/components/ui/secret";
import type { Change } from "@/server/approvals/change";
import type { ApprovalAnswer } from "@/server/auth/approvals/schema";
import { messageOf } from "../api/api-failure";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";

/** What was made by an approval and is told once, to whoever asked: a key, or the link of an invitation. */
export function AnswerCard({ id, verb }: { id: string; verb: Change["verb"] }) {
  const { api } = useMerchant();
  const take = useMutation({
    mutationFn: () => api<ApprovalAnswer>("POST", `/v2/approvals/${id}/answer`),
  });
  const secret = take.data && secretOf(verb, take.data.answer);
  return (
    <Card title="What was made" description="It is shown once, and to you alone: keep it before you leave.">
      {take.error && <Alert tone="danger">{messageOf(take.error)}</Alert>}
      {!take.data && (
        <Allowed to="takeApprovalAnswer">
          <Button variant="primary" isPending={take.isPending} onClick={() => take.mutate()}>
            Show it once
          </Button>
        </Allowed>
      )}
      {secret && <Secret value={secret.value} what={secret.what} />}
      {take.data && !secret && <p className="text-sm text-muted">It was made. There is nothing to keep.</p>}
    </Card>
  );
}

/** What of an answer nobody can read again. */
function secretOf(verb: Change["verb"], answer: ApprovalAnswer["answer"]) {
  const { value, rawKey, token } = answer;
  if (verb === "member.invite" && typeof token === "string") {
    return {
      value: new URL(`/dashboard/join/${token}`, window.location.href).href,
      what: "invitation",
    };
  }
  const key = value ?? rawKey;
  if (typeof key === "string") return { value: key, what: "key" };
  return null;
}
