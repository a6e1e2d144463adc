import { createHmac } from "node:crypto";
import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { publicCaller } from "@/server/auth/callers";
import { cookieDomain } from "@/server/auth/hosts";
import { PasskeySignIn } from "@/server/auth/passkeys/schema";
import { VerifyBody } from "@/server/auth/schema";
import { takeSession } from "@/server/auth/session";
import { readSessionToken, SESSION_COOKIE } from "@/server/auth/session-token";
import { IDLE_MS, type NewSession } from "@/server/auth/sessions";
import { logout } from "@/server/auth/signing-in/logout";
import { signInByPasskey } from "@/server/auth/signing-in/sign-in-by-passkey";
import { verifyChallenge } from "@/server/auth/signing-in/verify-challenge";
import type { App } from "@/server/boot";
import type { Caller } from "@/server/context";
import { ApiError } from "@/server/errors";
import { authEnvironmentOf } from "@/server/http/admit";
import { callerAddress } from "@/server/http/caller-address";

/** How next-auth serves one call. */
export interface NextAuthCall {
  options: NextAuthOptions;
  /** Null, or why a session could not be ended: next-auth itself would answer as if it had been. */
  signOutFailure: () => ApiError | null;
}

/**
 * next-auth over our own sessions (docs/decisions/next-auth.md). It signs in with a challenge of
 * `/v1/auth/wallet/challenge` or `/v1/auth/passkey/challenge`, and its "JWT" is the opaque token of `session_token`: what one surface signs in
 * or out, the other knows. Made for each call, because how long the cookie lives depends on the session.
 */
export async function nextAuthCall(current: App, headers: Headers): Promise<NextAuthCall> {
  const { config, log } = current;
  const ip = callerAddress() ?? "unknown";
  let failure: ApiError | null = null;
  const sent = readSessionToken(headers);
  const found = sent && (await takeSession(authEnvironmentOf(current), sent.token));
  const used = found?.account.isDisabled ? null : found;
  const maxAge = IDLE_MS[used?.session.kind ?? "wallet"] / 1_000;
  const domain = cookieDomain(config.urls);
  const caller = publicCaller(ip, headers.get("user-agent"));
  const options: NextAuthOptions = {
    secret: createHmac("sha256", config.keys.current.bytes).update("next-auth").digest("hex"),
    session: { strategy: "jwt", maxAge },
    pages: { signIn: config.urls.dashboard, signOut: config.urls.dashboard, error: config.urls.dashboard },
    cookies: {
      sessionToken: {
        name: SESSION_COOKIE,
        options: {
          httpOnly: true,
          secure: true,
          sameSite: "lax",
          path: "/",
          maxAge,
          ...(domain ? { domain } : {}),
        },
      },
    },
    providers: [
      CredentialsProvider({
        id: "wallet",
        name: "Wallet",
        credentials: { challengeId: {}, nonce: {}, message: {}, signature: {} },
        authorize: (credentials) => signIn(current, credentials, caller),
      }),
      CredentialsProvider({
        id: "passkey",
        name: "Passkey",
        credentials: { challengeId: {}, response: {} },
        authorize: (credentials) => signInWithPasskey(current, credentials, caller),
      }),
    ],
    jwt: {
      maxAge,
      encode: async ({ token }) => (typeof token?.opaque === "string" ? token.opaque : ""),
      decode: async () =>
        sent && used
          ? {
              opaque: sent.token,
              wallet: used.caller.wallet,
              kind: used.session.kind,
              account: used.caller.platformId,
              person: used.caller.personId,
            }
          : null,
    },
    callbacks: {
      // Only at sign-in there is a user; what clients ask to be put into the session is not.
      jwt: async ({ token, user }) => (user && "token" in user ? { opaque: user.token } : token),
      session: async ({ session, token }) => ({
        expires: session.expires,
        kind: token.kind,
        wallet: token.wallet,
        account: token.account,
        person: token.person,
      }),
    },
    events: {
      signOut: async () => {
        if (!used) return;
        const caller = { ...used.caller, origin: headers.get("origin"), ip };
        await logout(current.context(caller)).catch((cause: unknown) => {
          failure = new ApiError("unavailable", "The session could not be ended; try again", { cause });
        });
      },
    },
    logger: {
      error: (code) => log.debug({ code }, "next-auth refused"),
      warn: (code) => log.debug({ code }, "next-auth warns"),
      debug: () => {},
    },
  };
  return { options, signOutFailure: () => failure };
}

/** Throws what next-auth answers with 401 and hands to its client: a message for the person who signs in. */
function signIn(current: App, credentials: unknown, caller: Caller) {
  const body = VerifyBody.safeParse(credentials);
  if (!body.success) return Promise.resolve(null);
  const ctx = current.context(caller);
  return signedIn(current, () => verifyChallenge(ctx, body.data, { isFromDashboard: true }));
}

/** The same by passkey, whose answer comes as JSON in a field of the form. */
function signInWithPasskey(current: App, credentials: Record<string, string> | undefined, caller: Caller) {
  const body = PasskeySignIn.safeParse({ ...credentials, response: parsed(credentials?.response) });
  if (!body.success) return Promise.resolve(null);
  return signedIn(current, () => signInByPasskey(current.context(caller), body.data));
}

async function signedIn(
  { log }: App,
  begin: () => Promise<NewSession>,
): Promise<{ id: string; token: string }> {
  try {
    return await begin();
  } catch (error) {
    if (error instanceof ApiError) throw new Error(error.message);
    log.error({ err: error }, "a sign-in failed");
    throw new Error("The service cannot sign you in at the moment");
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}
