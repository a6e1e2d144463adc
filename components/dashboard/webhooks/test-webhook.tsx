"use client";

import { type TestSent, TestWebhookBody, type WebhookRecord } from "@/server/webhooks/schema";
import { useMerchant } from "../session/merchant";
import { TestEventDialog } from "./test-event-dialog";

/** Sends an event with made-up content to where this webhook's events go. */
export function TestWebhook({ webhook, onClose }: { webhook: WebhookRecord; onClose: () => void }) {
  const { api } = useMerchant();
  return (
    <TestEventDialog
      description={
        webhook.clientId
          ? "Goes to every active webhook of the same client ID, marked as a test."
          : "Goes to every active webhook of the whole account, marked as a test."
      }
      events={TestWebhookBody.shape.eventType.options}
      initial="payment.confirmed"
      send={(eventType) =>
        api<TestSent>("POST", "/v1/webhook/test", {
          body: { eventType, ...(webhook.clientId ? { clientId: webhook.clientId } : {}) },
        })
      }
      onClose={onClose}
    />
  );
}
