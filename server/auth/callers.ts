import type { Caller } from "@/server/context";

const NOBODY: Caller = {
  kind: "public",
  platformId: "",
  clientId: null,
  credentialId: "public",
  canCreatePayouts: false,
  wallet: null,
  orchestratorId: null,
  orchestratorKeyId: null,
  scopes: null,
  limit: null,
  maker: null,
  personId: null,
  role: null,
  isHeldToStepUp: false,
  isWalletPlatform: false,
  creationsPerDay: null,
  fee: null,
  origin: null,
  ip: null,
};

/** Whoever calls an endpoint that asks for no credentials: owns nothing. */
export function publicCaller(ip: string, userAgent: string | null = null): Caller {
  return { ...NOBODY, ip, userAgent };
}

/** The payer page, whoever looks at it: owns nothing, and may read any link whose token it is given (D-18). */
export function payerPageCaller({ origin, ip }: Pick<Caller, "origin" | "ip">): Caller {
  return { ...NOBODY, kind: "payerPage", credentialId: "payer-page", origin, ip };
}

/** Who runs a command on the machine of the service: reaches everything, and is named in the audit log. */
export function operatorCaller(name: string): Caller {
  return { ...systemCaller(""), kind: "operator", credentialId: name };
}

/** The worker acting for a tenant: reaches that tenant's rows and nobody else's. */
export function systemCaller(platformId: string): Caller {
  return {
    ...NOBODY,
    kind: "system",
    platformId,
    credentialId: "system",
    canCreatePayouts: true,
    isWalletPlatform: true,
  };
}
