import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeRole, listMembers, removeMember } from "@/server/auth/members/members";
import { roleHas } from "@/server/auth/operations/role-has";
import type { App } from "@/server/boot";
import type { Caller } from "@/server/context";
import { authEnvironmentOf } from "@/server/http/admit";
import { anotherProcess, startTestApi, type TestApi } from "@/server/testing/api";
import {
  aMember,
  anOrchestrator,
  type TestOrchestrator,
  type TestSession,
} from "@/server/testing/credentials";
import { EVERY_OPERATION, type ServedOperation } from "@/server/testing/every-operation";

/*
 * Files are made page by page while they are read. Before each page it is asked whether the caller would still be let in: a
 * member who is removed in another process, or whose new role does not have the export, gets no page more.
 */

let api: TestApi;
let other: App;
let partner: TestOrchestrator;
let owner: TestSession;

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
  other = anotherProcess(api, {});
  // With a platform that is linked: fees are exported platform by platform.
  partner = await anOrchestrator(api);
  owner = await aMember(api, partner.platformId, "owner");
});
afterAll(async () => {
  await other.close();
  await api.close();
});

const EXPORTS = EVERY_OPERATION.filter(({ id }) => id.startsWith("export"));
const QUERIES: Record<string, string> = {
  exportBooks: "?format=journal_csv&month=2026-09",
  exportDashboardRequests: "?flow=incoming",
};

/** A file that somebody has begun to read. */
async function begin({ id, def, endpoint }: ServedOperation, who: TestSession) {
  const headers = {
    ...who.bearer,
    ...(def.orchestratorOfSession ? { "x-orchestrator-id": partner.id } : {}),
  };
  const url = `http://127.0.0.1${endpoint.at.split(" ")[1]}${QUERIES[id] ?? ""}`;
  const { status, body } = await endpoint.handler.answer(new Request(url, { headers }), {});
  expect(status).toBe(200);
  if (body === null || typeof body === "string" || body instanceof Uint8Array) {
    throw new Error(`the body of ${id} is not streamed`);
  }
  const chunks: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
  expect((await chunks.next()).done).toBe(false);
  return chunks;
}

/** Who calls with this session now; null once it is none. */
async function callerOf({ token }: TestSession): Promise<Caller | null> {
  const found = await authEnvironmentOf(api.app).credentials.session(token);
  return found && { ...found.caller, origin: null, ip: null };
}

/** What somebody does in another process. */
async function elsewhere(who: TestSession) {
  const caller = await callerOf(who);
  if (!caller) throw new Error("there is no such session");
  return other.context(caller);
}

async function membershipOf(who: TestSession): Promise<string> {
  const members = await listMembers(await elsewhere(who));
  return members.find(({ isYou }) => isYou)?.id ?? "";
}

describe("a file that is being read", () => {
  test("is made by as many operations as there are exports", () => {
    expect(EXPORTS.map(({ id }) => id).toSorted()).toEqual([
      "exportAuditChain",
      "exportAuditLog",
      "exportBooks",
      "exportDashboardPayments",
      "exportDashboardRequests",
      "exportDashboardSchedules",
      "exportOrchestratorFees",
    ]);
  });

  test.each(EXPORTS)(
    "by a member who is removed in another process breaks off within a second: $id",
    async (made) => {
      const member = await aMember(api, partner.platformId, "finance");
      const chunks = await begin(made, member);
      await removeMember(await elsewhere(owner), await membershipOf(member));
      const at = performance.now();
      await expect.poll(() => callerOf(member)).toBeNull();
      await expect(chunks.next()).rejects.toMatchObject({ code: "unauthorized" });
      expect(performance.now() - at).toBeLessThan(1_000);
    },
  );

  test.each(EXPORTS)("by a member who is lowered meanwhile goes on as the table says: $id", async (made) => {
    const member = await aMember(api, partner.platformId, "admin");
    const chunks = await begin(made, member);
    await changeRole(await elsewhere(owner), await membershipOf(member), { role: "viewer" });
    await expect.poll(async () => (await callerOf(member))?.role).toBe("viewer");
    if (roleHas("viewer", made.id)) await expect(chunks.next()).resolves.toBeDefined();
    else await expect(chunks.next()).rejects.toMatchObject({ code: "role_missing" });
  });
});
