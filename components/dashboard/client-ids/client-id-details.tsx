"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { Time } from "@/components/ui/time";
import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";
import { Fact } from "../shared/fact";
import { ClientIdStatus } from "./columns";

/** Everything about one client ID. */
export function ClientIdDetails({ client, onClose }: { client: ClientIdRecord; onClose: () => void }) {
  const { allowedDomains, payeeDestinationId, feePercentage, feeAddress, createdAt, lastUsedAt } = client;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={
        <>
          {client.label} <ClientIdStatus status={client.status} />
        </>
      }
    >
      <div className="grid gap-5 text-sm">
        <CodeBlock text={client.clientId} label="client ID" language="Client ID" />
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact name="Allowed domains">
            {allowedDomains.length === 0
              ? "None: for servers only"
              : allowedDomains.map((domain) => (
                  <span key={domain} className="block wrap-anywhere">
                    {domain}
                  </span>
                ))}
          </Fact>
          <Fact name="Destination">{payeeDestinationId ? "Your receiving route only" : "Not bound"}</Fact>
          {feePercentage && feeAddress && (
            <Fact name="Fee">
              {feePercentage} % to <span className="font-mono text-xs break-all">{feeAddress}</span>
            </Fact>
          )}
          <Fact name="Created">
            <Time value={createdAt} />
          </Fact>
          <Fact name="Last used">{lastUsedAt ? <Time value={lastUsedAt} /> : "Never"}</Fact>
        </dl>
      </div>
    </Dialog>
  );
}
