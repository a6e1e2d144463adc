import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GET as getSigner } from "@/app/v2/quittance-signer/route";
import {
  idempotencyKeys,
  secretKeys,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
} from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot, replaceApp } from "@/server/boot";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { proveSecretKey, retireOldKeys, WrongSecretKey } from "@/server/keys/prove-secret-key";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { newId } from "@/server/lib/ids";
import { resealAnswers } from "@/server/lib/reseal-answers";
import { keyringOf } from "@/server/lib/sealing/keyring";
import { keyIdOf, seal, unseal } from "@/server/lib/sealing/sealed";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { ManualClock } from "@/server/testing/manual-clock";
import { runScript } from "@/server/testing/npm-script";
import { runCommandHere } from "@/server/testing/operator-command";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { send } from "@/server/testing/send";
import { resealSecrets } from "@/server/webhooks/endpoints/reseal";
import { openSecret, sealSecret } from "@/server/webhooks/endpoints/secret";

const [A, B, C] = ["11".repeat(32), "22".repeat(32), "33".repeat(32)];
const clock = new ManualClock();
let api: TestApi;
const open: App[] = [];

beforeEach(async () => {
  api = await startTestApi({}, { now: clock.now });
});
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
  await api.close();
});

/** A process on the same database, with keys of its own. */
function processWith(current: string, old: string[] = []): App {
  const env = {
    ...databaseEnvironment(api.app.config.databaseUrl),
    SECRET_KEY: current,
    SECRET_KEYS_OLD: old.join(","),
    LOG_LEVEL: "silent",
    NODE_ENV: "test",
    RATE_LIMITS: "off",
  };
  const app = boot(readConfig(env), "test", { now: clock.now });
  open.push(app);
  return app;
}
const prove = (app: App) => proveSecretKey(app.context(systemCaller("")));
const known = () => api.app.database.db.select().from(secretKeys).orderBy(secretKeys.createdAt);

/** Stores a webhook whose secret this key has sealed. */
async function anEndpoint(key: string, secret = "s".repeat(64)): Promise<string> {
  const { platformId } = await aTenant(api);
  const id = newId(clock.now());
  await api.app.database.db.insert(webhookEndpoints).values({
    id,
    platformId,
    url: "https://shop.example/",
    secret: sealSecret(keyringOf(key), id, secret, randomBytes),
    previousSecret: sealSecret(keyringOf(key), id, "before", randomBytes),
    createdAt: clock.now(),
  });
  return id;
}

describe("at start", () => {
  test("the first key of a database leaves a proof, many processes at once too, and opens it ever after", async () => {
    await Promise.all([processWith(A), processWith(A), processWith(A)].map(prove));
    await prove(processWith(A));
    expect(await known()).toMatchObject([{ id: keyringOf(A).current.id, replacedAt: null, retiredAt: null }]);
  });

  test("another key is refused by name, and changes nothing", async () => {
    await prove(processWith(A));
    const before = await known();
    await expect(prove(processWith(B))).rejects.toThrow(WrongSecretKey);
    await expect(prove(processWith(B, [C]))).rejects.toThrow(/^SECRET_KEY is wrong/);
    expect(await known()).toEqual(before);
    expect(JSON.stringify(before)).not.toContain(A);
  });

  test("of two different first keys one wins", async () => {
    const outcomes = await Promise.allSettled([prove(processWith(A)), prove(processWith(B))]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await known()).toHaveLength(1);
  });

  test("on a database from before the proof, the stored signing secrets are the proof", async () => {
    await anEndpoint(A);
    await expect(prove(processWith(B))).rejects.toThrow(/SECRET_KEY does not open/);
    expect(await known()).toEqual([]);
    await prove(processWith(A));
  });
});

describe("a wrong key ends the process and names SECRET_KEY", () => {
  test("the worker, before any delivery has used up an attempt", async () => {
    await prove(processWith(A));
    const { db } = api.app.database;
    const endpointId = await anEndpoint(A);
    const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId));
    const deliveryId = await aDelivery(endpointId, row?.platformId ?? "");
    const { code, errors } = await runScript("worker", [], {
      ...databaseEnvironment(api.app.config.databaseUrl),
      SECRET_KEY: B,
      LOG_LEVEL: "silent",
    });
    expect([code, errors]).toEqual([1, expect.stringMatching(/^SECRET_KEY is wrong/)]);
    expect(errors).not.toContain("    at ");
    const [delivery] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, deliveryId));
    expect(delivery).toMatchObject({ state: "pending", attempts: 0 });
    expect(await db.$count(webhookAttempts)).toBe(0);
  });

  test("the web process", async () => {
    await prove(processWith(A));
    const env = {
      ...process.env,
      ...databaseEnvironment(api.app.config.databaseUrl),
      SECRET_KEY: B,
      PORT: "0",
    };
    const [code, errors] = await new Promise<[unknown, string]>((resolve) => {
      execFile(process.execPath, ["scripts/run.mjs", "server/main.ts"], { env }, (error, _, stderr) =>
        resolve([error?.code, stderr]),
      );
    });
    expect([code, errors]).toEqual([1, expect.stringMatching(/^SECRET_KEY is wrong/)]);
  });

  test.each(["platform:create", "dev"])("npm run %s", async (script) => {
    await prove(processWith(A));
    const { code, errors, output } = await runScript(script, script === "dev" ? [] : ["--name", "Shop"], {
      ...databaseEnvironment(api.app.config.databaseUrl),
      SECRET_KEY: B,
      QUITTANCE_DATA_DIR: `/tmp/quittance-wrong-key-${process.pid}`,
    });
    expect([code, `${errors}${output}`]).toEqual([1, expect.stringContaining("SECRET_KEY is wrong")]);
  });
});

describe("a change of key", () => {
  test("is taken while the old key is still given, and both open what they have sealed", async () => {
    await prove(processWith(A));
    const id = await anEndpoint(A, "secret");
    clock.advance(1_000);
    const both = processWith(B, [A]);
    await prove(both);
    await prove(both);
    expect(await known()).toMatchObject([
      { id: keyringOf(A).current.id, replacedAt: clock.now() },
      { id: keyringOf(B).current.id, replacedAt: null },
    ]);
    const [row] = await api.app.database.db
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id));
    const stored = Buffer.from(row?.secret.slice(2) ?? "", "hex");
    expect(openSecret(both.config.keys, id, stored)).toBe("secret");
    // The old key may not be forgotten yet, nor may it be the only one again.
    for (const alone of [B, A]) await expect(prove(processWith(alone))).rejects.toThrow(WrongSecretKey);
  });

  test("ends with sealing anew, in bounded steps that go on where they were broken off", async () => {
    const { db } = api.app.database;
    await prove(processWith(A));
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await anEndpoint(A, `secret ${n}`));
    for (const key of ["a", "b", "c"]) {
      const answer = seal(keyringOf(A), `idempotency:scope:${key}`, key, randomBytes).toString("hex");
      const row = { scope: "scope", key, answer, requestHash: "0x00", status: 201, createdAt: clock.now() };
      await db.insert(idempotencyKeys).values(row);
    }
    const app = processWith(B, [A]);
    await prove(app);
    const inTx = <T>(work: Parameters<typeof inTransaction<T>>[1]) =>
      inTransaction(app.context(systemCaller("")), work);

    const first = await inTx((tx) => resealSecrets(tx, "", 2));
    expect(first).toEqual({ resealed: 2, unreadable: [], after: ids[1] });
    // Broken off here, and started again from the beginning.
    const again = await inTx((tx) => resealSecrets(tx, "", 2));
    expect(again).toMatchObject({ resealed: 2, after: ids[3] });
    expect(await inTx((tx) => resealSecrets(tx, again.after ?? "", 2))).toMatchObject({
      resealed: 1,
      after: null,
    });
    expect(await inTx((tx) => resealSecrets(tx, "", 2))).toMatchObject({ resealed: 0, after: null });
    const answers = await inTx((tx) => resealAnswers(tx, { scope: "", key: "" }, 2));
    expect(answers).toMatchObject({ resealed: 2, after: { scope: "scope", key: "b" } });
    expect(await inTx((tx) => resealAnswers(tx, answers.after ?? { scope: "", key: "" }, 2))).toMatchObject({
      resealed: 1,
    });
    expect(await inTx(retireOldKeys)).toEqual([keyringOf(A).current.id]);

    const alone = processWith(B);
    await prove(alone);
    const rows = await db.select().from(webhookEndpoints).orderBy(webhookEndpoints.id);
    for (const [n, row] of rows.entries()) {
      const bytes = (text: string | null) => Buffer.from(text?.slice(2) ?? "", "hex");
      expect(openSecret(alone.config.keys, row.id, bytes(row.secret))).toBe(`secret ${n}`);
      expect(openSecret(alone.config.keys, row.id, bytes(row.previousSecret))).toBe("before");
      expect(keyIdOf(bytes(row.secret))).toBe(alone.config.keys.current.id);
    }
    for (const row of await db.select().from(idempotencyKeys)) {
      const sealed = Buffer.from(row.answer.slice(2), "hex");
      expect(unseal(alone.config.keys, `idempotency:scope:${row.key}`, sealed)).toBe(row.key);
    }
  });

  test("quittance reseal does all of it, says what it did, and keeps the old key where something cannot be read", async () => {
    await prove(processWith(A));
    await anEndpoint(A);
    const lost = await anEndpoint(C);
    const answer = seal(keyringOf(C), "idempotency:scope:lost", "{}", randomBytes).toString("hex");
    const ofNobody = { scope: "scope", key: "lost", answer, requestHash: "0x00", status: 201 };
    await api.app.database.db.insert(idempotencyKeys).values({ ...ofNobody, createdAt: new Date() });
    const env = {
      ...databaseEnvironment(api.app.config.databaseUrl),
      SECRET_KEY: B,
      SECRET_KEYS_OLD: A,
      QUITTANCE_DATA_DIR: "/tmp/quittance-none",
    };
    const first = await runCommandHere("reseal", ["--batch", "1"], env);
    expect([first.code, first.output]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^Webhook ${lost}: .*\nWebhook secrets: 1 sealed anew\n`)),
    ]);
    await api.app.database.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, lost));
    // A stored answer that no key opens keeps the old key as well.
    const next = await runCommandHere("reseal", [], env);
    expect([next.code, next.output, next.errors]).toEqual([
      1,
      expect.stringMatching(/^Stored answer of scope, .*: no given key opens it/m),
      expect.stringContaining("1 of what is sealed cannot be read"),
    ]);
    await api.app.database.db.delete(idempotencyKeys).where(eq(idempotencyKeys.key, "lost"));
    const second = await runCommandHere("reseal", [], env);
    expect([second.code, second.output]).toEqual([
      0,
      expect.stringContaining(`Nothing is sealed with ${keyringOf(A).current.id} any more`),
    ]);
    await prove(processWith(B));
    expect((await runCommandHere("reseal", ["--batch", "0"], env)).code).toBe(2);
  });
});

test("the history of signers tells who signed when, so that a receipt of before stays verifiable", async () => {
  const [first, second] = [processWith(A), processWith(B, [A])];
  await prove(first);
  clock.advance(60_000);
  const changedAt = clock.now().toISOString();
  await prove(second);
  replaceApp(second);
  const { body } = await send(getSigner, "/v2/quittance-signer");
  const [before, now] = [first, second].map((app) => quittanceSigner(app.config).address);
  expect(body).toEqual({
    signer: now,
    signers: [
      { address: before, validFrom: null, validUntil: changedAt },
      { address: now, validFrom: changedAt, validUntil: null },
    ],
  });
});

async function aDelivery(endpointId: string, platformId: string): Promise<string> {
  const { db } = api.app.database;
  const id = newId(clock.now());
  await db.execute(
    `insert into webhook_events (id, platform_id, name, body, created_at)
     values ('${id}', '${platformId}', 'test', '{}', now())`,
  );
  await db.insert(webhookDeliveries).values({
    id,
    eventId: id,
    endpointId,
    state: "pending",
    dueAt: new Date(0),
  });
  return id;
}
