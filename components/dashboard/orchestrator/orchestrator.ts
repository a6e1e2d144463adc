"use client";

import { useMemo } from "react";
import { requiredContext } from "@/components/ui/required-context";
import type { Orchestrator } from "@/server/platforms/orchestrators/schema";
import type { Api } from "../api/api";
import { useMerchant } from "../session/merchant";

/** The orchestrator around, one of the account's. The hook throws on a page that is about none. */
export const [OrchestratorProvider, useOrchestrator] = requiredContext<Orchestrator>(
  "Outside of an orchestrator's page",
);

/** Names the orchestrator beside the session of its owner. */
export const OWN_ORCHESTRATOR_HEADER = "x-orchestrator-id";

/** Calls the API as one of the account's orchestrators, by the session of its owner. */
export function useApiOf(orchestratorId: string): Api {
  const { api } = useMerchant();
  return useMemo<Api>(
    () => (method, path, options) =>
      api(method, path, {
        ...options,
        headers: { ...options?.headers, [OWN_ORCHESTRATOR_HEADER]: orchestratorId },
      }),
    [api, orchestratorId],
  );
}
