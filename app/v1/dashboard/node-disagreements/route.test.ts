import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nodeDisagreements } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { providersOrHosts } from "@/server/chains/quorum";
import { inTransaction } from "@/server/context";
import { MOST_PER_HOUR, pruneDisagreements } from "@/server/payments/node-disagreements/record";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { aRequest, aTransfer } from "@/server/testing/data/stored";
import { send } from "@/server/testing/send";
import { keepDisagreementsLoop } from "@/server/worker/tasks/keep-disagreements";
import { GET } from "./route";

let api: TestApi;
let owner: TestSession;
let other: TestSession;
let now = new Date("2026-05-04T10:20:00.000Z");
const PROVIDERS = ["alpha", "beta"];

beforeAll(async () => {
  api = await startTestApi(
    { RPC_URL_SEPOLIA: "http://127.0.0.1:9/v2/secret-key,http://localhost:9/other-secret" },
    { now: () => now },
  );
  owner = await aSession(api);
  other = await aSession(api);
});
beforeEach(() => api.app.database.db.execute(sql`truncate ${nodeDisagreements}`));
afterAll(() => api?.close());

const hash = (number: number): `0x${string}` => `0x${number.toString(16).padStart(64, "0")}`;
const note = (txHash: `0x${string}` | null, blockNumber = 7n) =>
  api.app.disagreements.note(
    {
      ...{ network: "sepolia", problem: "outvoted", txHash, blockNumber, nodes: [2] },
      said: [
        { node: 1, says: "paid 10" },
        { node: 2, says: "[]" },
      ],
    },
    PROVIDERS,
  );
const keep = () => keepDisagreementsLoop(api.app).pass(new AbortController().signal);
/** As the same person, newly signed in: hours pass in these tests. */
const read = async ({ wallet }: TestSession) => {
  const session = await aSession(api, { wallet });
  const { status, body } = await send(GET, "/v1/dashboard/node-disagreements", { headers: session.bearer });
  expect(status).toBe(200);
  return body.disagreements;
};

describe("nodes that disagree", () => {
  test("are named with provider, network, block, what each said and when", async () => {
    note(null);
    await keep();
    expect(await read(owner)).toEqual([
      {
        id: expect.any(String),
        ...{ network: "sepolia", problem: "outvoted", providers: ["beta"], blockNumber: "7", txHash: null },
        said: [
          { provider: "alpha", says: "paid 10" },
          { provider: "beta", says: "[]" },
        ],
        ...{ firstAt: "2026-05-04T10:20:00.000Z", lastAt: "2026-05-04T10:20:00.000Z", times: 1 },
      },
    ]);
  });

  test("are named by their host, never by a URL with its key", () => {
    const settings = api.app.config.networks.sepolia;
    expect(settings && providersOrHosts(settings)).toEqual(["127.0.0.1", "localhost"]);
  });

  test("about the same within an hour are one, with their number and the last block, and another one later", async () => {
    note(null);
    note(null, 8n);
    await keep();
    now = new Date("2026-05-04T10:50:00.000Z");
    note(null, 9n);
    await keep();
    expect(await read(owner)).toMatchObject([{ times: 3, blockNumber: "9", lastAt: now.toISOString() }]);
    now = new Date("2026-05-04T11:00:00.000Z");
    note(null, 10n);
    await keep();
    expect(await read(owner)).toMatchObject([{ times: 1 }, { times: 3 }]);
  });

  test("about a payment show its transaction, and what was said of it, to the account that it is of alone", async () => {
    const request = await aRequest(api.app, { platformId: owner.platformId });
    await aTransfer(api.app, request, { txHash: hash(1) });
    note(hash(1));
    await keep();
    expect(await read(owner)).toMatchObject([{ txHash: hash(1), said: [{ says: "paid 10" }, {}] }]);
    expect(await read(other)).toMatchObject([{ providers: ["beta"], txHash: null, said: [] }]);
  });

  test("about payments that a node makes up without end fill neither memory nor disk", async () => {
    for (let i = 0; i < 1_000; i++) note(hash(i));
    await keep();
    for (let i = 1_000; i < 1_050; i++) note(hash(i));
    note(hash(0));
    await keep();
    const rows = await api.app.database.db.select().from(nodeDisagreements);
    expect(rows).toHaveLength(MOST_PER_HOUR);
    // What is known already goes on to be counted.
    expect(rows.find(({ txHash }) => txHash === hash(0))?.times).toBe(2);
  });

  test("are removed 30 days after they were last found", async () => {
    note(null);
    await keep();
    const prune = () => inTransaction(api.app.context(systemCaller("")), (tx) => pruneDisagreements(tx, 10));
    now = new Date(now.getTime() + 30 * 86_400_000);
    expect(await prune()).toBe(0);
    now = new Date(now.getTime() + 1);
    expect(await prune()).toBe(1);
  });
});
