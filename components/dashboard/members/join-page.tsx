"use client";

import { useMutation } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { OwnAccount } from "@/server/auth/members/schema";
import { messageOf } from "../api/api-failure";
import { PageFrame } from "../frame/page-frame";
import { useMerchant } from "../session/merchant";
import { InvitationFacts } from "./invitation-facts";
import { useInvitation } from "./queries";

/** What an invitation is for, and the way to accept it. */
export function JoinPage({ token }: { token: string }) {
  const { api } = useMerchant();
  const { data, error } = useInvitation(token);
  const join = useMutation({
    mutationFn: async () => {
      const { id } = await api<OwnAccount>(
        "POST",
        `/v1/members/invitations/${encodeURIComponent(token)}/accept`,
      );
      return api<OwnAccount>("POST", `/v1/accounts/${id}/select`);
    },
    // A new document, so that nothing of the account before stays in memory.
    onSuccess: () => window.location.assign("/dashboard"),
  });
  const failure = join.error ?? error;
  return (
    <PageFrame operation="getInvitation" title="Invitation">
      <Card title="Join an account" description="You keep your own account, and can change between them.">
        {data && <InvitationFacts invitation={data} />}
        {failure && <Alert tone="danger">{messageOf(failure)}</Alert>}
        {data && (
          <div className="mt-6">
            <Button
              variant="primary"
              isPending={join.isPending || join.isSuccess}
              onClick={() => join.mutate()}
            >
              Accept
            </Button>
          </div>
        )}
      </Card>
    </PageFrame>
  );
}
