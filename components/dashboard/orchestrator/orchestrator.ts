"use client";

import { createContext, useContext, useMemo } from "react";
import type { Orchestrator } from "@/server/platforms/orchestrators/schema";
import type { Api } from "../api/api";
import { useMerchant } from "../session/merchant";

/** One of the account's orchestrators. */
const OrchestratorContext = createContext<Orchestrator | null>(null);

export const OrchestratorProvider = OrchestratorContext;

/** The orchestrator around. Throws on a page that is about none. */
export function useOrchestrator(): Orchestrator {
  const orchestrator = useContext(OrchestratorContext);
  if (!orchestrator) throw new Error("Outside of an orchestrator's page");
  return orchestrator;
}

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
