import { z } from "zod";
import { flag, listOf } from "@/server/environment/formats";

/** One address, or a range as `10.0.0.0/8`. */
const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], "IP addresses or ranges");

/** Who may have an account, how often callers may call, and where webhooks may go. */
export const AccessEnvironment = {
  REGISTRATION: z.enum(["open", "closed"]).default("open").meta({
    description:
      "`closed` makes no accounts by sign-in or registration; the operator makes them with `quittance platforms create`",
  }),
  ORCHESTRATOR_REGISTRATION: z.enum(["open", "closed"]).optional().meta({
    description:
      "`open` lets every account make itself an orchestrator (a partner who brings platforms), which then links client IDs of others by hosted onboarding only; `closed` leaves it to `quittance orchestrators`",
    unset: "`open` on local chains, else `closed`",
  }),
  RATE_LIMITS: z.enum(["production", "relaxed", "off"]).optional().meta({
    description: "`production`, `relaxed` or `off`",
    unset: "`relaxed` on local chains, else `production`",
  }),
  RATE_LIMIT_STORE: z.enum(["memory", "database"]).optional().meta({
    description: "counters in `memory` hold for one process only",
    unset: "`database` for `production`, else `memory`",
  }),
  TRUSTED_PROXIES: listOf(addressRange).meta({
    description: "addresses or ranges whose `X-Forwarded-For` is believed, separated by commas",
    unset: "none",
  }),
  WEBHOOK_ALLOW_LOOPBACK: flag.default(false).meta({
    description: "webhooks to this machine, over HTTP too",
    unset: "`true` on local chains, else `false`",
  }),
  WEBHOOK_TELEMETRY_PER_HOST: z.coerce.number().int().min(0).default(120).meta({
    description:
      "most `secure_payment.user_event` deliveries that one host gets in a minute, of all accounts together",
  }),
};
type Environment = z.infer<z.ZodObject<typeof AccessEnvironment>> & { NETWORK_PROFILE: "local" | "live" };

export interface RateLimitSettings {
  profile: "production" | "relaxed" | "off";
  store: "memory" | "database";
}

/** Development is not throttled; a live service counts where all its processes see it (RL-06). */
export function rateLimitSettings(env: Environment): RateLimitSettings {
  const profile = env.RATE_LIMITS ?? (env.NETWORK_PROFILE === "local" ? "relaxed" : "production");
  return { profile, store: env.RATE_LIMIT_STORE ?? (profile === "production" ? "database" : "memory") };
}
