import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startWebhookWorld, type WebhookWorld } from "@/server/testing/webhooks/webhooks";
import { deleteEndpoint, rotateSecret, setActive } from "@/server/webhooks/endpoints/store";

let world: WebhookWorld;
beforeEach(async () => {
  world = await startWebhookWorld();
});
afterEach(() => world.close());

const url = "https://shop.example/hook";
const refusesUrl = expect.objectContaining({
  status: 400,
  issues: [expect.objectContaining({ path: ["url"] })],
});

describe("creating an endpoint", () => {
  test("shows a secret of 64 hex characters once; nothing in the database holds it (SC-08)", async () => {
    const { id, secret } = await world.endpoint(url);
    const { secret: rotated } = await world.commit((tx) =>
      rotateSecret(tx, { platformId: world.platformId, endpointId: id }),
    );
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    const dump = await wholeDatabase();
    expect(dump).toContain(url);
    for (const value of [secret, rotated]) {
      expect(dump).not.toContain(value);
      expect(dump).not.toContain(Buffer.from(value).toString("hex"));
      expect(dump).not.toContain(Buffer.from(value).toString("base64"));
    }
  });

  test("a URL that exists in the scope or account-wide is refused, in any spelling (SC-07)", async () => {
    await world.endpoint(url);
    for (const again of [url, "https://SHOP.example:443/hook", "https://shop.example/x/../hook"]) {
      await expect(world.endpoint(again)).rejects.toThrowError(refusesUrl);
      await expect(world.endpoint(again, { clientIdId: "cid-1" })).rejects.toThrowError(refusesUrl);
    }
    expect(await world.endpoint(url, { platformId: await world.platform() })).toHaveProperty("id");
  });

  test("one URL may serve two client IDs, and is free again once deleted", async () => {
    const first = await world.endpoint(url, { clientIdId: "cid-1" });
    await world.endpoint(url, { clientIdId: "cid-2" });
    await expect(world.endpoint(url, { clientIdId: "cid-1" })).rejects.toThrowError(refusesUrl);
    await world.commit((tx) => deleteEndpoint(tx, { platformId: world.platformId, endpointId: first.id }));
    expect((await world.endpoint(url, { clientIdId: "cid-1" })).id).not.toBe(first.id);
  });

  test("ten calls with one URL at once make one endpoint", async () => {
    const made = await Promise.allSettled(Array.from({ length: 10 }, () => world.endpoint(url)));
    expect(made.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  });

  test("an address inside our network is refused", async () => {
    await expect(world.endpoint("https://169.254.169.254/latest")).rejects.toThrowError(refusesUrl);
  });
});

describe("404 for an endpoint", () => {
  test("of another platform, whoever knows its ID, and for a deleted one", async () => {
    const { id } = await world.endpoint(url);
    const strangers = { platformId: await world.platform(), endpointId: id };
    const notFound = expect.objectContaining({ status: 404 });
    await expect(world.commit((tx) => rotateSecret(tx, strangers))).rejects.toThrowError(notFound);
    await expect(world.commit((tx) => setActive(tx, strangers, false))).rejects.toThrowError(notFound);
    await expect(world.commit((tx) => deleteEndpoint(tx, strangers))).rejects.toThrowError(notFound);
    const mine = { platformId: world.platformId, endpointId: id };
    await world.commit((tx) => deleteEndpoint(tx, mine));
    await expect(world.commit((tx) => setActive(tx, mine, true))).rejects.toThrowError(notFound);
  });
});

/** Every row of every table as text, as a backup would hold it. */
async function wholeDatabase(): Promise<string> {
  const { db } = world.app.database;
  const tables = await db.execute(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  const rows = await Promise.all(
    tables.map(({ name }) => db.execute(sql.raw(`select t::text as row from ${String(name)} t`))),
  );
  return JSON.stringify(rows);
}
