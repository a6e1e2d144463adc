import { readSessionToken } from "@/server/auth/session-token";
import type { App } from "@/server/boot";
import type { Caller } from "@/server/context";
import { authEnvironmentOf } from "@/server/http/admit";

/**
 * Whose session the headers of a page's request carry, or null. Looking at a page is no use of the session: a
 * page cannot send the cookie again, so its end must not move here.
 */
export async function pageSession(current: App, headers: Headers): Promise<Caller | null> {
  const sent = readSessionToken(headers);
  if (!sent) return null;
  const environment = authEnvironmentOf(current);
  const found = await environment.credentials.session(sent.token);
  if (!found || found.account.isDisabled || found.session.expiresAt <= environment.now()) return null;
  return { ...found.caller, origin: null, ip: null };
}
