import { tierOf } from "@/server/auth/account";
import type { AuthEnvironment, Authenticated, AuthRule, Source } from "@/server/auth/auth-rule";
import type { SessionCredential } from "@/server/auth/credential";
import { refuseForeignPage } from "@/server/auth/foreign-page";
import { readSessionToken } from "@/server/auth/session-token";
import { touchSession } from "@/server/auth/sessions";
import { unauthorized } from "@/server/auth/unauthorized";
import { ApiError } from "@/server/errors";
import { isRecordId } from "@/server/lib/ids";
import type { ReceivedRequest } from "@/server/lib/received";

/**
 * Use of a session is written down, and its cookie sent again, at most this often. An idle session may
 * therefore end this much early, never late.
 */
const TOUCH_MS = 60_000;

/** With this header a page says that it asks on its own account, as after a change elsewhere: nobody is there. */
const BACKGROUND = "x-background";

/**
 * A call by session token, as bearer or cookie (AU-04). Throws 401 when there is none or it has ended, and 403
 * when a foreign page uses the cookie to change something or the endpoint is for wallets (AU-25).
 */
export async function bySession(
  environment: AuthEnvironment,
  request: ReceivedRequest,
  source: Source,
  rule: AuthRule,
): Promise<Authenticated> {
  const sent = readSessionToken(request.headers);
  if (!sent) throw unauthorized();
  if (sent.by === "cookie") refuseForeignPage(request, environment.ownOrigins);
  const isUse = !rule.isBackground && !request.headers.has(BACKGROUND);
  const used = await takeSession(environment, sent.token, { isUse });
  if (!used) throw unauthorized();
  const { caller, session, isTouched } = used;
  const tier = tierOf(used.account, "default");
  if (rule.walletSessionOnly && !caller.wallet) {
    throw new ApiError("forbidden", "Sign in with a wallet to do this");
  }
  return {
    caller: { ...caller, ...source },
    tier,
    ...(isTouched && sent.by === "cookie" ? { renewed: { token: sent.token, kind: session.kind } } : {}),
  };
}

/**
 * Uses a session, which moves its end where that is due (`isTouched`). Null when it has ended, also when that
 * happened elsewhere meanwhile. What is no use leaves its end where it is.
 */
export async function takeSession(
  environment: Pick<AuthEnvironment, "credentials" | "begin" | "now">,
  token: string,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<(SessionCredential & { isTouched: boolean }) | null> {
  const found = await environment.credentials.session(token);
  const now = environment.now();
  if (!found || found.session.expiresAt <= now) return null;
  const { session } = found;
  if (!isUse || now.getTime() - session.lastSeenAt.getTime() < TOUCH_MS)
    return { ...found, isTouched: false };
  // Set before the write, so that calls of the same moment do not write too.
  session.lastSeenAt = now;
  const expiresAt = await environment.begin((db) => touchSession({ db, now: environment.now }, session));
  if (!expiresAt) return null;
  session.expiresAt = expiresAt;
  return { ...found, isTouched: true };
}

/**
 * A session that acts for one of its account's orchestrators, as the orchestrator's key would. Throws 404 for any
 * other, in the words of one that does not exist.
 */
export async function withOwnOrchestrator(
  environment: AuthEnvironment,
  signedIn: Authenticated,
  orchestratorId: string,
): Promise<Authenticated> {
  const { platformId } = signedIn.caller;
  const isOwn =
    isRecordId(orchestratorId) &&
    (await environment.credentials.ownsOrchestrator(platformId, orchestratorId));
  if (!isOwn) throw new ApiError("not_found", "Orchestrator not found");
  return { ...signedIn, caller: { ...signedIn.caller, orchestratorId } };
}

/**
 * Narrows a session to one client ID of its own platform. Throws 404 for any other, in the words of one that
 * does not exist.
 */
export async function withSelectedScope(
  environment: AuthEnvironment,
  signedIn: Authenticated,
  clientId: string,
): Promise<Authenticated> {
  const found = await environment.credentials.clientId(clientId);
  if (!found || found.caller.platformId !== signedIn.caller.platformId) {
    throw new ApiError("not_found", "Client ID not found");
  }
  const { clientId: selected, fee } = found.caller;
  return { ...signedIn, caller: { ...signedIn.caller, clientId: selected, fee } };
}
