import type { Caller } from "@/server/context";
import { ApiError } from "@/server/errors";

/** The orchestrator that a call to its own endpoints acts for, by its key or by its owner's session. Throws 401. */
export function ownOrchestrator({ orchestratorId }: Pick<Caller, "orchestratorId">): string {
  if (orchestratorId === null) throw new ApiError("unauthorized", "Unauthorized");
  return orchestratorId;
}
