import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DELETE as deleteApiKey } from "@/app/v1/api-keys/[id]/route";
import { POST as postApiKey } from "@/app/v1/api-keys/route";
import { PUT as putBranding } from "@/app/v1/branding/route";
import { platforms } from "@/db/schema";
import { operatorCaller } from "@/server/auth/callers";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { inTransaction } from "@/server/context";
import { grantOfframp } from "@/server/platforms/grant-offramp";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { send } from "@/server/testing/send";
import { GET } from "./route";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
});
afterAll(() => api.close());

const read = (headers: Record<string, string>) => send(GET, "/v1/dashboard/account", { headers });

describe("200 the account", () => {
  test("has the name that payers read, and nothing more than a new account may do", async () => {
    const owner = await aSession(api);
    expect((await read(owner.bearer)).body).toMatchObject({
      name: null,
      canCreatePayouts: true,
      hasSecondScreeningProvider: false,
      creationsPerDay: null,
      bankGrants: [],
      partners: 0,
    });
    const saved = await send(putBranding, "/v1/branding", {
      method: "PUT",
      headers: owner.bearer,
      body: { displayName: "Acme" },
    });
    expect(saved.status).toBe(200);
    expect((await read(owner.bearer)).body.name).toBe("Acme");
  });

  test("names the wallet that has proven itself, and the one chain of a contract", async () => {
    const owner = await aSession(api);
    expect((await read(owner.bearer)).body.provenWallet).toBeNull();
    const is = (walletChainId: number) =>
      inTransaction(api.app.context(operatorCaller("")), (tx) =>
        tx.db
          .update(platforms)
          .set({ walletProvenAt: tx.now(), walletChainId })
          .where(eq(platforms.id, owner.platformId)),
      );
    await is(EVERY_CHAIN);
    expect((await read(owner.bearer)).body.provenWallet).toEqual({
      address: owner.wallet?.address,
      chainId: null,
    });
    await is(8453);
    expect((await read(owner.bearer)).body.provenWallet.chainId).toBe(8453);
  });

  test("says what the operator allowed: payouts, a limit, and keys that pay to banks", async () => {
    const owner = await aSession(api);
    const { body: key } = await send(postApiKey, "/v1/api-keys", {
      method: "POST",
      headers: owner.bearer,
      body: { label: "Payroll" },
    });
    await inTransaction(api.app.context(operatorCaller("")), async (tx) => {
      await grantOfframp(tx, key.id, "sandbox");
      await tx.db
        .update(platforms)
        .set({ canCreatePayouts: false, creationsPerDay: 50 })
        .where(eq(platforms.id, owner.platformId));
    });
    expect((await read(owner.bearer)).body).toMatchObject({
      canCreatePayouts: false,
      creationsPerDay: 50,
      bankGrants: [{ credential: "apiKey", label: "Payroll", access: "sandbox" }],
    });
    await send(deleteApiKey, `/v1/api-keys/${key.id}`, {
      method: "DELETE",
      headers: owner.bearer,
      params: { id: key.id },
    });
    expect((await read(owner.bearer)).body.bankGrants).toEqual([]);
  });

  test("is told to nobody without a session of it", async () => {
    expect((await read({})).status).toBe(401);
    expect((await read({ "x-api-key": "sk_none" })).status).toBe(401);
  });
});
