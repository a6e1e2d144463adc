import type { KeyCredential } from "@/server/auth/credential";
import { ApiError } from "@/server/errors";

/**
 * Throws 403 for a good key that is used from outside the networks it is held to. `ip` is where the call came from, behind
 * the proxies that `TRUSTED_PROXIES` names; an address that nobody knows is outside of all networks.
 */
export function requireNetwork({ networks }: KeyCredential, ip: string | null): void {
  if (networks === null || (ip !== null && networks.contain(ip))) return;
  throw new ApiError("ip_not_allowed", `This key is not taken from the address ${ip ?? "unknown"}`);
}
