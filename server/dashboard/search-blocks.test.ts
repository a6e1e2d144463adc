import { count, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requests, searchBlocks, securePayments } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { Ctx } from "@/server/context";
import { addBlocks } from "@/server/dashboard/search-blocks";
import { matchText } from "@/server/dashboard/text-search";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { numberedId, storeManyPaid } from "@/server/testing/data/many";
import { aRequest } from "@/server/testing/data/stored";
import { propertyRuns } from "@/server/testing/long";

const COUNT = 5_432;
const START = new Date("2024-01-01T00:00:00Z");

let api: TestApi;
let platformId: string;
let ctx: Ctx;

beforeAll(async () => {
  api = await startTestApi();
  ({ platformId } = await aTenant(api));
  ctx = api.app.context(systemCaller(platformId));
  await storeManyPaid(api.app.database.sql, { platformId, first: 0, count: COUNT, start: START });
  // A link for each, whose payer is known by name.
  await api.app.database.sql`insert into secure_payments
    (id, token, platform_id, payment_type, flow, status, access_policy, payer_identifier, created_at, expires_at)
    select id, id, platform_id, 'single', 'incoming', 'completed', '{}', 'Payer ' || right(id, 4), created_at, created_at
    from requests`;
  await api.app.database
    .sql`insert into secure_payment_requests (secure_payment_id, request_id, position, amount)
    select id, id, 0, amount from requests`;
  await api.app.database
    .sql`update requests set reference = 'ÄRGER_' || right(id, 3) || '%' where id like '%7'`;
});
afterAll(() => api?.close());

const blocks = () =>
  api.app.database.db
    .select({ of: searchBlocks.of, blocks: count() })
    .from(searchBlocks)
    .where(eq(searchBlocks.platformId, platformId))
    .groupBy(searchBlocks.of)
    .orderBy(searchBlocks.of);

/** All texts of the account, each with the row it leads to. */
async function allTexts(): Promise<{ id: string; text: string }[]> {
  const { db } = api.app.database;
  const [asked, links] = await Promise.all([
    db
      .select({ id: requests.id, text: requests.reference })
      .from(requests)
      .where(eq(requests.platformId, platformId)),
    db
      .select({ id: securePayments.id, text: securePayments.payerIdentifier })
      .from(securePayments)
      .where(eq(securePayments.platformId, platformId)),
  ]);
  return [...asked, ...links].flatMap(({ id, text }) =>
    text === null ? [] : { id, text: text.toLowerCase() },
  );
}

describe("a search for a part", () => {
  test("finds what looking at all finds, in blocks and after them", async () => {
    const texts = await allTexts();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("order-", "ORDER-", "payer ", "", "_", "%", "er_", "r-5", "1\n"),
        fc.nat(COUNT),
        fc.nat(2),
        async (before, n, cut) => {
          const text = before + String(n).padStart(3, "0").slice(cut);
          const { ids } = await matchText(ctx, text);
          const found = texts.filter((one) => one.text.includes(text.toLowerCase()));
          const all = [...new Set(found.map((one) => one.id))].sort();
          expect(ids === null ? all.length > 1_000 : [...ids].sort()).toEqual(ids === null ? true : all);
        },
      ),
      {
        numRuns: propertyRuns(60),
        examples: [
          ["order-", 5_431, 0],
          ["order-", 1_000, 0],
          ["order-", 999, 0],
          ["%", 17, 0],
        ],
      },
    );
    expect(await blocks()).toEqual([
      { of: "payer_identifier", blocks: 5 },
      { of: "reference", blocks: 5 },
    ]);
  });

  test("finds what has just been created, which no block holds", async () => {
    const row = await aRequest(api.app, { platformId }, { reference: "Fresh 4711" });
    expect((await matchText(ctx, "h 471")).ids).toEqual([row.id]);
  });

  test("leaves the blocks of others alone, and others theirs", async () => {
    const stranger = await aTenant(api);
    const strange = api.app.context(systemCaller(stranger.platformId));
    expect((await matchText(strange, "order-5431")).ids).toEqual([]);
    expect((await matchText(ctx, "order-5431")).ids).toEqual([numberedId(START, 5_431)]);
  });

  test("makes each block once, whoever asks at the same time, and none of rows that are young", async () => {
    const { platformId: busy } = await aTenant(api);
    const own = api.app.context(systemCaller(busy));
    await storeManyPaid(api.app.database.sql, {
      platformId: busy,
      first: 10_000,
      count: 2_500,
      start: new Date(START.getTime() + 1),
    });
    await Promise.all(Array.from({ length: 4 }, () => addBlocks(own, "reference")));
    const made = await api.app.database.db
      .select()
      .from(searchBlocks)
      .where(eq(searchBlocks.platformId, busy));
    expect(made.map(({ afterId, texts }) => [afterId === "", texts.split("\n").length])).toEqual([
      [true, 1_000],
      [false, 1_000],
    ]);

    const { platformId: young } = await aTenant(api);
    await storeManyPaid(api.app.database.sql, {
      platformId: young,
      first: 20_000,
      count: 2_500,
      start: new Date(Date.now() - 60_000),
    });
    await addBlocks(api.app.context(systemCaller(young)), "reference");
    expect(await api.app.database.db.$count(searchBlocks, eq(searchBlocks.platformId, young))).toBe(0);
  });
});
