"use client";

import { KeyRound, Pencil, Send, Trash2 } from "@/components/icons/icons";
import type { WebhookRecord } from "@/server/webhooks/schema";
import { RowMenu, RowMenuItem } from "../lists/row-menu";

export type WebhookTask = "test" | "edit" | "rotate" | "delete";
export type OnWebhookTask = (task: WebhookTask, webhook: WebhookRecord) => void;

/** What can be done with a webhook, from its row in the list. */
export function WebhookMenu({ webhook, onTask }: { webhook: WebhookRecord; onTask: OnWebhookTask }) {
  return (
    <RowMenu
      name={webhook.url}
      operations={["testWebhook", "updateWebhook", "rotateWebhookSecret", "deleteWebhook"]}
    >
      {webhook.isActive && (
        <RowMenuItem operation="testWebhook" onClick={() => onTask("test", webhook)}>
          <Send aria-hidden="true" />
          Send a test
        </RowMenuItem>
      )}
      <RowMenuItem operation="updateWebhook" onClick={() => onTask("edit", webhook)}>
        <Pencil aria-hidden="true" />
        Edit events and retries
      </RowMenuItem>
      <RowMenuItem operation="rotateWebhookSecret" onClick={() => onTask("rotate", webhook)}>
        <KeyRound aria-hidden="true" />
        Rotate secret
      </RowMenuItem>
      <RowMenuItem operation="deleteWebhook" isDangerous onClick={() => onTask("delete", webhook)}>
        <Trash2 aria-hidden="true" />
        Delete
      </RowMenuItem>
    </RowMenu>
  );
}
