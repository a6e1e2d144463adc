import type { AuthEnvironment, Authenticated, AuthRule } from "@/server/auth/auth-rule";
import { authenticate, claimsIdentity } from "@/server/auth/authenticate";
import { publicCaller } from "@/server/auth/callers";
import { Credentials } from "@/server/auth/credentials";
import { cookieDomain, ownOrigins } from "@/server/auth/hosts";
import { readSessionToken, sessionCookie } from "@/server/auth/session-token";
import { unauthorized } from "@/server/auth/unauthorized";
import type { App } from "@/server/boot";
import type { Caller } from "@/server/context";
import { ApiError } from "@/server/errors";
import { type Counted, countedBy } from "@/server/http/limits/counted";
import { addressGroup } from "@/server/lib/address-group";
import type { ReceivedRequest } from "@/server/lib/received";
import { whenKnown } from "@/server/lib/when-known";
import { LastUsed } from "@/server/platforms/last-used";

/** Who may call an endpoint, and how often. */
export interface Admission extends AuthRule {
  /** Client ID management and the like allow more calls than the rest (RL-05). */
  readonly relaxedLimit?: boolean;
  /** Asked by load balancers: never counted, because counting needs the database that may be gone. */
  readonly isProbe?: boolean;
}

/** A call that may go on. */
export interface Admitted {
  caller: Caller;
  /** Set when the session's end has moved. */
  setCookie?: string;
}

/**
 * Lets a call in, or not: finds out who calls, then counts the call. Calls without credentials, and calls with
 * wrong ones, count against their address (RL-08). Throws 401, 403 or 429.
 */
export function admit(
  current: App,
  rule: Admission,
  request: ReceivedRequest,
  peer: string | undefined,
): Admitted | Promise<Admitted> {
  const guard = guardOf(current);
  const ip = guard.addressOf(request, peer);
  if (rule.isProbe) return { caller: publicCaller(ip) };
  const found =
    rule.auth.length === 0 || (rule.isAlsoPublic && !claimsIdentity(request))
      ? byCookieOrNobody(guard, rule, request, ip)
      : known(guard, rule, request, ip);
  return whenKnown(found, (who) => counted(guard, rule, request, who, ip));
}

function counted(
  guard: Guard,
  rule: Admission,
  request: ReceivedRequest,
  found: Authenticated | null,
  ip: string,
): Admitted | Promise<Admitted> {
  const agent = request.headers.get("user-agent");
  if (!found) {
    const isCounted = guard.limit("basic", `public ${addressGroup(ip)}`, rule.relaxedLimit);
    return whenKnown(isCounted, () => ({ caller: publicCaller(ip, agent) }));
  }
  const { caller, tier, renewed } = found;
  const isCounted = guard.limit(tier, `${countedAs(caller)} ${addressGroup(ip)}`, rule.relaxedLimit);
  return whenKnown(isCounted, () => {
    guard.lastUsed.note(caller, agent);
    if (!renewed) return { caller };
    return { caller, setCookie: sessionCookie(renewed.token, renewed.kind, guard.cookieDomain) };
  });
}

/**
 * Whether a call that is still being answered would still be let in. Neither counts as a call nor keeps a session
 * alive. Throws 401 or 403 when not; 401 also where the session acts in another account than `platformId` by now: the answer
 * is about that one, and the caller may have been removed from it since.
 */
export async function admitStill(
  current: App,
  rule: Admission,
  request: ReceivedRequest,
  peer: string | undefined,
  platformId: string,
): Promise<void> {
  const guard = guardOf(current);
  const { caller } = await authenticate(
    request,
    { ...rule, isBackground: true },
    guard.environment,
    guard.addressOf(request, peer),
  );
  if (caller.platformId !== platformId) throw unauthorized();
}

/**
 * What lets our own pages on other hosts send the session cookie along and read the answer. No other origin
 * may (AU-05).
 */
export function credentialHeaders(
  current: App,
  request: ReceivedRequest,
): Record<string, string> | undefined {
  const origin = request.headers.get("origin");
  if (origin === null || !guardOf(current).environment.ownOrigins.has(origin)) return undefined;
  return { "access-control-allow-credentials": "true" };
}

function byCookieOrNobody(
  guard: Guard,
  rule: Admission,
  request: ReceivedRequest,
  ip: string,
): null | Promise<Authenticated | null> {
  const mayBeSession = rule.auth.includes("session") && readSessionToken(request.headers);
  return mayBeSession ? sessionOrNobody(guard, rule, request, ip) : null;
}

async function sessionOrNobody(guard: Guard, rule: Admission, request: ReceivedRequest, ip: string) {
  try {
    return await authenticate(request, rule, guard.environment, ip);
  } catch (error) {
    if (error instanceof ApiError && error.code === "unauthorized") return null;
    throw error;
  }
}

function known(
  guard: Guard,
  rule: Admission,
  request: ReceivedRequest,
  ip: string,
): Authenticated | Promise<Authenticated> {
  const refuse = async (error: unknown): Promise<never> => {
    if (error instanceof ApiError) await guard.limit("basic", `refused ${addressGroup(ip)}`);
    throw error;
  };
  try {
    const found = authenticate(request, rule, guard.environment, ip);
    return found instanceof Promise ? found.catch(refuse) : found;
  } catch (error) {
    return refuse(error);
  }
}

/** A new session is not a new allowance. */
function countedAs(caller: Caller): string {
  return caller.kind === "session" ? caller.platformId : caller.credentialId;
}

/** What admission needs of the app it guards. */
interface Guard extends Counted {
  environment: AuthEnvironment;
  lastUsed: LastUsed;
  cookieDomain: string | null;
}

/** One per app, made on first use. */
const guards = new WeakMap<App, Guard>();

/** What authentication needs, for the one sign-in surface that is not a route of ours. */
export function authEnvironmentOf(current: App): AuthEnvironment {
  return guardOf(current).environment;
}

function guardOf(current: App): Guard {
  let guard = guards.get(current);
  if (!guard) {
    guard = createGuard(current);
    guards.set(current, guard);
  }
  return guard;
}

function createGuard(current: App): Guard {
  const { config, database, begin, now, wakeUp, log } = current;
  const credentials = new Credentials(database.db, now);
  wakeUp
    .on("credentials", () => credentials.invalidate())
    .then(() => credentials.listening())
    .catch((error: unknown) => log.warn({ err: error }, "cannot listen for revoked credentials"));
  return {
    environment: {
      credentials,
      begin,
      now,
      ownOrigins: ownOrigins(config.urls),
      apiOrigin: new URL(config.urls.api).origin,
      payOrigin: new URL(config.urls.pay).origin,
    },
    lastUsed: new LastUsed(begin, now, (error) => {
      log.debug({ err: error }, "last use of credentials was not written");
    }),
    ...countedBy(current),
    cookieDomain: cookieDomain(config.urls),
  };
}
