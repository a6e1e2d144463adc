import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROLES, type Role } from "@/db/roles";
import { systemCaller } from "@/server/auth/callers";
import { OPERATIONS, type OperationId } from "@/server/auth/operations/operations";
import { inTransaction } from "@/server/context";
import { createOrchestrator } from "@/server/platforms/orchestrators/create";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession } from "@/server/testing/credentials";
import { EVERY_OPERATION, type ServedOperation } from "@/server/testing/every-operation";
import { sendTo } from "@/server/testing/it-requires";

/** Operations that end sessions of the account: each call of them has one of its own. */
const ENDS_SESSIONS: readonly OperationId[] = ["logout", "endOtherSessions", "leaveAccount"];

let api: TestApi;
let platformId: string;
let orchestratorId: string;
let signedIn: Map<Role, Record<string, string>>;

beforeAll(async () => {
  api = await startTestApi();
  ({ platformId } = await aSession(api));
  const made = await inTransaction(api.app.context(systemCaller(platformId)), (tx) =>
    createOrchestrator(tx, {
      ownerPlatformId: platformId,
      name: "Partner",
      contactEmail: "partner@partner.example",
      linksDirectly: true,
    }),
  );
  orchestratorId = made.orchestrator.id;
  signedIn = await everyRole();
}, 60_000);
afterAll(() => api.close());

async function everyRole(): Promise<typeof signedIn> {
  return new Map(await Promise.all(ROLES.map(async (role) => [role, await aSessionOf(role)] as const)));
}

async function aSessionOf(role: Role): Promise<Record<string, string>> {
  return (await aMember(api, platformId, role)).bearer;
}

type Outcome = "let in" | "401" | "role_missing";

/** What the table and the route's own list of credentials say. */
function expected({ id, def }: ServedOperation, role: Role): Outcome {
  const { key, roles } = OPERATIONS[id];
  if (key === "open") return "let in";
  // An orchestrator's operation that takes sessions does so beside `x-orchestrator-id` alone.
  if (!def.auth.includes("session")) return def.isAlsoPublic ? "let in" : "401";
  return (roles as readonly Role[]).includes(role) ? "let in" : "role_missing";
}

async function outcome(answer: Response, id: OperationId, role: Role): Promise<Outcome> {
  if (answer.status === 401) return "401";
  if (answer.headers.get("x-error-code") !== "role_missing") return "let in";
  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({
    statusCode: 403,
    message: `Your role in this account, ${role}, cannot do this`,
    error: "Forbidden",
    role,
    roles: OPERATIONS[id].roles,
  });
  return "role_missing";
}

describe("every operation, for a member in each role", () => {
  test.each(EVERY_OPERATION)("$id", async (operation) => {
    const { id, endpoint } = operation;
    for (const role of ROLES) {
      const endsSessions = ENDS_SESSIONS.includes(id);
      const headers = endsSessions ? await aSessionOf(role) : (signedIn.get(role) ?? {});
      const got = await outcome(await sendTo(endpoint, headers), id, role);
      expect({ role, got }).toEqual({ role, got: expected(operation, role) });
    }
    if (ENDS_SESSIONS.includes(id)) signedIn = await everyRole();
  });

  test.each(EVERY_OPERATION.filter(({ def }) => def.orchestratorOfSession))(
    "$id, for an orchestrator of the account",
    async ({ id, endpoint }) => {
      for (const role of ROLES) {
        const headers = { ...signedIn.get(role), "x-orchestrator-id": orchestratorId };
        const got = await outcome(await sendTo(endpoint, headers), id, role);
        const has = (OPERATIONS[id].roles as readonly Role[]).includes(role);
        expect({ role, got }).toEqual({ role, got: has ? "let in" : "role_missing" });
      }
    },
  );
});
