import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as listWebhooks } from "@/app/v1/webhook/route";
import { memberships, sessions } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { call } from "@/server/testing/paying";
import { aChallenge, anEvmWallet, signed, tokenOf, verify } from "@/server/testing/sign-in";

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const status = async (headers: Record<string, string>) =>
  (await listWebhooks(call("GET", "/v1/webhook", headers))).status;

/** Changes the one membership of a session, as the account's owner would. */
async function change(
  { sessionId, platformId }: TestSession,
  to: Partial<typeof memberships.$inferInsert>,
): Promise<void> {
  const { db } = api.app.database;
  const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId));
  await inTransaction(api.app.context(systemCaller(platformId)), async (tx) => {
    const isIt = and(
      eq(memberships.platformId, platformId),
      eq(memberships.personId, session?.personId ?? ""),
    );
    await tx.db.update(memberships).set(to).where(isIt);
    announceCredentialChange(tx);
  });
}

test("a session of a person who is no member any more is none", async () => {
  const { platformId } = await aSession(api);
  const member = await aMember(api, platformId, "developer");
  expect(await status(member.bearer)).toBe(200);
  await change(member, { endedAt: api.app.now() });
  await expect.poll(() => status(member.bearer)).toBe(401);
});

test("a lowered role counts from the next call on", async () => {
  const { platformId } = await aSession(api);
  const member = await aMember(api, platformId, "developer");
  expect(await status(member.bearer)).toBe(200);
  await change(member, { role: "viewer" });
  await expect.poll(() => status(member.bearer)).toBe(403);
});

test("a session from before accounts had members, and one by email, keep every right", async () => {
  const before = await aSession(api);
  const byEmail = await aSession(api, { wallet: null });
  const { db } = api.app.database;
  const people = await db
    .select({ personId: sessions.personId })
    .from(sessions)
    .where(eq(sessions.platformId, before.platformId));
  expect(people).toEqual([{ personId: null }]);
  expect(await status(before.bearer)).toBe(200);
  // Webhooks are for wallets (AU-25), whatever the role.
  const refused = await listWebhooks(call("GET", "/v1/webhook", byEmail.bearer));
  expect(refused.headers.get("x-error-code")).toBe("forbidden");
});

test("a wallet with an account from before becomes its owner with the next sign-in", async () => {
  const wallet = anEvmWallet();
  const { platformId } = await aSession(api, { wallet: { address: wallet.address, family: "evm" } });
  const { db } = api.app.database;
  const members = () => db.select().from(memberships).where(eq(memberships.platformId, platformId));
  expect(await members()).toEqual([]);
  for (let i = 0; i < 2; i++) {
    const token = tokenOf(await verify(await signed(wallet, await aChallenge(wallet.address))));
    expect(await status({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await members()).toMatchObject([{ role: "owner", endedAt: null }]);
  }
});
