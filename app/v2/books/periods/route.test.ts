import { eq, sql } from "drizzle-orm";
import Papa from "papaparse";
import { hashTypedData } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as close } from "@/app/v2/books/periods/[id]/close/route";
import { GET as get, DELETE as reopen } from "@/app/v2/books/periods/[id]/route";
import { GET as getCsv } from "@/app/v2/books/periods/[id]/statement/csv/route";
import { GET as getPdf } from "@/app/v2/books/periods/[id]/statement/pdf/route";
import { GET as getStatement } from "@/app/v2/books/periods/[id]/statement/route";
import { POST as freeze, GET as list } from "@/app/v2/books/periods/route";
import { chainCursors, ledgerEntries, notificationMessages, transfers } from "@/db/schema";
import { verifyStatement } from "@/sdk/safety/verify-statement";
import { systemCaller } from "@/server/auth/callers";
import { replaceApp } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { auditLedger } from "@/server/ledger/audit";
import { fillLedger } from "@/server/ledger/backfill";
import { comparePeriods } from "@/server/ledger/closing/compare";
import type { Statement } from "@/server/ledger/closing/statement-schema";
import { statementTypedData } from "@/server/ledger/closing/typed-data";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { aRequest, aTransfer } from "@/server/testing/data/stored";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { ManualClock } from "@/server/testing/manual-clock";
import { aChannel } from "@/server/testing/notifications/channels";
import { readPdf } from "@/server/testing/pdf-text";
import { send } from "@/server/testing/send";

const PERIODS = "/v2/books/periods";
/** Long after every block of the test chain. */
const clock = new ManualClock(Date.UTC(2040, 0, 15));

let node: TestChain;
let api: TestApi;
let owner: TestSession;

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  api = await startTestApi({ RATE_LIMITS: "off" }, { now: clock.now });
  const ctx = api.app.context(systemCaller(""));
  while ((await inTransaction(ctx, (tx) => fillLedger(tx, 100))) > 0);
});
afterAll(async () => {
  await api?.close();
  await node?.stop();
});
beforeEach(async () => {
  owner = await aSession(api);
});

const db = () => api.app.database.db;
const end = (month: string, { bearer }: TestSession = owner, timeZone = "UTC") =>
  send(freeze, PERIODS, { method: "POST", headers: bearer, body: { month, timeZone } });
const read = (id: string, { bearer }: TestSession = owner) =>
  send(get, `${PERIODS}/${id}`, { headers: bearer, params: { id } });
const finish = (id: string, explanations: object[] = [], { bearer }: TestSession = owner) =>
  send(close, `${PERIODS}/${id}/close`, {
    method: "POST",
    headers: bearer,
    body: { explanations },
    params: { id },
  });
const statementOf = async (id: string, { bearer }: TestSession = owner) =>
  send(getStatement, `${PERIODS}/${id}/statement`, { headers: bearer, params: { id } });

/** A final payment of the owner's account at a time. */
async function paidAt(at: string, amount = 100n, session: TestSession = owner) {
  const request = await aRequest(api.app, session);
  return aTransfer(api.app, request, { blockTime: new Date(at), amount });
}

/** As the worker does it; networks that no node is configured for are differences. */
async function compared(id: string): Promise<void> {
  while ((await comparePeriods(api.app.context(systemCaller("")))) > 0);
  expect((await read(id)).body.state).toBe("compared");
}

const UNREAD = [{ id: "sepolia:not_compared", explanation: "no node of it" }];

/** Ends, compares and closes a month. */
async function closed(month: string): Promise<string> {
  const { body, status } = await end(month);
  expect(status).toBe(201);
  await compared(body.id);
  const answer = await finish(body.id, UNREAD);
  expect(answer.body).toMatchObject({ state: "closed" });
  return body.id;
}

describe("a month that is closed", () => {
  test("says what wallets held, got and gave, in its time zone to the millisecond", async () => {
    await paidAt("2039-08-31T23:59:59.999Z", 5n);
    await paidAt("2039-09-01T00:00:00.000Z", 30n);
    await paidAt("2039-09-30T23:59:59.999Z", 7n);
    await paidAt("2039-10-01T00:00:00.000Z", 1_000n);
    const { body } = await statementOf(await closed("2039-09"));
    expect(body.message).toMatchObject({ startsAt: "2039-09-01T00:00:00.000Z", entries: "2" });
    expect(body.message.lines).toEqual([
      expect.objectContaining({
        account: "wallet",
        currency: "USDC-sepolia",
        opening: "5",
        received: "37",
        sent: "0",
        closing: "42",
      }),
    ]);
    expect(body.message.differences).toEqual(UNREAD);
  });

  test("is signed: the client accepts the statement, and refuses it with one digit changed", async () => {
    await paidAt("2039-09-10T00:00:00Z");
    const { body } = await statementOf(await closed("2039-09"));
    const { address: signer } = quittanceSigner(api.app.config);
    expect(await verifyStatement(body, { signer })).toEqual({ isValid: true, problems: [] });
    const changed = (change: (message: Statement["message"]) => void) => {
      const copy: Statement = structuredClone(body);
      change(copy.message);
      return verifyStatement(copy, { signer });
    };
    const [line] = body.message.lines;
    const changes: ((message: Statement["message"]) => void)[] = [
      (message) => Object.assign(message.lines[0] ?? {}, { received: "101", closing: "101" }),
      (message) => Object.assign(message.lines[0] ?? {}, { wallet: `${line.wallet.slice(0, -1)}0` }),
      (message) => Object.assign(message, { endsAt: "2039-10-01T00:00:00.001Z" }),
      (message) => Object.assign(message.differences[0] ?? {}, { explanation: "all is well" }),
      (message) => Object.assign(message, { entriesHash: `0x${"0".repeat(64)}` }),
      (message) => void message.lines.pop(),
    ];
    for (const change of changes) expect(await changed(change)).toMatchObject({ isValid: false });
    expect(await verifyStatement({ ...body, signature: "0x" }, { signer })).toMatchObject({ isValid: false });
  });

  test("is a file too", async () => {
    await paidAt("2039-09-10T00:00:00Z", 1_500_000n);
    const id = await closed("2039-09");
    const answer = await getCsv(
      new Request(`http://127.0.0.1${PERIODS}/${id}/statement/csv`, { headers: owner.bearer }),
      { params: Promise.resolve({ id }) },
    );
    const { data } = Papa.parse<Record<string, string>>(await answer.text(), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data).toEqual([
      expect.objectContaining({
        Currency: "USDC-sepolia",
        "Opening balance": "0",
        Received: "1.5",
        "Closing balance": "1.5",
      }),
    ]);
  });

  test("is a paper with the digest that was signed, the same at every download", async () => {
    await paidAt("2039-09-10T00:00:00Z", 1_500_000n);
    const id = await closed("2039-09");
    const file = async () => {
      const path = `${PERIODS}/${id}/statement/pdf`;
      const request = new Request(`http://127.0.0.1${path}`, { headers: owner.bearer });
      const answer = await getPdf(request, { params: Promise.resolve({ id }) });
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      return new Uint8Array(await answer.arrayBuffer());
    };
    const first = await file();
    const text = (await readPdf(first)).text.replaceAll("\n", "");
    const { body } = await statementOf(id);
    for (const part of ["Statement 2039-09", "2039-09-30 23:59:59", "USDC-sepolia", "1.5", "no node of it"]) {
      expect(text).toContain(part);
    }
    expect(text).toContain(hashTypedData(statementTypedData(body.message)));
    expect(text).toContain(body.signature);
    expect(Buffer.from(await file()).equals(Buffer.from(first))).toBe(true);
    const stranger = await aSession(api);
    const params = { params: Promise.resolve({ id }) };
    const foreign = await getPdf(new Request("http://127.0.0.1/", { headers: stranger.bearer }), params);
    expect(foreign.status).toBe(404);
  });

  test("takes no entry: what is found or taken back later counts for the open month, and the balances of both follow", async () => {
    const early = await paidAt("2039-09-10T00:00:00Z", 100n);
    const id = await closed("2039-09");
    const before = await statementOf(id);
    await paidAt("2039-09-12T00:00:00Z", 40n);
    // A reorganisation deep in the closed month.
    await db().update(transfers).set({ state: "orphaned" }).where(eq(transfers.id, early.id));
    const rows = await db()
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.platformId, owner.platformId));
    const late = rows.filter(({ bookedAt }) => bookedAt >= new Date("2039-10-01"));
    expect(late.map(({ reverses, bookedAt }) => [reverses, bookedAt.toISOString()]).sort()).toEqual([
      [null, "2039-10-01T00:00:00.000Z"],
      [1, "2039-10-01T00:00:00.000Z"],
    ]);
    expect((await statementOf(id)).body).toEqual(before.body);
    const next = await statementOf(await closed("2039-10"));
    expect(next.body.message.lines).toEqual([
      expect.objectContaining({ opening: "100", received: "-60", sent: "0", closing: "40" }),
    ]);
    expect(await auditLedger(api.app.context(systemCaller("")))).toEqual([]);
  });

  test("is kept from SQL: no entry gets into it, and its row stays", async () => {
    const transfer = await paidAt("2039-09-10T00:00:00Z");
    const id = await closed("2039-09");
    const [entry] = await db().select().from(ledgerEntries).where(eq(ledgerEntries.source, transfer.id));
    if (!entry) throw new Error("no entry");
    await expect(
      db()
        .insert(ledgerEntries)
        .overridingSystemValue()
        .values({ ...entry, turn: 7 }),
    ).rejects.toMatchObject({
      cause: { message: "this period of the ledger is closed" },
    });
    for (const statement of [
      sql`delete from ledger_periods where id = ${id}`,
      sql`update ledger_periods set ends_at = now() where id = ${id}`,
      sql`update ledger_periods set statement = null where id = ${id}`,
    ]) {
      await expect(db().execute(statement)).rejects.toMatchObject({
        cause: { message: "a closed period of the ledger stays as it is" },
      });
    }
  });

  test("was closed once, however many people press at once", async () => {
    await paidAt("2039-09-10T00:00:00Z");
    const both = await Promise.all([end("2039-09"), end("2039-09"), end("2039-09")]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const id = both.find(({ status }) => status === 201)?.body.id;
    await compared(id);
    const closes = await Promise.all([finish(id, UNREAD), finish(id, UNREAD)]);
    expect(closes.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("a month cannot be closed", () => {
  test.each([
    ["that is not over", "2040-01", "UTC"],
    ["that is not over where it is", "2039-13", "UTC"],
    ["in a zone that there is not", "2039-09", "Mars/Olympus"],
  ])("%s", async (_, month, zone) => {
    expect((await end(month, owner, zone)).status).toBe(400);
  });

  test("before the one before", async () => {
    await closed("2039-08");
    expect((await end("2039-10")).body).toMatchObject({ message: "The next month to close is 2039-09" });
  });

  test("before it was compared, and without an explanation of each difference", async () => {
    await paidAt("2039-09-10T00:00:00Z");
    const { body } = await end("2039-09");
    expect((await finish(body.id)).status).toBe(409);
    await compared(body.id);
    expect((await finish(body.id)).body).toMatchObject({
      message: "The difference sepolia:not_compared has no explanation",
    });
    expect((await finish(body.id, [{ id: "sepolia:not_compared", explanation: " " }])).status).toBe(400);
    expect((await statementOf(body.id)).status).toBe(404);
  });

  test("but takes entries again when it is opened", async () => {
    const { body } = await end("2039-09");
    const params = { id: body.id };
    const open = () =>
      send(reopen, `${PERIODS}/${body.id}`, { method: "DELETE", headers: owner.bearer, params });
    expect((await open()).status).toBe(200);
    await paidAt("2039-09-10T00:00:00Z", 9n);
    const id = await closed("2039-09");
    expect((await statementOf(id)).body.message.lines).toMatchObject([{ closing: "9" }]);
    expect(
      (await send(reopen, `${PERIODS}/${id}`, { method: "DELETE", headers: owner.bearer, params: { id } }))
        .status,
    ).toBe(409);
  });

  test.each(["viewer", "developer"] as const)("by a %s, who may look", async (role) => {
    const member = await aMember(api, owner.platformId, role);
    expect((await end("2039-09", member)).status).toBe(403);
    const { body } = await end("2039-09");
    await compared(body.id);
    expect((await finish(body.id, [], member)).status).toBe(403);
    expect((await read(body.id, member)).status).toBe(200);
    const finance = await aMember(api, owner.platformId, "finance");
    expect((await finish(body.id, [], finance)).status).toBe(200);
  });

  test("by another account, which sees nothing of it", async () => {
    await paidAt("2039-09-10T00:00:00Z");
    const id = await closed("2039-09");
    const stranger = await aSession(api);
    expect((await read(id, stranger)).status).toBe(404);
    expect((await finish(id, [], stranger)).status).toBe(404);
    expect((await statementOf(id, stranger)).status).toBe(404);
    expect((await send(list, PERIODS, { headers: stranger.bearer })).body).toEqual({ periods: [] });
    // Its own month has nothing of the other's.
    owner = stranger;
    const own = await end("2039-09");
    await compared(own.body.id);
    await finish(own.body.id);
    expect((await statementOf(own.body.id)).body.message).toMatchObject({ lines: [], entries: "0" });
  });
});

describe("compared with the chain", () => {
  let ledger: TestLedger;

  test("a month that says what the chain says has no difference; a payment that is not there, or not recorded, is named", async () => {
    const startBlock = Number(await node.publicClient.getBlockNumber()) + 1;
    ledger = await startLedger(
      node,
      { startBlock, confirmations: "finalized" },
      { databaseUrl: api.app.config.databaseUrl, platformId: owner.platformId },
    );
    try {
      const paid = await ledger.request("12.5");
      await ledger.pay(paid, "12.5");
      const other = await ledger.request("3");
      await ledger.pay(other, "3");
      // The end of the month is final too.
      await node.rpc("evm_increaseTime", 40 * 86_400);
      await node.rpc("anvil_mine", "0x100");
      await ledger.watch();
      const [transfer] = await ledger.transfersOf(paid);
      expect(transfer?.state).toBe("final");
      const month = (transfer?.blockTime ?? clock.now()).toISOString().slice(0, 7);
      const ctx = ledger.app.context(systemCaller(""));
      const compareAll = async () => {
        while ((await comparePeriods(ctx)) > 0);
      };
      const reader = await aMember(api, owner.platformId, "finance");
      const channelId = await aChannel(api, reader, { events: ["month.ready"] });
      const { body } = await end(month);
      await compareAll();
      expect((await read(body.id)).body).toMatchObject({ state: "compared", differences: [] });
      const told = await db()
        .select()
        .from(notificationMessages)
        .where(eq(notificationMessages.channelId, channelId));
      expect(told).toMatchObject([{ event: "month.ready", facts: { month, differences: "0" } }]);
      await send(reopen, `${PERIODS}/${body.id}`, {
        method: "DELETE",
        headers: owner.bearer,
        params: { id: body.id },
      });

      const [gone] = await ledger.transfersOf(other);
      if (!gone) throw new Error("no transfer");
      await db()
        .update(transfers)
        .set({ amount: 1n })
        .where(eq(transfers.id, transfer?.id ?? ""));
      await db().update(transfers).set({ state: "orphaned" }).where(eq(transfers.id, gone.id));
      const again = await end(month);
      await compareAll();
      expect(
        (await read(again.body.id)).body.differences.map(
          ({ txHash, problem }: { txHash: string; problem: string }) => [txHash, problem],
        ),
      ).toEqual(
        expect.arrayContaining([
          [transfer?.txHash, "amount"],
          [gone.txHash, "missing"],
        ]),
      );
      const explanations = (await read(again.body.id)).body.differences.map(({ id }: { id: string }) => ({
        id,
        explanation: "a test",
      }));
      expect((await finish(again.body.id, explanations)).status).toBe(200);
    } finally {
      await ledger.close();
      replaceApp(api.app);
      await db().delete(chainCursors);
    }
  });
});
