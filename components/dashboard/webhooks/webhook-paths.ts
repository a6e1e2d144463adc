"use client";

import { createContext, useContext } from "react";

type WebhookPath = "/v1/webhook" | "/v2/orchestrators/webhooks";

const PathContext = createContext<WebhookPath>("/v1/webhook");

export const WebhookPathProvider = PathContext;

/** Where the webhooks of this part of the page are managed: those of the account, or of one of its orchestrators. */
export function useWebhookPath(): WebhookPath {
  return useContext(PathContext);
}
