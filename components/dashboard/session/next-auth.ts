import type { Session } from "next-auth";
import { getProviders, getSession, signIn, signOut } from "next-auth/react";
import { SignInError, signChallenge } from "@/wallet/sign-in";
import type { Wallet } from "@/wallet/wallet";
import { guestApi, passkeyToSignIn } from "../passkeys/guest";

declare module "next-auth" {
  interface Session {
    kind: "wallet" | "email" | "passkey";
    /** Of the account; null in one by email. */
    wallet: { address: string; family: "evm" | "tron" } | null;
    /** ID of the account that the session acts in. */
    account: string;
    /** ID of whoever is signed in; null in a session from before accounts had members, and by email. */
    person: string | null;
  }
}

const NOT_TAKEN = "The service did not take the sign-in. Try again in a moment";

/**
 * Signs in with a connected wallet: the cookie then holds a session, which is answered, and the other tabs hear of it. Throws
 * `WalletError` for what the wallet did, and `SignInError` for what the service said.
 */
export async function signInWithWallet(wallet: Wallet, authBase: string): Promise<Session | null> {
  const signed = await signChallenge(wallet, authBase);
  return signInThrough("wallet", { ...signed });
}

/** The same with a passkey. Throws `PasskeyError` for what the person did. */
export async function signInWithPasskey(bases: {
  apiBase: string;
  authBase: string;
}): Promise<Session | null> {
  const { challengeId, response } = await passkeyToSignIn(guestApi(bases));
  return signInThrough("passkey", { challengeId, response: JSON.stringify(response) });
}

/** Accepts an invitation with a connected wallet: the cookie then holds a session. Throws as `signInWithWallet` does. */
export async function joinWithWallet(
  wallet: Wallet,
  bases: { apiBase: string; authBase: string },
  invitation: string,
): Promise<void> {
  const body = await signChallenge(wallet, bases.authBase);
  await guestApi(bases)("POST", `/v1/auth/invitations/${encodeURIComponent(invitation)}/wallet`, { body });
}

async function signInThrough(
  provider: "wallet" | "passkey",
  fields: Record<string, string>,
): Promise<Session | null> {
  // Without providers next-auth's client would leave the page, and with it what was typed there.
  if (!(await getProviders())) throw new SignInError(0, NOT_TAKEN);
  const result = await signIn(provider, { ...fields, redirect: false }).catch((cause: unknown) => {
    throw new SignInError(0, NOT_TAKEN, { cause });
  });
  if (!result?.ok) throw new SignInError(result?.status ?? 0, result?.error ?? NOT_TAKEN);
  // Announces the session to the other tabs; `signIn` tells this one only.
  return getSession();
}

/** Ends the session for all who hold its token. Being signed out already is fine. Throws when it could not be ended. */
export async function endSession(): Promise<void> {
  const answer: { url?: unknown } = await signOut({ redirect: false });
  const { url } = answer;
  if (typeof url !== "string" || new URL(url).searchParams.has("csrf")) {
    throw new Error("The sign-out did not reach the service");
  }
}
