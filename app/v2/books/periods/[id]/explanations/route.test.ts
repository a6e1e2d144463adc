import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as readOpen } from "@/app/v2/books/open/route";
import { POST as close } from "@/app/v2/books/periods/[id]/close/route";
import { PUT as explain } from "@/app/v2/books/periods/[id]/explanations/route";
import { GET as get } from "@/app/v2/books/periods/[id]/route";
import { GET as getStatement } from "@/app/v2/books/periods/[id]/statement/route";
import { PUT as putSettings } from "@/app/v2/books/settings/route";
import { ledgerPeriods } from "@/db/schema";
import { newId } from "@/server/lib/ids";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { aRequest, aTransfer } from "@/server/testing/data/stored";
import { send } from "@/server/testing/send";

const PERIODS = "/v2/books/periods";

let api: TestApi;
let owner: TestSession;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await aSession(api);
});

async function aPeriod(state: "comparing" | "compared" = "compared"): Promise<string> {
  const id = newId(api.app.now());
  const difference = (name: string) => ({ id: name, network: "base", txHash: null, problem: "missing" });
  await api.app.database.db.insert(ledgerPeriods).values({
    id,
    platformId: owner.platformId,
    startsAt: new Date("2026-09-01T00:00:00Z"),
    endsAt: new Date("2026-10-01T00:00:00Z"),
    timeZone: "UTC",
    state,
    blocks: { base: { next: "8", to: "10" }, sepolia: { next: "11", to: "10" } },
    differences: [difference("first"), difference("second")],
    frozenAt: api.app.now(),
  });
  return id;
}

const write = (id: string, explanations: object[], { bearer }: TestSession = owner) =>
  send(explain, `${PERIODS}/${id}/explanations`, {
    method: "PUT",
    headers: bearer,
    params: { id },
    body: { explanations },
  });
const finish = (id: string, body: object = {}) =>
  send(close, `${PERIODS}/${id}/close`, { method: "POST", headers: owner.bearer, params: { id }, body });

describe("explanations of differences", () => {
  test("are kept one by one, also by two people at once, and are in the statement", async () => {
    const id = await aPeriod();
    const answers = await Promise.all([
      write(id, [{ id: "first", explanation: "sent by hand" }]),
      write(id, [{ id: "second", explanation: "a node was down" }]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await send(get, `${PERIODS}/${id}`, { headers: owner.bearer, params: { id } });
    expect(body.explanations).toEqual([
      { id: "first", explanation: "sent by hand" },
      { id: "second", explanation: "a node was down" },
    ]);
    expect(body.comparison).toEqual([
      { network: "base", blocksLeft: "3" },
      { network: "sepolia", blocksLeft: "0" },
    ]);
    // One that comes with the close goes before what was kept.
    const said = [{ id: "second", explanation: "two nodes were down" }];
    expect((await finish(id, { explanations: said })).status).toBe(200);
    const statement = await send(getStatement, `${PERIODS}/${id}/statement`, {
      headers: owner.bearer,
      params: { id },
    });
    expect(statement.body.message.differences).toEqual([
      { id: "first", explanation: "sent by hand" },
      { id: "second", explanation: "two nodes were down" },
    ]);
    expect((await write(id, said)).status).toBe(409);
  });

  test("400 to close while one is missing or was taken away again", async () => {
    const id = await aPeriod();
    await write(id, [
      { id: "first", explanation: "sent by hand" },
      { id: "second", explanation: "a node was down" },
    ]);
    await write(id, [{ id: "second", explanation: " " }]);
    expect(await finish(id)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("second") },
    });
  });

  test("are refused of another difference, too early, by a viewer and by another account", async () => {
    const said = [{ id: "first", explanation: "sent by hand" }];
    const id = await aPeriod();
    expect((await write(id, [{ id: "third", explanation: "x" }])).status).toBe(400);
    expect((await write(id, said, await aMember(api, owner.platformId, "viewer"))).status).toBe(403);
    expect((await write(id, said, await aSession(api))).status).toBe(404);
    await api.app.database.db
      .update(ledgerPeriods)
      .set({ state: "comparing" })
      .where(eq(ledgerPeriods.id, id));
    expect((await write(id, said)).status).toBe(409);
  });
});

test("what is open before a close is counted: without a price, unmatched, and not final", async () => {
  const query = "from=2026-09-01T00:00:00Z&to=2026-10-01T00:00:00Z";
  const read = async ({ bearer }: TestSession = owner) =>
    (await send(readOpen, `/v2/books/open?${query}`, { headers: bearer })).body;
  const at = { blockTime: new Date("2026-09-10T12:00:00Z") };
  await aTransfer(api.app, await aRequest(api.app, owner), at);
  await aTransfer(api.app, await aRequest(api.app, owner), { ...at, mismatch: "payer_not_approved" });
  await aTransfer(api.app, await aRequest(api.app, owner), { blockTime: new Date("2026-10-10T12:00:00Z") });
  const open = await read();
  expect(open).toMatchObject({ currency: null, unvalued: 0, unmatched: 1, isOver: true });
  // No block of this network was ever final here; the second payment is two entries.
  expect(open.unfinal).toBe(3);
  await send(putSettings, "/v2/books/settings", {
    method: "PUT",
    headers: owner.bearer,
    body: { currency: "EUR" },
  });
  expect(await read()).toMatchObject({ currency: "EUR", unvalued: 3 });
  expect(await read(await aSession(api))).toMatchObject({ unvalued: 0, unmatched: 0, unfinal: 0 });
});
