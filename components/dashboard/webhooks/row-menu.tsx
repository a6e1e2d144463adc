"use client";

import { KeyRound, Pencil, Send, Trash2 } from "@/components/icons/icons";
import { MenuButton } from "@/components/ui/menu";
import type { WebhookRecord } from "@/server/webhooks/schema";
import { RowMenu } from "../lists/row-menu";

export type WebhookTask = "test" | "edit" | "rotate" | "delete";
export type OnWebhookTask = (task: WebhookTask, webhook: WebhookRecord) => void;

/** What can be done with a webhook, from its row in the list. */
export function WebhookMenu({ webhook, onTask }: { webhook: WebhookRecord; onTask: OnWebhookTask }) {
  return (
    <RowMenu name={webhook.url}>
      {webhook.isActive && (
        <MenuButton onClick={() => onTask("test", webhook)}>
          <Send aria-hidden="true" />
          Send a test
        </MenuButton>
      )}
      <MenuButton onClick={() => onTask("edit", webhook)}>
        <Pencil aria-hidden="true" />
        Edit events and retries
      </MenuButton>
      <MenuButton onClick={() => onTask("rotate", webhook)}>
        <KeyRound aria-hidden="true" />
        Rotate secret
      </MenuButton>
      <MenuButton isDangerous onClick={() => onTask("delete", webhook)}>
        <Trash2 aria-hidden="true" />
        Delete
      </MenuButton>
    </RowMenu>
  );
}
