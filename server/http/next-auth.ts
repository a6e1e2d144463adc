import { createHmac } from "node:crypto";
import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { publicCaller } from "@/server/auth/callers";
import { cookieDomain } from "@/server/auth/hosts";
import { VerifyBody } from "@/server/auth/schema";
import { takeSession } from "@/server/auth/session";
import { readSessionToken, SESSION_COOKIE } from "@/server/auth/session-token";
import { IDLE_MS } from "@/server/auth/sessions";
import { logout } from "@/server/auth/signing-in/logout";
import { verifyChallenge } from "@/server/auth/signing-in/verify-challenge";
import type { App } from "@/server/boot";
import { ApiError } from "@/server/errors";
import { authEnvironmentOf } from "@/server/http/admit";

/** Next does not tell its handlers who is at the other end of the connection. */
const ADDRESS = "unknown";

/**
 * next-auth over our own sessions (docs/decisions/next-auth.md). It signs in with a challenge of
 * `/v1/auth/wallet/challenge`, and its "JWT" is the opaque token of `session_token`: what one surface signs in
 * or out, the other knows. Made for each call, because how long the cookie lives depends on the session.
 */
export async function nextAuthOptions(current: App, headers: Headers): Promise<NextAuthOptions> {
  const { config, log } = current;
  const sent = readSessionToken(headers);
  const found = sent && (await takeSession(authEnvironmentOf(current), sent.token));
  const used = found?.account.isDisabled ? null : found;
  const maxAge = IDLE_MS[used?.session.kind ?? "wallet"] / 1_000;
  const domain = cookieDomain(config.urls);
  return {
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
        authorize: (credentials) => signIn(current, credentials),
      }),
    ],
    jwt: {
      maxAge,
      encode: async ({ token }) => (typeof token?.opaque === "string" ? token.opaque : ""),
      decode: async () =>
        sent && used ? { opaque: sent.token, wallet: used.caller.wallet, kind: used.session.kind } : null,
    },
    callbacks: {
      // Only at sign-in there is a user; what clients ask to be put into the session is not.
      jwt: async ({ token, user }) => (user && "token" in user ? { opaque: user.token } : token),
      session: async ({ session, token }) => ({
        expires: session.expires,
        kind: token.kind,
        wallet: token.wallet,
      }),
    },
    events: {
      signOut: async () => {
        if (used)
          await logout(current.context({ ...used.caller, origin: headers.get("origin"), ip: ADDRESS }));
      },
    },
    logger: {
      error: (code) => log.debug({ code }, "next-auth refused"),
      warn: (code) => log.debug({ code }, "next-auth warns"),
      debug: () => {},
    },
  };
}

/** Null where the wallet is refused, which next-auth answers with 401. */
async function signIn(current: App, credentials: unknown): Promise<{ id: string; token: string } | null> {
  const body = VerifyBody.safeParse(credentials);
  if (!body.success) return null;
  try {
    return await verifyChallenge(current.context(publicCaller(ADDRESS)), body.data);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}
