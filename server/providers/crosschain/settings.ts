import { z } from "zod";
import { INTEGRATOR } from "@/server/chains/evm/crosschain/lifi/verify";
import { ACROSS_URL } from "@/server/providers/crosschain/across";
import { LIFI_URL } from "@/server/providers/crosschain/lifi/bridge";
import { BRIDGE_PROVIDERS, type BridgeProviderId } from "@/server/providers/crosschain/provider";

const url = z.url().transform((text) => text.replace(/\/+$/, ""));

/** Variables about payments from other networks, all optional. */
export const BridgeEnvironment = {
  CROSSCHAIN_PROVIDER: z
    .enum([...BRIDGE_PROVIDERS, "off"])
    .optional()
    .meta({
      description:
        "who says what a payment from another network costs: `across`, `lifi` (needs no key; its transactions go through its own contracts), `local` asks nobody, `off` offers none. Payments on their way are followed in any case",
      unset: "`across` with a key of it, else `off`; `local` on local chains",
    }),
  LIFI_API_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "key of LI.FI, for more quotes: without it some forty in two hours" }),
  LIFI_URL: url.optional().meta({
    description: "where it is asked",
    unset: "its own address; on local chains, which it does not know, it is played",
  }),
  LIFI_INTEGRATOR: z
    .string()
    .regex(INTEGRATOR, "1 to 23 letters, digits, dots, dashes and underscores")
    .default("quittance")
    .meta({ description: "the name that LI.FI counts this service by" }),
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
  /** `sandbox`: LI.FI does not know local chains. */
  lifi: { url: string | "sandbox"; key: string | null; integrator: string };
  across: { url: string; key: string | null };
}

/** Where quotes come from, and what is wrong with the variables that say so. */
export function bridgeSettings(env: Environment): { settings: BridgeSettings; problems: string[] } {
  const provider = env.CROSSCHAIN_PROVIDER ?? usual(env);
  const problems: string[] = [];
  if (provider === "local" && env.NETWORK_PROFILE === "live") {
    problems.push("CROSSCHAIN_PROVIDER: local is for local chains, whose money is worth nothing");
  }
  if (provider === "across" && env.ACROSS_API_KEY === undefined) {
    problems.push("ACROSS_API_KEY: needed when CROSSCHAIN_PROVIDER is across");
  }
  return {
    settings: {
      provider,
      lifi: {
        url: env.LIFI_URL ?? (env.NETWORK_PROFILE === "local" ? "sandbox" : LIFI_URL),
        key: env.LIFI_API_KEY ?? null,
        integrator: env.LIFI_INTEGRATOR,
      },
      across: { url: env.ACROSS_URL, key: env.ACROSS_API_KEY ?? null },
    },
    problems,
  };
}

function usual(env: Environment): BridgeSettings["provider"] {
  if (env.NETWORK_PROFILE === "local") return "local";
  return env.ACROSS_API_KEY === undefined ? "off" : "across";
}
