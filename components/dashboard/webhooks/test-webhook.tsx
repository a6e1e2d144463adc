"use client";

import { type TestSent, TestWebhookBody, type WebhookRecord } from "@/server/webhooks/schema";
import { useMerchant } from "../session/merchant";
import { TestEventDialog } from "./test-event-dialog";

/** Sends an event with made-up content to this webhook alone. */
export function TestWebhook({ webhook, onClose }: { webhook: WebhookRecord; onClose: () => void }) {
  const { api } = useMerchant();
  return (
    <TestEventDialog
      description={`Goes to ${webhook.url} alone, marked as a test.`}
      events={TestWebhookBody.shape.eventType.options}
      initial={webhook.events?.[0] ?? "payment.confirmed"}
      send={(eventType) =>
        api<TestSent>("POST", "/v1/webhook/test", {
          body: { eventType, webhookId: webhook.id },
        })
      }
      onClose={onClose}
    />
  );
}
