import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as rotate } from "@/app/v2/orchestrators/keys/[id]/rotate/route";
import { GET as listKeys, POST as makeKey } from "@/app/v2/orchestrators/keys/route";
import { GET as listWebhooks } from "@/app/v2/orchestrators/webhooks/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator, type TestOrchestrator } from "@/server/testing/credentials";
import { send } from "@/server/testing/send";

let api: TestApi;
let partner: TestOrchestrator;

beforeAll(async () => {
  api = await startTestApi();
  partner = await anOrchestrator(api);
});
afterAll(() => api.close());

const make = (body: unknown, headers: Record<string, string> = partner.keyAlone) =>
  send(makeKey, "/v2/orchestrators/keys", { method: "POST", headers, body });
const withKey = (rawKey: string) => ({ "x-orchestrator-key": rawKey });
const rotated = (id: string, headers: Record<string, string> = partner.keyAlone, body?: unknown) =>
  send(rotate, `/v2/orchestrators/keys/${id}/rotate`, { method: "POST", headers, body, params: { id } });

describe("an orchestrator's key with scopes", () => {
  test("does what they say, alone and in a pair", async () => {
    const { status, body } = await make({ label: "Checkout", scopes: ["links"] });
    expect(status).toBe(201);
    expect(body.key.scopes).toEqual(["links"]);
    const alone = await send(listWebhooks, "/v2/orchestrators/webhooks", { headers: withKey(body.rawKey) });
    expect(alone).toMatchObject({ status: 403, body: { scope: "webhooks" } });
    const pair = { ...partner.client.headers, ...withKey(body.rawKey) };
    const made = await send(createLink, "/v2/secure-payments", { method: "POST", headers: pair, body: {} });
    expect(made.status).toBe(400);
    const other = (await make({ scopes: ["webhooks"] })).body.rawKey;
    const refused = { ...partner.client.headers, ...withKey(other) };
    expect(
      await send(createLink, "/v2/secure-payments", { method: "POST", headers: refused, body: {} }),
    ).toMatchObject({ status: 403, body: { scope: "links" } });
  });

  test("passes them on to the key that takes its place", async () => {
    const { body } = await make({ label: "Books", scopes: ["read"] });
    const next = await rotated(body.key.id);
    expect(next.body.key).toMatchObject({ label: "Books", scopes: ["read"] });
    expect(
      (await send(listWebhooks, "/v2/orchestrators/webhooks", { headers: withKey(next.body.rawKey) })).status,
    ).toBe(403);
  });

  test("works on beside its successor for as long as was chosen, and is replaced once", async () => {
    const { body } = await make({ label: "Books", scopes: ["members"] });
    const use = () => send(listKeys, "/v2/orchestrators/keys", { headers: withKey(body.rawKey) });
    expect((await use()).status).toBe(200);
    expect((await rotated(body.key.id, partner.keyAlone, { overlapHours: 721 })).status).toBe(400);
    const next = await rotated(body.key.id, partner.keyAlone, { overlapHours: 0 });
    expect(next.status).toBe(201);
    expect((await use()).status).toBe(401);
    expect((await rotated(body.key.id)).status).toBe(409);
    expect((await rotated(next.body.key.id, partner.keyAlone, { overlapHours: 1 })).status).toBe(201);
    expect((await rotated(next.body.key.id)).status).toBe(409);
  });

  test("ends by itself, and an end in the past is refused", async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    expect((await make({ expiresAt: inAnHour })).body.key.expiresAt).toBe(inAnHour);
    expect((await make({ expiresAt: new Date(Date.now() - 1).toISOString() })).status).toBe(400);
  });

  test("a key with scopes makes no other key, for itself or in the place of a stronger one", async () => {
    const { body } = await make({ label: "Support", scopes: ["members"] });
    const headers = withKey(body.rawKey);
    expect((await send(listKeys, "/v2/orchestrators/keys", { headers })).status).toBe(200);
    for (const answer of [
      await make({ label: "mine", scopes: ["members"] }, headers),
      await make({ label: "mine" }, headers),
      await rotated(partner.keyId, headers),
      await rotated(body.key.id, headers),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { scope: "all" } });
    }
  });

  test.each([[[]], [["requests"]], [["read", "read"]], ["read"]])("400 for scopes %j", async (scopes) => {
    expect((await make({ scopes })).status).toBe(400);
  });
});
