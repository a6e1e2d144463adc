import type { OFFRAMP_ACCESS } from "@/db/schema";
import type { OfframpProviderId } from "@/server/providers/offramp/provider";

type Access = (typeof OFFRAMP_ACCESS)[number];

/** What people call a provider of payments to bank accounts, and which grant lets a credential use it (CF-16). */
export const OFFRAMP_PROVIDER_FACTS = {
  bridge: { name: "Bridge", access: "production" },
  sandbox: { name: "Sandbox", access: "sandbox" },
} as const satisfies Record<OfframpProviderId, { name: string; access: Access }>;

/** The provider that a grant is for: one moves money, the other only says so. */
export const PROVIDER_OF_ACCESS = {
  production: "bridge",
  sandbox: "sandbox",
} as const satisfies Record<Access, OfframpProviderId>;
