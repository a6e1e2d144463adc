import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiKeys, auditLog, platforms } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { hashSecret } from "@/server/lib/ids";
import { registerPlatform } from "@/server/platforms/register";
import { startTestApi, type TestApi } from "@/server/testing/api";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const TRON_WALLET = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

const register = (name: string, wallet: string | null) =>
  inTransaction(api.app.context(systemCaller("")), (tx) => registerPlatform(tx, { name, wallet }));

describe("the first platform of an installation", () => {
  test("gets an API key that is stored as a hash only", async () => {
    const { platformId, apiKey } = await register("  Your shop ", WALLET.toLowerCase());
    const [key] = await api.app.database.db.select().from(apiKeys).where(eq(apiKeys.platformId, platformId));
    expect(key).toMatchObject({ hash: hashSecret(apiKey), status: "active", last4: apiKey.slice(-4) });
    expect(JSON.stringify(key)).not.toContain(apiKey);
  });

  test("finds in the audit log where its key came from", async () => {
    const { platformId, apiKey } = await register("Audited shop", null);
    const entries = await api.app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.platformId, platformId));
    expect(entries).toMatchObject([
      { action: "api_key.created", actorKind: "system", details: { last4: apiKey.slice(-4) } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(apiKey);
  });

  test("its wallet is kept in the one stored form, on EVM and on Tron", async () => {
    await register("Tron shop", TRON_WALLET);
    const wallets = (await api.app.database.db.select().from(platforms)).map((row) => row.walletAddress);
    expect(wallets).toEqual(expect.arrayContaining([WALLET, TRON_WALLET]));
  });

  test("a wallet that has a platform is refused in any spelling, and no key is left over", async () => {
    const before = await api.app.database.db.$count(apiKeys);
    const again = expect.objectContaining({ status: 409 });
    await expect(register("Other shop", `0x${WALLET.slice(2).toUpperCase()}`)).rejects.toThrowError(again);
    expect(await api.app.database.db.$count(apiKeys)).toBe(before);
  });

  test.each([
    ["", null, "name"],
    ["   ", null, "name"],
    ["x".repeat(101), null, "name"],
    ["two\nlines", null, "name"],
    ["right\u202eto left", null, "name"],
    ["Shop", "not an address", "wallet"],
    ["Shop", WALLET.replace("C8", "c8"), "wallet"],
    ["Shop", TRON_WALLET.replace("v8", "v9"), "wallet"],
  ])("%j with wallet %j is a 400 that names %s", async (name, wallet, field) => {
    const refused = expect.objectContaining({
      status: 400,
      issues: [expect.objectContaining({ path: [field] })],
    });
    await expect(register(name, wallet)).rejects.toThrowError(refused);
  });
});
