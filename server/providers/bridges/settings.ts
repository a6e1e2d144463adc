import { z } from "zod";
import { ACROSS_URL } from "@/server/providers/bridges/across";
import { LIFI_URL } from "@/server/providers/bridges/lifi";
import type { BridgeProviderId } from "@/server/providers/bridges/provider";

const url = z.url().transform((text) => text.replace(/\/+$/, ""));

/** Variables about payments from other networks, all optional. */
export const BridgeEnvironment = {
  CROSSCHAIN_PROVIDER: z.enum(["lifi", "across", "local", "off"]).optional().meta({
    description:
      "who says what a payment from another network costs: `across`, `local` asks nobody, `off` offers none. `lifi` is refused: what it sends is not followed on chain yet. Payments on their way are followed in any case",
    unset: "`across` with a key of it, else `off`; `local` on local chains",
  }),
  LIFI_API_KEY: z.string().min(1).optional().meta({ description: "of no use yet" }),
  LIFI_URL: url.default(LIFI_URL).meta({ description: "of no use yet", unset: "its own address" }),
  LIFI_INTEGRATOR: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,23}$/, "1 to 23 letters, digits, dots, dashes and underscores")
    .default("quittance")
    .meta({ description: "of no use yet" }),
  ACROSS_API_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "key of Across, for `CROSSCHAIN_PROVIDER=across`" }),
  ACROSS_URL: url.default(ACROSS_URL).meta({ description: "where it is asked", unset: "its own address" }),
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
