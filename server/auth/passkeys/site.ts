import type { Config } from "@/server/config";
import { ApiError } from "@/server/errors";

/** Where passkeys work: the RP ID and the origin of WebAuthn. */
export interface PasskeySite {
  rpId: string;
  origin: string;
}

export type PasskeySupport = { isOffered: true; site: PasskeySite } | { isOffered: false; reason: string };

/**
 * Whether this service can offer passkeys. They belong to the host of the dashboard and to no domain above it, so that no
 * other host can ask for them. Browsers make none for an IP address, nor on pages without TLS but `localhost`.
 */
export function passkeySupport(urls: Pick<Config["urls"], "dashboard">): PasskeySupport {
  const { hostname, origin, protocol } = new URL(urls.dashboard);
  if (isAddress(hostname)) {
    return refused(
      `Passkeys need a domain name, and the dashboard of this service is at the IP address ${hostname}`,
    );
  }
  const isLoopback = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol !== "https:" && !isLoopback) {
    return refused("Passkeys need HTTPS, and the dashboard of this service does without");
  }
  return { isOffered: true, site: { rpId: hostname, origin } };
}

/** Throws 400 with the reason where passkeys do not work. */
export function requirePasskeySite(urls: Pick<Config["urls"], "dashboard">): PasskeySite {
  const support = passkeySupport(urls);
  if (!support.isOffered) throw new ApiError("passkeys_unavailable", support.reason);
  return support.site;
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
}

function refused(reason: string): PasskeySupport {
  return { isOffered: false, reason };
}
