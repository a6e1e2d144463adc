import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { apiRoutes } from "@/app/api-routes";
import { POST as createSecurePayment } from "@/app/v2/secure-payments/route";
import { securePayments } from "@/db/schema";
import type { EndpointHandler } from "@/server/http/endpoint";
import { DESCRIBING_KEYS, misplacedKeysOf } from "@/server/http/misplaced-keys";
import type { JsonSchema } from "@/server/http/openapi/document";
import { describeApi } from "@/server/http/openapi/openapi";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aBoundClient, anOrchestrator, aSession } from "@/server/testing/credentials";
import { aMerchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";

let api: TestApi;
let holders: Record<string, Record<string, string>>;

beforeAll(async () => {
  api = await startTestApi({
    NETWORK_PROFILE: "local",
    RATE_LIMITS: "off",
    RPC_URL_SEPOLIA: "http://127.0.0.1:9",
  });
  holders = {
    apiKey: { "x-api-key": (await aTenant(api)).apiKey },
    clientId: { ...(await aBoundClient(api)).headers },
    orchestratorKey: { ...(await anOrchestrator(api)).keyAlone },
    session: (await aSession(api)).bearer,
  };
});
afterAll(() => api?.close());

/** Levels are read from the published description here, and from the schemas by what is tested. */
const published = JSON.parse(JSON.stringify(describeApi(apiRoutes))) as ReturnType<typeof describeApi>;

/** One object level of a body, and the value that holds it in a body with everything in it. */
interface Level {
  path: (string | number)[];
  keys: string[];
  isOpen: boolean;
  value: Record<string, unknown>;
}

function resolved(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  if (name) return resolved(published.components.schemas[name] ?? {});
  const forms = schema.anyOf ?? schema.oneOf;
  return forms ? resolved(forms.find((form) => resolved(form).properties) ?? forms[0] ?? {}) : schema;
}

/** Makes a value of a schema, and notes each level of it. */
function fill(schema: JsonSchema, path: (string | number)[], levels: Level[]): unknown {
  const { properties, items, additionalProperties } = resolved(schema);
  if (items) return [fill(items, [...path, 0], levels)];
  if (!properties) return "1";
  const value: Record<string, unknown> = {};
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  levels.push({ path, keys: Object.keys(properties), isOpen, value });
  for (const [key, field] of Object.entries(properties)) value[key] = fill(field, [...path, key], levels);
  return value;
}

interface Operation {
  at: string;
  handler: EndpointHandler;
  segments: Record<string, string>;
  body: unknown;
  levels: Level[];
  query: string[];
}

const operations: Operation[] = [];
const exempt: string[] = [];
for (const [pattern, module] of apiRoutes) {
  const path = pattern.replaceAll("[", "{").replaceAll("]", "}");
  for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
    const operation = published.paths[path]?.[method.toLowerCase()];
    const schema = operation?.requestBody?.content["application/json"]?.schema;
    if (!operation || !schema) continue;
    const at = `${method} ${pattern.replace(/\[\w+\]/g, "01ARZ3NDEKTSV4RRFFQ69G5FAV")}`;
    if (module[method].def?.takesKeysAnywhere) {
      exempt.push(`${method} ${path}`);
      continue;
    }
    const levels: Level[] = [];
    const parameters = operation.parameters ?? [];
    operations.push({
      at,
      handler: module[method],
      segments: Object.fromEntries(
        parameters.filter((one) => one.in === "path").map(({ name }) => [name, "01ARZ3NDEKTSV4RRFFQ69G5FAV"]),
      ),
      body: fill(schema, [], levels),
      levels,
      query: parameters.filter((one) => one.in === "query").map(({ name }) => name),
    });
  }
}

const movesMoney = (key: string) => !DESCRIBING_KEYS.has(key);

/** Writes every key of the operation at every level that does not know it, and says where each one now stands. */
function misplaceAll({ body, levels, query }: Operation): { body: unknown; search: string; paths: string[] } {
  const known = new Set([...levels.flatMap(({ keys }) => keys), ...query].filter(movesMoney));
  const paths: string[] = [];
  for (const { keys, path, value, isOpen } of levels) {
    for (const key of isOpen ? [] : known) {
      if (keys.includes(key)) continue;
      value[key] = "1";
      paths.push([...path, key].join("."));
    }
  }
  const elsewhere = [...known].filter((key) => !query.includes(key));
  return {
    body,
    search: `?${elsewhere.map((key) => `${key}=1`).join("&")}`,
    paths: [...elsewhere, ...paths],
  };
}

interface Issue {
  code: string;
  message: string;
  path: (string | number)[];
}

describe("a key at a level that does not read it is refused", () => {
  test.each(operations)("$at", async (operation) => {
    const [method = "POST", path = ""] = operation.at.split(" ");
    const { auth = [] } = operation.handler.def ?? {};
    const { body, search, paths } = misplaceAll(operation);
    const answer = await send(operation.handler, `${path}${search}`, {
      method: method as "POST" | "PUT" | "PATCH" | "DELETE",
      headers: auth[0] === undefined ? {} : (holders[auth[0]] ?? {}),
      params: operation.segments,
      body,
    });
    expect(answer.status).toBe(400);
    const issues: Issue[] = answer.body.message;
    const found = issues.filter(({ code }) => code === "misplaced_key");
    expect(found.map((issue) => issue.path.join(".")).sort()).toEqual(paths.sort());
    for (const { message } of found) expect(message).toMatch(/ is not read here; it belongs in \S/);
  });

  test("these have levels that could be mistaken for one another", () => {
    const nested = operations.filter(({ levels }) => levels.length > 1).map(({ at }) => at);
    expect(nested).toEqual(
      expect.arrayContaining([
        "POST /v1/payee-destination",
        "PUT /v1/payee-destination",
        "POST /v2/payouts",
        "POST /v2/payouts/batch",
        "POST /v2/request",
        "POST /v2/secure-payments",
        "POST /v2/secure-payments/payouts",
      ]),
    );
  });

  test("only what pages report takes keys at any level", () => {
    expect(exempt).toEqual([
      "POST /v2/secure-payments/{token}/intent",
      "POST /v2/secure-payments/{token}/multicall-intent",
    ]);
  });

  test("every key that is let through is one of a body", () => {
    const keys = new Set(operations.flatMap(({ levels }) => levels.flatMap((level) => level.keys)));
    expect([...DESCRIBING_KEYS].filter((key) => !keys.has(key))).toEqual([]);
  });
});

describe("POST /v2/secure-payments", () => {
  const create = async (body: unknown) => {
    const shop = await aMerchant(api);
    return send(createSecurePayment, "/v2/secure-payments", { method: "POST", headers: shop.browser, body });
  };

  test("a currency beside the payment that it is for is no link in another currency", async () => {
    const answer = await create({ requests: [{ amount: "49.90" }], invoiceCurrency: "EUR" });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        statusCode: 400,
        error: "Bad Request",
        message: [
          {
            code: "misplaced_key",
            message: "invoiceCurrency is not read here; it belongs in requests[].invoiceCurrency",
            path: ["invoiceCurrency"],
          },
        ],
      },
    ]);
    expect(await api.app.database.db.$count(securePayments)).toBe(0);
  });

  test("keys that no level knows stay allowed, with whatever is in them", async () => {
    const ours = { requests: [{ amount: "49.90" }] };
    const answer = await create({
      ...ours,
      currency: "EUR",
      metadata: { invoiceCurrency: "EUR", amount: "1" },
    });
    expect(answer.status).toBe(201);
  });
});

describe("levels of a schema", () => {
  const find = (schema: z.ZodType, body: unknown, query?: z.ZodType, search = "") =>
    misplacedKeysOf(schema, query)(body, search).map(({ path, message }) => `${path.join(".")}: ${message}`);
  const item = z.object({ amount: z.string(), extra: z.object({ fee: z.string() }).nullish() });

  test("every item of a list is looked at, however deep", () => {
    const schema = z.object({ lists: z.array(z.array(item)).default([]), total: z.string() });
    expect(find(schema, { lists: [[], [{}, { total: "1", extra: { amount: "2" } }]], fee: "3" })).toEqual([
      "lists.1.1.total: total is not read here; it belongs in total at the top of the body",
      "lists.1.1.extra.amount: amount is not read here; it belongs in lists[][].amount",
      "fee: fee is not read here; it belongs in lists[][].extra.fee",
    ]);
  });

  test("of several forms it is the one that the body has", () => {
    const card = z.object({ kind: z.literal("card"), limit: z.string() });
    const cash = z.object({ kind: z.literal("cash"), fee: z.string().optional() });
    for (const schema of [z.union([card, cash]), z.discriminatedUnion("kind", [card, cash])]) {
      expect(find(z.object({ by: schema }), { by: { kind: "cash", fee: "1" } })).toEqual([]);
      expect(find(z.object({ by: schema }), { by: { kind: "cash", limit: "1" } })).toEqual([
        "by.limit: limit is not read here beside the other keys",
      ]);
    }
  });

  test("what takes every key misses none, and other values have no keys", () => {
    const schema = z.object({
      amount: z.string(),
      free: z.looseObject({}),
      named: z.record(z.string(), item),
    });
    expect(find(schema, { free: { amount: "1" }, named: { amount: { amount: "1" } } })).toEqual([]);
    for (const body of [null, "amount", 1, [{ amount: "1" }]]) expect(find(schema, body)).toEqual([]);
  });

  test("the query and the body are two places", () => {
    const query = z.object({ network: z.string().optional() });
    expect(find(item, { network: "base" }, query, "?amount=1&network=base&other=1")).toEqual([
      "amount: amount is not read here; it belongs in amount at the top of the body",
      "network: network is not read here; it belongs in the query",
    ]);
  });
});
