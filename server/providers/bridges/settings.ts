import { z } from "zod";
import { ACROSS_URL } from "@/server/providers/bridges/across";
import { LIFI_URL } from "@/server/providers/bridges/lifi";
import type { BridgeProviderId } from "@/server/providers/bridges/provider";

const url = z.url().transform((text) => text.replace(/\/+$/, ""));

/**
 * Variables about payments from other networks, all optional.
 *
 * `CROSSCHAIN_PROVIDER`: who says what they cost. `across` needs `ACROSS_API_KEY` and is the default where that is set,
 * `local` asks nobody and is for local chains (the default there), `off` (the default otherwise) hands out none. `lifi` is
 * refused: its deposits go through contracts of its own, which are not followed yet. Payments that are on their way are
 * followed in any case. `ACROSS_URL`, `LIFI_URL`: where they are asked. `LIFI_API_KEY`: more quotes. `LIFI_INTEGRATOR`: the
 * name LI.FI knows this service by.
 */
export const BridgeEnvironment = {
  CROSSCHAIN_PROVIDER: z.enum(["lifi", "across", "local", "off"]).optional(),
  LIFI_API_KEY: z.string().min(1).optional(),
  LIFI_URL: url.default(LIFI_URL),
  LIFI_INTEGRATOR: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,23}$/, "1 to 23 letters, digits, dots, dashes and underscores")
    .default("quittance"),
  ACROSS_API_KEY: z.string().min(1).optional(),
  ACROSS_URL: url.default(ACROSS_URL),
};
type Environment = z.infer<z.ZodObject<typeof BridgeEnvironment>> & { NETWORK_PROFILE: "local" | "live" };

export interface BridgeSettings {
  provider: BridgeProviderId | "off";
  lifi: { url: string; key: string | null; integrator: string };
  across: { url: string; key: string | null };
}

/** Where quotes come from, and what is wrong with the variables that say so. */
export function bridgeSettings(env: Environment): { settings: BridgeSettings; problems: string[] } {
  const provider = env.CROSSCHAIN_PROVIDER ?? usual(env);
  const problems: string[] = [];
  if (provider === "lifi") {
    problems.push("CROSSCHAIN_PROVIDER: payments through LI.FI are not followed on chain yet; use across");
  }
  if (provider === "local" && env.NETWORK_PROFILE === "live") {
    problems.push("CROSSCHAIN_PROVIDER: local is for local chains, whose money is worth nothing");
  }
  if (provider === "across" && env.ACROSS_API_KEY === undefined) {
    problems.push("ACROSS_API_KEY: needed when CROSSCHAIN_PROVIDER is across");
  }
  return {
    settings: {
      provider,
      lifi: { url: env.LIFI_URL, key: env.LIFI_API_KEY ?? null, integrator: env.LIFI_INTEGRATOR },
      across: { url: env.ACROSS_URL, key: env.ACROSS_API_KEY ?? null },
    },
    problems,
  };
}

function usual(env: Environment): BridgeSettings["provider"] {
  if (env.NETWORK_PROFILE === "local") return "local";
  return env.ACROSS_API_KEY === undefined ? "off" : "across";
}
