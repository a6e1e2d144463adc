"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TestOrchestratorWebhookBody, type TestSent } from "@/server/webhooks/schema";
import { useMerchant } from "../../session/merchant";
import { TestEventDialog } from "../../webhooks/test-event-dialog";

/** Sends an event with made-up content to every active webhook of the orchestrator. */
export function TestOrchestratorWebhooks() {
  const { api } = useMerchant();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Send a test</Button>
      {isOpen && (
        <TestEventDialog
          description="Goes to every active webhook of this partner account, marked as a test."
          events={TestOrchestratorWebhookBody.shape.eventType.options}
          initial="client_id.linked"
          send={(eventType) =>
            api<TestSent>("POST", "/v2/orchestrators/webhooks/test", { body: { eventType } })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
