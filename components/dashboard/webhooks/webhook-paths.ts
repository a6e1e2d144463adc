"use client";

import { createContext, useContext } from "react";
import type { OperationId } from "@/server/auth/operations/operations";

/** What is done with webhooks wherever they are managed, and the operations that do it there. */
const WEBHOOK_OPERATIONS = {
  "/v1/webhook": { rotate: "rotateWebhookSecret", replay: "replayWebhookDelivery" },
  "/v2/orchestrators/webhooks": {
    rotate: "rotateOrchestratorWebhookSecret",
    replay: "replayOrchestratorWebhookDelivery",
  },
} as const satisfies Record<string, Record<"rotate" | "replay", OperationId>>;

type WebhookPath = keyof typeof WEBHOOK_OPERATIONS;

const PathContext = createContext<WebhookPath>("/v1/webhook");

export const WebhookPathProvider = PathContext;

/** Where the webhooks of this part of the page are managed: those of the account, or of one of its orchestrators. */
export function useWebhookPath(): WebhookPath {
  return useContext(PathContext);
}

/** The operations of this part of the page. */
export function useWebhookOperations() {
  return WEBHOOK_OPERATIONS[useWebhookPath()];
}
