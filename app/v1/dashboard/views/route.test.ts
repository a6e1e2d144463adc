import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { send } from "@/server/testing/send";
import { DELETE } from "./[id]/route";
import { GET, POST } from "./route";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
});
afterAll(() => api?.close());

const list = async (as: TestSession) => (await send(GET, "/v1/dashboard/views", { headers: as.cookie })).body;
const save = (as: TestSession, body: unknown) =>
  send(POST, "/v1/dashboard/views", { method: "POST", headers: as.bearer, body });
const remove = (as: TestSession, id: string) =>
  send(DELETE, `/v1/dashboard/views/${id}`, { method: "DELETE", headers: as.bearer, params: { id } });

test("a view is saved, replaced under its name, and removed, by its own account only", async () => {
  const [own, stranger] = [await aSession(api), await aSession(api)];
  const view = { list: "incoming", name: "Unpaid on Base", query: "status=pending%2Cpartial&network=base" };
  const saved = await save(own, view);
  expect(saved).toMatchObject({ status: 201, body: view });
  await save(own, { ...view, list: "outgoing" });
  expect((await save(own, { ...view, query: "status=partial" })).body.id).toBe(saved.body.id);
  expect((await list(own)).map(({ list: of, query }: typeof view) => [of, query]).sort()).toEqual([
    ["incoming", "status=partial"],
    ["outgoing", view.query],
  ]);
  expect(await list(stranger)).toEqual([]);
  expect((await remove(stranger, saved.body.id)).status).toBe(404);
  expect((await remove(own, saved.body.id)).status).toBe(200);
  expect((await remove(own, saved.body.id)).status).toBe(404);
  expect(await list(own)).toHaveLength(1);
});

test("400 for what is no view, and for more than an account has", async () => {
  const own = await aSession(api);
  for (const wrong of [
    { list: "incoming", name: "", query: "" },
    { list: "links", name: "x", query: "" },
    { list: "incoming", name: "x", query: "javascript:alert(1)" },
    { list: "incoming", name: "x", query: "a".repeat(1_001) },
  ]) {
    expect((await save(own, wrong)).status).toBe(400);
  }
  // All at once: the limit holds for them too.
  const answers = await Promise.all(
    Array.from({ length: 53 }, (_, n) => save(own, { list: "schedules", name: `view ${n}`, query: "" })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(await list(own)).toHaveLength(50);
});
