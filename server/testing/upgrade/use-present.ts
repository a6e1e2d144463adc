import { z } from "zod";
import { TestAuthenticator } from "@/server/testing/authenticator";
import { INVOICE, ISSUER } from "@/server/testing/invoices/examples";
import { post } from "@/server/testing/upgrade/account";

const WithId = z.object({ id: z.string() });
const Invited = z.object({ token: z.string() });
const Asked = z.object({
  challengeId: z.string(),
  options: z.object({ challenge: z.string(), user: z.object({ id: z.string() }) }),
});

/** Whose changes only the present release knows, and who is signed in there. */
export interface PresentUse {
  /** Sessions of its owner by wallet, and of a member by passkey. */
  sessions: Record<string, string>[];
}

/** Uses what the release before did not have: on its way back it meets what that leaves in tables that it knows. */
export async function usePresent(
  url: string,
  owner: Record<string, string>,
  origin: string,
): Promise<PresentUse> {
  const mine = (path: string, body: unknown, method?: string) => post(url, path, owner, body, method);
  const tiers = [{ upToUsd: null, confirmations: 2 }];
  await mine("/v1/dashboard/confirmations", { account: tiers, destination: tiers }, "PUT");
  await mine("/v2/books/settings", { currency: "EUR" }, "PUT");
  await mine("/v1/api-keys", { label: "of a member", endsWithMembership: true });
  await mine("/v2/invoice-issuer", ISSUER, "PUT");
  const draft = WithId.parse(await (await mine("/v2/invoices", INVOICE)).json());
  await mine(`/v2/invoices/${draft.id}/issue`, {});
  const { token } = Invited.parse(await (await mine("/v1/members/invitations", { role: "admin" })).json());
  return { sessions: [owner, await joinByPasskey(url, token, origin)] };
}

async function joinByPasskey(url: string, token: string, origin: string): Promise<Record<string, string>> {
  const path = `/v1/auth/invitations/${token}/passkey`;
  const asked = Asked.parse(await (await post(url, `${path}/challenge`, {}, {})).json());
  const device = new TestAuthenticator({ origin, rpId: new URL(origin).hostname });
  const userHandle = Buffer.from(asked.options.user.id, "base64url").toString();
  const response = device.create({ challenge: asked.options.challenge, userHandle });
  const joined = await post(url, path, {}, { challengeId: asked.challengeId, response });
  const session = /session_token=([^;]+)/.exec(joined.headers.get("set-cookie") ?? "")?.[1];
  if (!session) throw new Error("whoever joined is not signed in");
  return { authorization: `Bearer ${session}` };
}

const PAGES = [
  "/v1/accounts",
  "/v1/api-keys",
  "/v1/client-ids",
  "/v1/dashboard/account",
  "/v1/dashboard/audit-log",
  "/v1/dashboard/overview",
  "/v1/dashboard/payments",
  "/v1/dashboard/request-log",
  "/v1/dashboard/sessions",
  "/v1/dashboard/underpayment",
  "/v1/members",
  "/v1/members/invitations",
  "/v1/payee-destination",
  "/v1/webhook",
];

/** What a web process does not answer to those who used the present release; nothing where all is well. */
export async function refusedTo(url: string, { sessions }: PresentUse): Promise<string[]> {
  const refused: string[] = [];
  for (const [i, headers] of sessions.entries()) {
    for (const path of PAGES) {
      const answer = await fetch(`${url}${path}`, { headers });
      const text = await answer.text();
      if (!answer.ok) refused.push(`${path} to session ${i}: ${answer.status} ${text}`);
    }
  }
  return refused;
}
