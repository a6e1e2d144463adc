import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as schema from "@/db/schema";
import { loadApiKey, loadClientId, loadOrchestrator, loadSession } from "@/server/auth/queries";
import type { Reader } from "@/server/context";
import { hashSecret } from "@/server/lib/ids";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator, aSession } from "@/server/testing/credentials";

interface PlanNode {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
}

let api: TestApi;
let asked: { text: string; params: unknown[] }[];
let db: Reader;
let client: postgres.Sql;

beforeAll(async () => {
  api = await startTestApi();
  client = postgres(api.app.config.databaseUrl, { max: 1 });
  const logQuery = (text: string, params: unknown[]) => void asked.push({ text, params });
  db = drizzle(client, { schema, casing: "snake_case", logger: { logQuery } });
});
afterAll(async () => {
  await client.end();
  await api.close();
});

/** How PostgreSQL runs the one statement of a lookup, with tables as small as these left out of the choice. */
async function planOf(load: () => Promise<unknown>): Promise<PlanNode[]> {
  asked = [];
  expect(await load()).not.toBeNull();
  expect(asked).toHaveLength(1);
  const [query] = asked;
  if (!query) throw new Error("nothing was asked");
  const [row] = await api.app.database.sql.begin(async (sql) => {
    await sql`set local enable_seqscan = off`;
    await sql`set local enable_bitmapscan = off`;
    const params = query.params as (string | Buffer)[];
    return sql.unsafe(`explain (format json) ${query.text}`, params);
  });
  return nodesOf(row?.["QUERY PLAN"][0].Plan);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

test.each([
  [
    "an API key",
    "api_keys_hash",
    async () => {
      const { apiKey } = await aTenant(api);
      return () => loadApiKey(db, hashSecret(apiKey), api.app.now());
    },
  ],
  [
    "a client ID",
    "client_ids_client_id",
    async () => {
      const { client: bound } = await anOrchestrator(api);
      return () => loadClientId(db, bound.clientId);
    },
  ],
  [
    "an orchestrator key",
    "orchestrator_keys_hash",
    async () => {
      const { key } = await anOrchestrator(api);
      return () => loadOrchestrator(db, hashSecret(key), api.app.now());
    },
  ],
  [
    "a session",
    "sessions_pkey",
    async () => {
      const { token } = await aSession(api);
      return () => loadSession(db, hashSecret(token));
    },
  ],
])("%s costs one statement, which enters by its unique index", async (_name, index, prepare) => {
  const plan = await planOf(await prepare());
  const scans = plan.filter((node) => node["Relation Name"]);
  expect(scans.map((node) => node["Index Name"])).toContain(index);
  expect(scans.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
});
