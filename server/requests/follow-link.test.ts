import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requests } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { followLink } from "@/server/requests/follow-link";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest } from "@/server/testing/data/stored";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test("notes the end of a link on its requests alone, also among more than a statement takes parameters", async () => {
  const owner = await aTenant(api);
  const [one, two, other] = [
    await aRequest(api.app, owner),
    await aRequest(api.app, owner),
    await aRequest(api.app, owner),
  ];
  const strangers = Array.from({ length: 70_000 }, (_, n) => `S${n}`);
  await inTransaction(api.app.context(systemCaller("")), (tx) =>
    followLink(tx, [one.id, ...strangers, two.id], { linkEnd: "expired" }),
  );
  const ended = await api.app.database.db
    .select({ id: requests.id })
    .from(requests)
    .where(inArray(requests.linkEnd, ["expired"]));
  expect(ended.map((row) => row.id).sort()).toEqual([one.id, two.id].sort());
  expect(other.linkEnd).toBeNull();
});
