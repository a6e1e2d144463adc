import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ownEnvironment } from "@/sdk/client/environment";
import {
  AuthenticationError,
  ConflictError,
  InvalidInputError,
  NoAnswerError,
  NotFoundError,
  PermissionError,
  QuittanceError,
  RateLimitError,
  ServiceError,
} from "@/sdk/client/errors";
import { aClient, aRequest } from "@/sdk/testing/client";
import {
  FAULT_NAMES,
  FAULTS,
  type Fault,
  type FaultyService,
  startFaultyService,
} from "@/sdk/testing/faulty-service";
import { hangLimit, propertyRuns } from "@/server/testing/long";
import { seeded } from "@/server/testing/mutate";

/** Another host, which must never be told a key. */
const stranger = createServer((request, response) => {
  told.push(request.headers);
  response.writeHead(201, { "content-type": "application/json" }).end('{"requestId":"of a stranger"}');
});
const told: unknown[] = [];
let service: FaultyService;

beforeAll(async () => {
  stranger.listen(0, "127.0.0.1");
  await once(stranger, "listening");
  service = await startFaultyService(
    `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/v2/request`,
  );
});
afterEach(() => {
  service.fault(() => "none");
  service.attempts.length = 0;
});
afterAll(async () => {
  stranger.close();
  await service.close();
});

/** The first attempts of a test fail like this, all others do not. */
const first = (...faults: Fault[]) => service.fault((nth) => faults[nth] ?? "none");
const always = (fault: Fault) => service.fault(() => fault);
const keys = () => service.attempts.map(({ headers }) => headers["idempotency-key"]);
const failed = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("it did not fail"),
    (error: unknown) => error,
  ) as Promise<QuittanceError>;

describe("a call that creates", () => {
  test.each(FAULT_NAMES.filter((fault) => fault !== "none"))(
    "creates once after %s, and has its answer",
    async (fault) => {
      first(fault);
      const { requests } = aClient(service.url, { timeoutMs: fault === "silent" ? 100 : 10_000 });
      const reference = `order after ${fault}`;
      expect(await requests.create(aRequest(reference))).toMatchObject({ reference });
      expect(service.creationsOf(reference)).toBe(1);
      expect(new Set(keys()).size).toBe(1);
      expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
    },
  );

  test("has another key each time, and that of the caller where there is one", async () => {
    const { requests } = aClient(service.url);
    await requests.create(aRequest("a"));
    await requests.create(aRequest("a"));
    await requests.create(aRequest("a"), { idempotencyKey: "order-4711" });
    await requests.create(aRequest("a"), { idempotencyKey: "order-4711" });
    expect(new Set(keys()).size).toBe(3);
    expect(service.creationsOf("a")).toBe(3);
  });

  test("names its key when nobody answers, so that it can be made again", async () => {
    always("lostAfter");
    const error = await failed(aClient(service.url).requests.create(aRequest("lost")));
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error).toMatchObject({ code: "connection_lost", status: null, idempotencyKey: keys()[0] });
    always("none");
    const again = { idempotencyKey: error.idempotencyKey ?? "" };
    await aClient(service.url).requests.create(aRequest("lost"), again);
    expect(service.creationsOf("lost")).toBe(1);
  });

  const RUNS = propertyRuns(500);
  test(
    "creates exactly once whatever goes wrong, in random cases",
    async () => {
      const random = seeded(29);
      const drawn = () => FAULT_NAMES[Math.floor(random() * FAULT_NAMES.length)] ?? "none";
      // Rarely silent, because each such attempt takes the whole limit, and the limit is long: on a busy machine a
      // shorter one would end attempts of every kind.
      service.fault(() => {
        const fault = drawn();
        return fault === "silent" && random() > 0.1 ? drawn() : fault;
      });
      const { requests } = aClient(service.url, { maxRetries: 200, timeoutMs: 2_000 });
      const references = Array.from({ length: RUNS }, (_, run) => `run ${run}`);
      const waiting = references.values();
      const worker = async () => {
        for (const reference of waiting) {
          const answer = await requests.create(aRequest(reference));
          expect(answer).toMatchObject({ reference });
        }
      };
      // Until all have ended, also where one fails: the next test counts the attempts of its own.
      const ended = await Promise.allSettled(Array.from({ length: 25 }, worker));
      expect(ended.filter(({ status }) => status === "rejected")).toEqual([]);
      expect(references.filter((reference) => service.creationsOf(reference) !== 1)).toEqual([]);
      // Each fault met some of them.
      const met = new Set(service.attempts.map(({ fault }) => fault));
      expect([...met].sort()).toEqual(Object.keys(FAULTS).sort());
      expect(told).toEqual([]);
    },
    hangLimit(120_000),
  );
});

describe("an operation that takes no key", () => {
  const send = (settings = {}) =>
    aClient(service.url, settings).call("post", "/v2/secure-payments/{token}/intent", {
      params: { token: "t" },
      body: { txHash: "0x1" } as never,
      idempotencyKey: "kept back",
    });

  test.each([
    "lostBefore",
    "lostAfter",
    "cutShort",
    "failedBefore",
    "failedAfter",
    "unavailable",
    "brokenJson",
    "redirect",
  ] as const)("is sent once where it may have been done: %s", async (fault) => {
    always(fault);
    const error = await failed(send());
    expect(error).toBeInstanceOf(QuittanceError);
    expect(service.attempts).toHaveLength(1);
    expect({ ours: error.idempotencyKey, sent: keys() }).toEqual({ ours: null, sent: [undefined] });
  });

  test("is sent again where it was refused before it was done", async () => {
    first("tooMany", "tooMany");
    await send();
    expect(service.attempts).toHaveLength(3);
  });
});

describe("pauses", () => {
  test("double, and are as long as the service asks", async () => {
    first("failedBefore", "lostBefore", "unavailable", "tooMany");
    const { requests, pauses } = aClient(service.url);
    await requests.create(aRequest("patient"));
    expect(pauses).toEqual([250, 500, 1_000, 0]);
  });

  test("are no longer than the caller allows", async () => {
    always("unavailable");
    const { requests, pauses } = aClient(service.url, { maxPauseMs: 999 });
    expect(await failed(requests.create(aRequest("hurried")))).toBeInstanceOf(ServiceError);
    expect(pauses).toEqual([]);
  });

  test("end with the attempts", async () => {
    always("failedBefore");
    const { requests, pauses } = aClient(service.url, { maxRetries: 2 });
    expect(await failed(requests.create(aRequest("given up")))).toMatchObject({
      status: 500,
      code: "internal",
    });
    expect({ pauses: pauses.length, attempts: service.attempts.length }).toEqual({ pauses: 2, attempts: 3 });
  });
});

describe("a caller who gives up", () => {
  test("ends a call that waits for its answer, with the reason", async () => {
    always("silent");
    const controller = new AbortController();
    const call = aClient(service.url).requests.create(aRequest("x"), { signal: controller.signal });
    await expect.poll(() => service.attempts.length).toBe(1);
    controller.abort(new Error("closed the page"));
    await expect(call).rejects.toThrow("closed the page");
    expect(service.attempts).toHaveLength(1);
  });

  test("ends a call that pauses", async () => {
    always("unavailable");
    const controller = new AbortController();
    const { requests } = aClient(service.url, { environment: ownEnvironment() });
    const call = requests.create(aRequest("x"), { signal: controller.signal });
    await expect.poll(() => service.attempts.length).toBe(1);
    controller.abort(new Error("closed the page"));
    await expect(call).rejects.toThrow("closed the page");
  });

  test("before the call sends nothing", async () => {
    const call = aClient(service.url).requests.create(aRequest("x"), {
      signal: AbortSignal.abort(new Error("no")),
    });
    await expect(call).rejects.toThrow("no");
    expect(service.attempts).toEqual([]);
  });
});

describe("what is sent", () => {
  test("a redirect is not followed: nobody else is told the key or answers", async () => {
    always("redirect");
    const error = await failed(aClient(service.url).requests.get("a"));
    expect(error).toMatchObject({ code: "unreadable_answer" });
    expect(told).toEqual([]);
  });

  test.each([
    [{ apiKey: "sk_1" }, { "x-api-key": "sk_1" }],
    [{ clientId: "cli_1" }, { "x-client-id": "cli_1" }],
    [{ session: "s1" }, { authorization: "Bearer s1" }],
    [
      { orchestratorKey: "orc_1", clientId: "cli_1" },
      { "x-orchestrator-key": "orc_1", "x-client-id": "cli_1" },
    ],
    [{}, {}],
  ])("%o", async (credentials, expected) => {
    await aClient(service.url, { credentials }).requests.get("a");
    const NAMES = ["x-api-key", "x-client-id", "authorization", "x-orchestrator-key"];
    const sent = Object.entries(service.attempts[0]?.headers ?? {}).filter(([name]) => NAMES.includes(name));
    expect(Object.fromEntries(sent)).toEqual(expected);
  });

  test("parts of the path and the query are text, whatever they hold", async () => {
    const { requests, call } = aClient(`${service.url}/`);
    await requests.get("../v1/api-keys?x=1#y");
    await call("get", "/v2/request", { query: { limit: 5, walletAddress: "a&b=c", offset: undefined } });
    expect(service.attempts.map(({ url }) => url)).toEqual([
      "/v2/request/..%2Fv1%2Fapi-keys%3Fx%3D1%23y",
      "/v2/request?limit=5&walletAddress=a%26b%3Dc",
    ]);
  });

  test.each(["", ".", ".."])(
    "the part %o of a path, which would make it another one, is refused",
    async (part) => {
      await expect(aClient(service.url).requests.get(part)).rejects.toThrow(TypeError);
      expect(service.attempts).toEqual([]);
    },
  );
});

describe("errors", () => {
  /** A service that answers this once. */
  async function answering(
    status: number,
    headers: Record<string, string>,
    body: string,
  ): Promise<QuittanceError> {
    const fetch = async () => new Response(body, { status, headers });
    const { requests } = aClient("http://127.0.0.1:9", {
      maxRetries: 0,
      environment: { ...ownEnvironment(), fetch },
    });
    return failed(requests.create(aRequest("x")));
  }
  const JSON_TYPE = { "content-type": "application/json", "x-request-id": "id-1" };

  test.each([
    [400, InvalidInputError],
    [401, AuthenticationError],
    [403, PermissionError],
    [404, NotFoundError],
    [405, InvalidInputError],
    [409, ConflictError],
    [413, InvalidInputError],
    [415, InvalidInputError],
    [423, ConflictError],
    [429, RateLimitError],
    [500, ServiceError],
    [502, ServiceError],
    [503, ServiceError],
  ])("%i is an error of its meaning, with code and request ID", async (status, Meaning) => {
    const body = JSON.stringify({ statusCode: status, message: "In words", error: "Reason" });
    const error = await answering(status, { ...JSON_TYPE, "x-error-code": "some_code" }, body);
    expect(error).toBeInstanceOf(Meaning);
    expect(error).toBeInstanceOf(QuittanceError);
    expect(error.name).toBe(Meaning.name);
    expect(error).toMatchObject({ status, code: "some_code", requestId: "id-1", message: "In words" });
  });

  test("name the fields, in each form that the API has", async () => {
    const bySchema = {
      statusCode: 400,
      message: [{ code: "x", message: "Required", path: ["recipients", 0, "amount"] }],
    };
    const byRule = {
      statusCode: 400,
      message: "In words",
      errors: [{ field: "payee", message: "is no address" }],
    };
    const onlyFields = { message: "Validation failed", errors: [{ field: "url", message: "must be https" }] };
    const texts = await Promise.all(
      [bySchema, byRule, onlyFields].map(async (body) => {
        const { fields, message } = await answering(400, JSON_TYPE, JSON.stringify(body));
        return { fields, message };
      }),
    );
    expect(texts).toEqual([
      {
        fields: [{ field: "recipients.0.amount", message: "Required" }],
        message: "recipients.0.amount: Required",
      },
      { fields: [{ field: "payee", message: "is no address" }], message: "In words" },
      { fields: [{ field: "url", message: "must be https" }], message: "Validation failed" },
    ]);
  });

  test("of a proxy have no code and say their status", async () => {
    const error = await answering(502, { "content-type": "text/html" }, "<h1>Bad gateway</h1>");
    expect(error).toMatchObject({
      status: 502,
      code: "unknown",
      message: "The service answered 502",
      fields: [],
    });
  });

  test("hold no credential", async () => {
    const error = await answering(401, JSON_TYPE, "{}");
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain("sk_test");
  });
});
