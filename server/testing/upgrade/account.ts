import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import type { DevelopmentAccount } from "@/server/chains/development-accounts";

/** What a seeded tenant's owner holds. */
export const Tenant = z.object({
  apiKey: z.string(),
  clientId: z.string(),
  clientOrigin: z.string(),
  backendClientId: z.string(),
});
export type Tenant = z.infer<typeof Tenant>;
/** What `fill-previous.ts` prints. */
const Seeded = z.object({
  credentials: z.object({ tenantA: Tenant, tenantB: Tenant, orchestrator: z.object({ key: z.string() }) }),
  demo: z.object({ token: z.string(), requestId: z.string() }),
});
export const Filled = z.object({ still: Seeded, busy: Seeded });

const Challenge = z.object({ challengeId: z.string(), nonce: z.string(), message: z.string() });

/** A session of a wallet's owner, over the API of whichever release answers. Gives the headers of its calls. */
export async function signInOver(url: string, account: DevelopmentAccount): Promise<Record<string, string>> {
  const wallet = privateKeyToAccount(account.privateKey);
  const asked = await post(url, "/v1/auth/wallet/challenge", {}, { address: wallet.address });
  const challenge = Challenge.parse(await asked.json());
  const signature = await wallet.signMessage({ message: challenge.message });
  const { challengeId, nonce, message } = challenge;
  const answer = await post(url, "/v1/auth/wallet/verify", {}, { challengeId, nonce, message, signature });
  const token = /session_token=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1];
  if (!answer.ok || !token) throw new Error(`signing in was refused: ${await answer.text()}`);
  return { authorization: `Bearer ${token}` };
}

/** Sends a body; throws unless it was taken. */
export async function post(
  url: string,
  path: string,
  headers: Record<string, string>,
  body: unknown,
  method = "POST",
): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
