import type { Purpose } from "@/server/auth/signing-in/sign-in-message";
import type { Config } from "@/server/config";

/** Host and origin a wallet signs in to: of the dashboard or of the payer's pages, where the person is (WS-04). */
export function signInSite(urls: Config["urls"], purpose: Purpose): { domain: string; uri: string } {
  const { host, origin } = new URL(purpose === "seeSchedules" ? urls.pay : urls.dashboard);
  return { domain: host, uri: origin };
}
