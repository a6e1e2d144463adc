import { eq } from "drizzle-orm";
import Papa from "papaparse";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as createFee } from "@/app/v2/orchestrators/fee-configs/route";
import { POST as createOrchestrator } from "@/app/v2/orchestrators/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { feeLegs, feeTransfers, requests } from "@/db/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import {
  anOrchestrator,
  aSession,
  aWallet,
  revokeLink,
  type TestOrchestrator,
} from "@/server/testing/credentials";
import { aTransfer } from "@/server/testing/data/stored";
import { call } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { GET as getPlatforms } from "../platforms/route";
import { GET as getExport } from "./export/route";
import { GET as getEarnings } from "./route";

let api: TestApi;
const NOW = new Date("2026-03-10T12:00:00Z");
beforeAll(async () => {
  const env = {
    RATE_LIMITS: "off",
    RPC_URL_SEPOLIA: "http://127.0.0.1:9",
    ORCHESTRATOR_REGISTRATION: "open",
  };
  api = await startTestApi(env, { now: () => NOW });
});
afterAll(() => api.close());

let partner: TestOrchestrator;
beforeEach(async () => {
  partner = await anOrchestrator(api);
});

/** A link of 100 USDC that the partner creates for its platform, with a fee of 1.5 % that the platform bears. */
async function aFeeLink({ pair, keyAlone }: TestOrchestrator = partner, amount = "100") {
  await send(createFee, "/v2/orchestrators/fee-configs", {
    method: "POST",
    headers: keyAlone,
    body: { bps: 150, feeBearer: "recipient", flow: "incoming", evmRecipientAddress: aWallet() },
  });
  const { status, body } = await send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers: pair,
    body: { requests: [{ amount }] },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const { db } = api.app.database;
  const [request] = await db
    .select()
    .from(requests)
    .where(eq(requests.requestId, `0x${body.requestIds[0]}`));
  const [leg] = await db
    .select()
    .from(feeLegs)
    .where(eq(feeLegs.requestId, request?.id ?? ""));
  if (!request || !leg) throw new Error("the link has no fee leg");
  return { request, leg };
}

/** The link is paid in one transaction: the platform gets the net amount, the partner its fee. */
async function pay(
  { request, leg }: Awaited<ReturnType<typeof aFeeLink>>,
  changes: Parameters<typeof aTransfer>[2] = {},
) {
  const transfer = await aTransfer(api.app, request, changes);
  await api.app.database.db.insert(feeTransfers).values({
    network: request.network,
    txHash: transfer.txHash,
    position: 1,
    topic1: leg.topic1,
    amount: leg.amount ?? 0n,
    blockNumber: transfer.blockNumber,
  });
  return transfer;
}

const earnings = async (headers: Record<string, string> = partner.keyAlone) =>
  (await send(getEarnings, "/v2/orchestrators/earnings", { headers })).body;
const platforms = async (query = "", headers: Record<string, string> = partner.keyAlone) =>
  (await send(getPlatforms, `/v2/orchestrators/platforms${query}`, { headers })).body;
const lines = async (headers: Record<string, string> = partner.keyAlone) => {
  const answer = await getExport(call("GET", "/v2/orchestrators/earnings/export", headers));
  expect(answer.status).toBe(200);
  return Papa.parse<Record<string, string>>(await answer.text(), { header: true, skipEmptyLines: true }).data;
};

const USDC = { network: "sepolia", currency: "USDC", currencyId: "USDC-sepolia" };

describe("200 what a partner earned", () => {
  test("sums fees that reached it and what its platforms got, to the base unit, by token", async () => {
    expect(await earnings()).toEqual({ fees: [], volume: [] });
    await pay(await aFeeLink(partner, "100"));
    await pay(await aFeeLink(partner, "0.01"));
    const fees = [{ ...USDC, amount: "1.50015", payments: 2 }];
    const volume = [{ ...USDC, amount: "98.50985", payments: 2 }];
    expect(await earnings()).toEqual({ fees, volume });
    expect(await platforms()).toMatchObject({
      platforms: [{ clientId: partner.client.clientId, status: "active", fees, volume }],
      total: 1,
    });
  });

  test("counts nothing that is not confirmed", async () => {
    await pay(await aFeeLink(), { state: "seen" });
    expect(await earnings()).toEqual({ fees: [], volume: [] });
    expect(await lines()).toEqual([]);
  });

  test("counts a fee whose payment was held back, but not that payment", async () => {
    await pay(await aFeeLink(), { mismatch: "payer_not_approved" });
    expect(await earnings()).toEqual({ fees: [{ ...USDC, amount: "1.5", payments: 1 }], volume: [] });
  });

  test("keeps what was earned before a link ended", async () => {
    await pay(await aFeeLink());
    await revokeLink(api, partner.client.id);
    expect((await earnings()).fees).toEqual([{ ...USDC, amount: "1.5", payments: 1 }]);
    expect((await platforms()).platforms).toMatchObject([{ status: "revoked", fees: [{ amount: "1.5" }] }]);
  });

  test("tells nothing of what a platform is paid without its partner", async () => {
    const { headers } = partner.client;
    await revokeLink(api, partner.client.id);
    const { status, body } = await send(createLink, "/v2/secure-payments", {
      method: "POST",
      headers,
      body: { requests: [{ amount: "100" }] },
    });
    expect(status).toBe(201);
    const { db } = api.app.database;
    const [own] = await db
      .select()
      .from(requests)
      .where(eq(requests.requestId, `0x${body.requestIds[0]}`));
    if (!own) throw new Error("the platform's own link is missing");
    await aTransfer(api.app, own);
    expect(await earnings()).toEqual({ fees: [], volume: [] });
    expect((await platforms()).platforms).toMatchObject([{ fees: [], volume: [] }]);
  });

  test("names a platform by its client ID alone, a page at a time", async () => {
    const [platform] = (await platforms()).platforms;
    expect(Object.keys(platform).sort()).toEqual(
      "clientId clientIdName externalId fees linkId linkedAt revokedAt revokedBy status volume".split(" "),
    );
    expect(await platforms("?page=2&limit=1")).toEqual({ platforms: [], total: 1, page: 2, limit: 1 });
  });

  test("exports each fee once with its transaction, in any number", async () => {
    const link = await aFeeLink();
    const transfer = await pay(link);
    const { db } = api.app.database;
    await db.insert(feeTransfers).values(
      Array.from({ length: 450 }, (_, n) => ({
        network: "sepolia",
        txHash: `0x${String(n).padStart(64, "0")}`,
        position: n % 3,
        topic1: link.leg.topic1,
        amount: BigInt(n + 1),
        blockNumber: 5n,
      })),
    );
    const found = await lines();
    expect(found).toHaveLength(451);
    expect(new Set(found.map((line) => line["Transaction hash"])).size).toBe(451);
    expect(found.find((line) => line["Transaction hash"] === transfer.txHash)).toEqual({
      "Date (UTC)": "2026-03-10T12:00:00.000Z",
      Network: "sepolia",
      "Transaction hash": transfer.txHash,
      Currency: "USDC",
      Fee: "1.5",
      "Paid to": link.leg.address,
      "Client ID": partner.client.clientId,
      "External ID": "",
    });
  });
});

describe("nobody sees another's earnings", () => {
  test("each partner has its own", async () => {
    const other = await anOrchestrator(api);
    await pay(await aFeeLink(other));
    expect(await earnings()).toEqual({ fees: [], volume: [] });
    expect((await platforms()).platforms).toMatchObject([{ clientId: partner.client.clientId, fees: [] }]);
    expect(await lines()).toEqual([]);
    expect((await earnings(other.keyAlone)).fees).toHaveLength(1);
  });

  test("the owner's session names its orchestrator; any other is one that does not exist", async () => {
    await pay(await aFeeLink());
    const named = { "x-orchestrator-id": partner.id };
    const stranger = await aSession(api);
    for (const [GET, path] of [
      [getEarnings, "/v2/orchestrators/earnings"],
      [getPlatforms, "/v2/orchestrators/platforms"],
      [getExport, "/v2/orchestrators/earnings/export"],
    ] as const) {
      const asStranger = await send(GET, path, { headers: { ...stranger.cookie, ...named } });
      expect(asStranger.status).toBe(404);
      expect((await send(GET, path, { headers: stranger.cookie })).status).toBe(401);
      expect((await send(GET, path, { headers: partner.client.headers })).status).toBe(401);
    }
    const { body } = await send(createOrchestrator, "/v2/orchestrators", {
      method: "POST",
      headers: stranger.cookie,
      body: { orchestratorName: "Own", orchestratorContactEmail: "own@partner.example" },
    });
    const own = { ...stranger.cookie, "x-orchestrator-id": body.orchestrator.id };
    expect(await earnings(own)).toEqual({ fees: [], volume: [] });
  });
});
