import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEY_SCOPES, type KeyScope } from "@/db/key-scopes";
import { apiKeys, orchestratorKeys } from "@/db/schema";
import type { AuthMode } from "@/server/auth/auth-rule";
import { OPERATIONS, type OperationId } from "@/server/auth/operations/operations";
import { newId } from "@/server/lib/ids";
import { API_KEY_SCOPES, ORCHESTRATOR_KEY_SCOPES } from "@/server/platforms/key-bounds/schema";
import { newSecretKey } from "@/server/platforms/new-secret-key";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aBoundClient, anOrchestrator, type TestOrchestrator } from "@/server/testing/credentials";
import { EVERY_OPERATION, type ServedOperation } from "@/server/testing/every-operation";
import { sendTo } from "@/server/testing/it-requires";

/** Who calls: in which mode, and with which scopes; null for every right, undefined for what is no key. */
interface Caller {
  title: string;
  mode: AuthMode | null;
  scopes?: readonly KeyScope[] | null;
  headers: Record<string, string>;
}

/** Operations after which a key is no more: each call of them takes the keys of all callers. */
const ENDS_KEYS: readonly OperationId[] = ["deleteOwnApiKey"];

let api: TestApi;
let callers: Caller[];

beforeAll(async () => {
  api = await startTestApi();
  callers = await everyCaller();
}, 60_000);
afterAll(() => api.close());

async function everyCaller(): Promise<Caller[]> {
  const tenant = await aTenant(api);
  const orchestrator = await anOrchestrator(api);
  const sets: (readonly KeyScope[] | null)[] = [...KEY_SCOPES.map((scope) => [scope]), KEY_SCOPES, null];
  const ofKeys = await Promise.all(
    sets.map(async (scopes): Promise<Caller[]> => {
      const title = scopes === null ? "every right" : scopes.join("+");
      const key = await anApiKey(tenant.platformId, scopes);
      const partner = await anOrchestratorKey(orchestrator, scopes);
      const pair = { ...orchestrator.client.headers, "x-orchestrator-key": partner };
      return [
        { title: `API key: ${title}`, mode: "apiKey", scopes, headers: { "x-api-key": key } },
        {
          title: `orchestrator key: ${title}`,
          mode: "orchestratorKey",
          scopes,
          headers: { "x-orchestrator-key": partner },
        },
        { title: `pair: ${title}`, mode: "orchestrator", scopes, headers: pair },
      ];
    }),
  );
  return [
    ...ofKeys.flat(),
    { title: "client ID", mode: "clientId", headers: (await aBoundClient(api)).headers },
    { title: "stranger", mode: null, headers: {} },
  ];
}

async function anApiKey(platformId: string, scopes: readonly KeyScope[] | null): Promise<string> {
  const createdAt = api.app.now();
  const { value, ...stored } = newSecretKey("sk_");
  const row = { id: newId(createdAt), platformId, label: "test", createdAt, ...stored };
  await api.app.database.db.insert(apiKeys).values({ ...row, scopes: scopes && [...scopes] });
  return value;
}

async function anOrchestratorKey(
  { id }: TestOrchestrator,
  scopes: readonly KeyScope[] | null,
): Promise<string> {
  const createdAt = api.app.now();
  const { value, ...stored } = newSecretKey("orc_");
  const row = { id: newId(createdAt), orchestratorId: id, label: "test", createdAt, ...stored };
  await api.app.database.db.insert(orchestratorKeys).values({ ...row, scopes: scopes && [...scopes] });
  return value;
}

type Outcome = "let in" | "401" | `needs ${string}`;

/** What the table and the route's own list of credentials say. */
function expected({ id, def }: ServedOperation, { mode, scopes }: Caller): Outcome {
  const { key } = OPERATIONS[id];
  if (key === "open") return "let in";
  if (mode === null) return def.isAlsoPublic ? "let in" : "401";
  // Where an orchestrator's key is taken alone, the client ID beside it does not matter.
  const isTaken =
    def.auth.includes(mode) || (mode === "orchestrator" && def.auth.includes("orchestratorKey"));
  if (!isTaken) return "401";
  if (scopes === undefined || scopes === null || key === "any") return "let in";
  if (key === "all" || key === "never") return "needs all";
  return scopes.includes(key) ? "let in" : `needs ${key}`;
}

async function outcome({ endpoint }: ServedOperation, { headers }: Caller): Promise<Outcome> {
  const answer = await sendTo(endpoint, headers);
  if (answer.status === 401) return "401";
  if (answer.headers.get("x-error-code") !== "scope_missing") return "let in";
  const body: unknown = await answer.json();
  expect(answer.status).toBe(403);
  const scope = (body as { scope: string }).scope;
  const words = scope === "all" ? expect.any(String) : expect.stringContaining(` ${scope}`);
  expect(body).toEqual({ statusCode: 403, message: words, error: "Forbidden", scope });
  return `needs ${scope}`;
}

describe("every operation, for a key of each scope, of all scopes and of every right, a client ID and a stranger", () => {
  test.each(EVERY_OPERATION)("$id", async (operation) => {
    const got: Record<string, Outcome> = {};
    const wanted: Record<string, Outcome> = {};
    for (const caller of callers) {
      got[caller.title] = await outcome(operation, caller);
      wanted[caller.title] = expected(operation, caller);
    }
    expect(got).toEqual(wanted);
    if (ENDS_KEYS.includes(operation.id)) callers = await everyCaller();
  });
});

describe("the table of operations", () => {
  const takes = ({ def }: ServedOperation, ...modes: AuthMode[]) =>
    modes.some((mode) => def.auth.includes(mode));
  const named = (list: readonly ServedOperation[]) => list.map(({ id }) => id).sort();

  test("has a row for every operation that is served, and no other", () => {
    expect(named(EVERY_OPERATION)).toEqual(Object.keys(OPERATIONS).sort());
  });

  test("says `never` where no kind of key is taken, and `open` where nobody is asked", () => {
    const withoutKeys = EVERY_OPERATION.filter(
      (one) => !takes(one, "apiKey", "orchestrator", "orchestratorKey"),
    );
    const open = withoutKeys.filter(({ def }) => def.auth.length === 0);
    expect(named(EVERY_OPERATION.filter(({ id }) => OPERATIONS[id].key === "open"))).toEqual(named(open));
    expect(named(EVERY_OPERATION.filter(({ id }) => OPERATIONS[id].key === "never"))).toEqual(
      named(withoutKeys.filter((one) => !open.includes(one))),
    );
  });

  test("names roles where a session or an account's key is taken, and none where only others come", () => {
    const byPeople = EVERY_OPERATION.filter(
      (one) => takes(one, "session", "apiKey") || one.def.orchestratorOfSession,
    );
    expect(named(EVERY_OPERATION.filter(({ id }) => OPERATIONS[id].roles.length > 0))).toEqual(
      named(byPeople),
    );
  });

  test("asks the scopes that keys can have, of each kind of key", () => {
    const asked = (...modes: AuthMode[]) =>
      KEY_SCOPES.filter((scope) =>
        EVERY_OPERATION.some((one) => takes(one, ...modes) && OPERATIONS[one.id].key === scope),
      );
    expect(asked("apiKey")).toEqual(API_KEY_SCOPES);
    expect(asked("orchestrator", "orchestratorKey")).toEqual(ORCHESTRATOR_KEY_SCOPES);
  });

  test("lets a key with `read` alone change nothing", () => {
    const reading = EVERY_OPERATION.filter(({ id }) => OPERATIONS[id].key === "read");
    expect(reading.filter(({ endpoint }) => !endpoint.at.startsWith("GET "))).toEqual([]);
  });
});
