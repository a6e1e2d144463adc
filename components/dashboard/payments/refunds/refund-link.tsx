"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Secret } from "@/components/ui/secret";
import { Time } from "@/components/ui/time";
import type { RefundLinkCreated } from "@/server/requests/refunds/links/schema";
import type { RefundsListed } from "@/server/requests/refunds/schema";
import { messageOf } from "../../api/api-failure";
import { ShownOnce } from "../../forms/shown-once";
import { Allowed } from "../../roles/allowed";
import { useMerchant } from "../../session/merchant";

/** Where nobody knows who paid: a link on which the payer names an address, and what became of the last one. */
export function RefundLink({ requestId, link }: { requestId: string; link: RefundsListed["refundLink"] }) {
  const { api } = useMerchant();
  const [url, setUrl] = useState<string | null>(null);
  const make = useMutation({
    mutationFn: () =>
      api<RefundLinkCreated>("POST", `/v2/request/${encodeURIComponent(requestId)}/refund-links`),
    onSuccess: (created) => setUrl(created.url),
  });
  return (
    <div className="grid gap-3">
      <p className="text-muted">
        Nobody knows whose wallet it came from: an exchange sends for many people.
        <Allowed to="createRefundLink"> Ask the payer where it should go.</Allowed>
      </p>
      {link && link.receiver === null && (
        <p>
          A link was made and waits for an address until <Time value={link.expiresAt} form="absolute" />.
        </p>
      )}
      {make.error && <Alert tone="danger">{messageOf(make.error)}</Alert>}
      <Allowed to="createRefundLink">
        <div>
          <Button isPending={make.isPending} onClick={() => make.mutate()}>
            {link ? "Make another link" : "Ask the payer for an address"}
          </Button>
        </div>
      </Allowed>
      {url !== null && (
        <ShownOnce
          title="Send this link to the payer"
          description="On it the payer names the address that gets the money back. It can be used once, within seven days."
          warning="It is shown only now. Send it where you know that the payer reads it: whoever has it names the address."
          onDone={() => setUrl(null)}
        >
          <Secret value={url} what="Link for the payer" />
        </ShownOnce>
      )}
    </div>
  );
}
