import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { apiRoutes } from "@/app/api-routes";
import type { AuthMode } from "@/server/auth/auth-rule";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator } from "@/server/testing/credentials";
import { type GuardedEndpoint, itRequires, sendTo } from "@/server/testing/it-requires";

const Contract = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ security: z.array(z.record(z.string(), z.unknown())).optional() })),
  ),
});
const contract = ["openapi.json", "openapi.v1.json"].map((file) =>
  Contract.parse(JSON.parse(readFileSync(`docs/contract/${file}`, "utf8"))),
);
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Who the contract lets in; undefined for an operation it does not have. */
function modesOf(method: string, path: string): AuthMode[] | undefined {
  const operation = contract.map(({ paths }) => paths[path]?.[method.toLowerCase()]).find(Boolean);
  if (!operation) return undefined;
  const modes = (operation.security ?? []).map((schemes): AuthMode => {
    const names = Object.keys(schemes);
    if (names.some((name) => name.startsWith("session"))) return "session";
    if (names.includes("orchestratorKey"))
      return names.includes("clientId") ? "orchestrator" : "orchestratorKey";
    return names.includes("apiKey") ? "apiKey" : "clientId";
  });
  return [...new Set(modes)];
}

const guarded: { endpoint: GuardedEndpoint; modes: readonly AuthMode[] }[] = [];
const open: string[] = [];
const alsoPublic: string[] = [];
for (const [pattern, module] of apiRoutes) {
  const path = pattern.replace(/\[(\w+)\]/g, "{$1}");
  for (const method of METHODS) {
    const { def } = module[method];
    if (!def) continue;
    const modes = modesOf(method, path) ?? def.auth;
    const names = [...pattern.matchAll(/\[(\w+)\]/g)].map(([, name]) => name ?? "");
    const endpoint: GuardedEndpoint = {
      at: `${method} ${pattern.replace(/\[\w+\]/g, "01ARZ3NDEKTSV4RRFFQ69G5FAV")}`,
      handler: module[method],
      segments: Object.fromEntries(names.map((name) => [name, "01ARZ3NDEKTSV4RRFFQ69G5FAV"])),
    };
    if (def.isAlsoPublic) alsoPublic.push(`${method} ${path}`);
    else if (modes.length === 0) open.push(`${method} ${path}`);
    else guarded.push({ endpoint, modes });
  }
}

for (const { endpoint, modes } of guarded) itRequires(() => api, [endpoint], modes);

test("only these endpoints ask for no credentials", () => {
  expect(open.sort()).toEqual([
    "GET /v1/auth/invitations/{token}",
    "GET /v1/health",
    "GET /v2/health",
    "GET /v2/quittance-signer",
    "GET /v2/ready",
    "GET /v2/refund-links/{token}",
    "GET /v2/status",
    "POST /v1/auth/invitations/{token}/passkey",
    "POST /v1/auth/invitations/{token}/passkey/challenge",
    "POST /v1/auth/invitations/{token}/wallet",
    "POST /v1/auth/login",
    "POST /v1/auth/passkey/challenge",
    "POST /v1/auth/passkey/verify",
    "POST /v1/auth/register",
    "POST /v1/auth/wallet/challenge",
    "POST /v1/auth/wallet/verify",
    "POST /v2/device/authorizations",
    "POST /v2/device/tokens",
    "POST /v2/offramp/notices",
    "POST /v2/refund-links/{token}",
    "POST /v2/sandbox/pages/{link}",
  ]);
});

test("only these endpoints also answer nobody in particular", () => {
  expect(alsoPublic).toEqual([
    "GET /v2/request/{requestId}/quittance",
    "GET /v2/request/{requestId}/receipt",
  ]);
});

describe("a client ID that is linked to an orchestrator, without that one's key (AU-15)", () => {
  const ofClientIds = guarded.filter(
    ({ endpoint, modes }) => endpoint.at.startsWith("POST ") && modes.includes("clientId"),
  );
  const creating = ofClientIds.filter(({ endpoint }) => endpoint.handler.def?.idempotent);
  const namesOf = (list: typeof guarded) =>
    list.map(({ endpoint }) => endpoint.handler.def?.operationId).sort();

  test("creates nothing where a link or a payout link would be made", async () => {
    const { client } = await anOrchestrator(api);
    const alone: string[] = [];
    for (const { endpoint } of creating) {
      const answer = await sendTo(endpoint, client.headers);
      if (answer.status !== 403) alone.push(endpoint.at);
      else
        expect(await answer.json()).toMatchObject({ message: expect.stringContaining("orchestrator's key") });
    }
    expect(alone).toEqual([
      "POST /v2/payee-destination",
      "POST /v2/payouts/batch",
      "POST /v2/payouts",
      "POST /v2/request",
    ]);
  });

  test("is asked about by every creating call: only these take a client ID and create nothing", () => {
    expect(namesOf(ofClientIds.filter((one) => !creating.includes(one)))).toEqual([
      "activateRecurringPayment",
      "broadcastSecurePaymentTron",
      "previewSecurePaymentFees",
      "recordMulticallIntent",
      "recordSecurePaymentIntent",
      "recordSecurePaymentUserEvent",
      "refreshSecurePaymentStep",
      "submitPaymentIntent",
    ]);
  });
});
