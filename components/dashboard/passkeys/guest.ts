import type { InvitationRead } from "@/server/auth/members/schema";
import type { PasskeyCreation, PasskeyRequest } from "@/server/auth/passkeys/schema";
import { type Api, createApi } from "../api/api";
import { askForPasskey, makePasskey } from "./browser";

/** Calls the API for whoever is not signed in. */
export function guestApi({ apiBase, authBase }: { apiBase: string; authBase: string }): Api {
  const nobody = () => Promise.resolve(false);
  return createApi({ apiBase, authBase, isEnded: () => false, onAlive: () => {}, onEnded: nobody });
}

/** A passkey's answer to a challenge of the service: what a session is given for. */
export async function passkeyToSignIn(api: Api) {
  const request = await api<PasskeyRequest>("POST", "/v1/auth/passkey/challenge");
  return { challengeId: request.challengeId, response: await askForPasskey(request) };
}

/** What an invitation is for. */
export function readInvitation(api: Api, token: string, signal?: AbortSignal): Promise<InvitationRead> {
  const options = signal ? { signal } : {};
  return api<InvitationRead>("GET", `/v1/auth/invitations/${encodeURIComponent(token)}`, options);
}

/** Accepts an invitation with a new passkey; the cookie then holds a session. */
export async function joinWithPasskey(api: Api, token: string): Promise<void> {
  const invitation = encodeURIComponent(token);
  const creation = await api<PasskeyCreation>("POST", `/v1/auth/invitations/${invitation}/passkey/challenge`);
  const response = await makePasskey(creation);
  const body = { challengeId: creation.challengeId, response };
  await api("POST", `/v1/auth/invitations/${invitation}/passkey`, { body });
}
