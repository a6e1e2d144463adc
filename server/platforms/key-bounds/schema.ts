import { z } from "zod";
import { KEY_SCOPES, type KeyScope } from "@/db/key-scopes";

/** Scopes that an operation asks of an API key, and of an orchestrator's key, alone or in a pair. */
export const API_KEY_SCOPES = [
  "read",
  "requests",
  "links",
  "payouts",
  "refunds",
  "destinations",
  "members",
] as const satisfies readonly KeyScope[];
export const ORCHESTRATOR_KEY_SCOPES = [
  "read",
  "links",
  "payouts",
  "destinations",
  "webhooks",
  "members",
] as const satisfies readonly KeyScope[];

const LEFT_OUT = "What the key may do. Left out: everything that a key can.";

/** One or more scopes, each once, in the order of the list. */
function chosenFrom<const Scopes extends readonly KeyScope[]>(scopes: Scopes) {
  return z
    .array(z.enum(scopes))
    .min(1)
    .max(scopes.length)
    .refine((chosen) => new Set(chosen).size === chosen.length, "A scope can be named once")
    .describe(LEFT_OUT);
}

export const ApiKeyScopes = chosenFrom(API_KEY_SCOPES);
export const OrchestratorKeyScopes = chosenFrom(ORCHESTRATOR_KEY_SCOPES);

/** Scopes as they are told. */
export const KeyScopes = z
  .array(z.enum(KEY_SCOPES))
  .nullable()
  .describe("What the key may do; null for everything that a key can.");
