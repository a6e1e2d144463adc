import { and, eq, gte, lt } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chainCursors, ledgerEntries, transfers } from "@/db/schema";
import { verifyStatement } from "@/sdk/safety/verify-statement";
import { systemCaller } from "@/server/auth/callers";
import { chainsOf } from "@/server/chains/adapter";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { type Ctx, inTransaction } from "@/server/context";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { auditLedger } from "@/server/ledger/audit";
import { fillLedger } from "@/server/ledger/backfill";
import { closePeriod } from "@/server/ledger/closing/close";
import { comparePeriods } from "@/server/ledger/closing/compare";
import { hashEntries } from "@/server/ledger/closing/entries-hash";
import { freezePeriod } from "@/server/ledger/closing/freeze";
import { getPeriod, getStatement } from "@/server/ledger/closing/read";
import type { FreezeBody, Period } from "@/server/ledger/closing/schema";
import { statementCsv } from "@/server/ledger/closing/statement-csv";
import type { Statement } from "@/server/ledger/closing/statement-schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer, type TransferRow, tokenOf } from "@/server/testing/data/stored";
import { ManualClock } from "@/server/testing/manual-clock";
import { seeded } from "@/server/testing/mutate";

/** After every period of these tests. */
const clock = new ManualClock(Date.UTC(2040, 0, 15));

let api: TestApi;
let ctx: Ctx;
let platformId: string;
beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
  const worker = api.app.context(systemCaller(""));
  while ((await inTransaction(worker, (tx) => fillLedger(tx, 100))) > 0);
});
afterAll(() => api?.close());
beforeEach(async () => {
  ({ platformId } = await aTenant(api));
  ctx = api.app.context(systemCaller(platformId));
});

const db = () => api.app.database.db;

async function paidAt(at: string, amount: bigint, token = "USDC-sepolia") {
  const request = await aRequest(api.app, { platformId }, { token: tokenOf(token), amount });
  return aTransfer(api.app, request, { blockTime: new Date(at), amount });
}

/** Compares and closes a period that was ended. */
async function finish({ id }: Pick<Period, "id">): Promise<Statement> {
  while ((await comparePeriods(api.app.context(systemCaller("")))) > 0);
  const { differences } = await getPeriod(ctx, id);
  const explanations = differences.map((one) => ({ id: one.id, explanation: "no node of it here" }));
  await closePeriod(ctx, id, { explanations });
  return getStatement(ctx, id);
}

const close = async (body: FreezeBody) => finish(await freezePeriod(ctx, body));

const closings = ({ message }: Statement) => message.lines.map(({ closing }) => closing);

describe("payments that are confirmed while their month is ended", () => {
  test("are each in exactly one period, and the statement is about those that were there at the end", async () => {
    const random = seeded(11);
    const waiting: TransferRow[] = [];
    for (let i = 0; i < 48; i++) {
      const request = await aRequest(api.app, { platformId });
      waiting.push(
        await aTransfer(api.app, request, {
          state: "seen",
          amount: 1n,
          blockTime: new Date("2039-09-30T23:59:59.999Z"),
        }),
      );
    }
    const confirm = (id: string) =>
      inTransaction(ctx, async (tx) => {
        await tx.db.update(transfers).set({ state: "final" }).where(eq(transfers.id, id));
        // The commit is open for some statements more.
        for (let n = Math.floor(random() * 4); n > 0; n--) await tx.db.select().from(transfers).limit(1);
      });
    let confirmed = 0;
    const ending: Promise<Period>[] = [];
    await Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (const [i, { id }] of waiting.entries()) {
          if (i % 4 !== writer) continue;
          await confirm(id);
          confirmed += 1;
          // In the midst of them, and nobody waits for it.
          if (confirmed === 20) ending.push(freezePeriod(ctx, { month: "2039-09", timeZone: "UTC" }));
        }
      }),
    );
    const [period] = await Promise.all(ending);
    if (!period) throw new Error("it was never ended");
    const span = { startsAt: new Date(period.startsAt), endsAt: new Date(period.endsAt) };
    const atTheEnd = await hashEntries(ctx, platformId, span);
    const { message } = await finish(period);
    const inPeriod = await db().$count(
      ledgerEntries,
      and(eq(ledgerEntries.platformId, platformId), lt(ledgerEntries.bookedAt, span.endsAt)),
    );
    const later = await db().$count(
      ledgerEntries,
      and(eq(ledgerEntries.platformId, platformId), gte(ledgerEntries.bookedAt, span.endsAt)),
    );
    expect(inPeriod + later).toBe(48);
    expect(inPeriod).toBeGreaterThanOrEqual(20);
    expect(message).toMatchObject({ entries: inPeriod.toString(), entriesHash: atTheEnd.entriesHash });
    expect(message.lines.map(({ closing }) => closing)).toEqual([inPeriod.toString()]);
    const next = await close({ month: "2039-10", timeZone: "UTC" });
    expect(next.message.lines).toMatchObject([{ opening: inPeriod.toString(), closing: "48" }]);
    expect(await auditLedger(ctx)).toEqual([]);
  });
});

describe("amounts", () => {
  test("of the smallest part of a token and of 10^12 tokens stand in one statement, to the last digit", async () => {
    const most = 10n ** 12n * 10n ** 18n;
    await paidAt("2039-09-01T00:00:00Z", 1n, "DAI-base");
    await paidAt("2039-09-02T00:00:00Z", most, "DAI-base");
    const statement = await close({ month: "2039-09", timeZone: "UTC" });
    expect(closings(statement)).toEqual([(most + 1n).toString()]);
    const { address: signer } = quittanceSigner(api.app.config);
    expect(await verifyStatement(statement, { signer })).toMatchObject({ isValid: true });
    const { id } = await freezePeriod(ctx, { month: "2039-10", timeZone: "UTC" });
    await finish({ id });
    let csv = "";
    for await (const chunk of (await statementCsv(ctx, id)).chunks) csv += chunk;
    expect(csv).toContain(",1000000000000.000000000000000001,0,0,1000000000000.000000000000000001");
  });
});

describe("clocks that change", () => {
  test("at both ends of a period leave no payment out and have none twice", async () => {
    // Berlin: clocks go forward at the first of these moments, and back at the third, half an hour after and before the others.
    const ends = [
      "2039-03-27T01:00:00Z",
      "2039-10-30T00:30:00Z",
      "2039-10-30T01:00:00Z",
      "2039-10-30T01:30:00Z",
    ];
    const around = (at: string) => [-1, 0].map((ms) => new Date(new Date(at).getTime() + ms).toISOString());
    for (const [i, at] of ends.flatMap(around).entries()) await paidAt(at, 10n ** BigInt(i));
    const seen: string[][] = [];
    for (const [i, endsAt] of ends.entries()) {
      const startsAt = i === 0 ? { startsAt: "2039-03-01T00:00:00+01:00" } : {};
      seen.push(closings(await close({ ...startsAt, endsAt, timeZone: "Europe/Berlin" })));
    }
    expect(seen).toEqual([["1"], ["111"], ["11111"], ["1111111"]]);
    expect(closings(await close({ month: "2039-10", timeZone: "Europe/Berlin" }))).toEqual(["11111111"]);
  });
});

describe("a period of any length", () => {
  test("begins where the one before ends, and a month is what is left of it", async () => {
    await paidAt("2039-09-10T12:00:00Z", 5n);
    await paidAt("2039-09-20T12:00:00Z", 7n);
    const first = await freezePeriod(ctx, {
      startsAt: "2039-09-08T00:00:00Z",
      endsAt: "2039-09-15T00:00:00Z",
      timeZone: "UTC",
    });
    expect(first).toMatchObject({ isWholeMonth: false, startsAt: "2039-09-08T00:00:00.000Z" });
    expect(closings(await finish(first))).toEqual(["5"]);
    const rest = await freezePeriod(ctx, { month: "2039-09", timeZone: "UTC" });
    expect(rest).toMatchObject({
      month: "2039-09",
      isWholeMonth: false,
      startsAt: "2039-09-15T00:00:00.000Z",
      endsAt: "2039-10-01T00:00:00.000Z",
    });
    expect((await finish(rest)).message.lines).toMatchObject([{ opening: "5", received: "7" }]);
    const october = await freezePeriod(ctx, { month: "2039-10", timeZone: "Europe/Berlin" });
    expect(october).toMatchObject({ isWholeMonth: true, startsAt: "2039-10-01T00:00:00.000Z" });
  });

  test.each<[what: string, body: Omit<FreezeBody, "timeZone">]>([
    ["without a beginning, where there is none before", { endsAt: "2039-09-15T00:00:00Z" }],
    ["that ends before it begins", { startsAt: "2039-09-15T00:00:00Z", endsAt: "2039-09-14T00:00:00Z" }],
    ["of no length", { startsAt: "2039-09-15T00:00:00Z", endsAt: "2039-09-15T00:00:00Z" }],
    ["that is not over", { startsAt: "2039-09-15T00:00:00Z", endsAt: "2040-02-01T00:00:00Z" }],
    ["that is a month and something else", { month: "2039-09", endsAt: "2039-09-15T00:00:00Z" }],
    ["of nothing", {}],
  ])("is refused %s", async (_, body) => {
    await expect(freezePeriod(ctx, { ...body, timeZone: "UTC" })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });

  test("leaves no time out after the one before, and takes none again", async () => {
    await close({ month: "2039-08", timeZone: "UTC" });
    for (const startsAt of ["2039-08-31T23:59:59.999Z", "2039-09-01T00:00:00.001Z"]) {
      const body = { startsAt, endsAt: "2039-09-15T00:00:00Z", timeZone: "UTC" };
      await expect(freezePeriod(ctx, body)).rejects.toMatchObject({ code: "validation_failed" });
    }
    await expect(
      freezePeriod(ctx, { endsAt: "2039-08-15T00:00:00Z", timeZone: "UTC" }),
    ).rejects.toMatchObject({ code: "validation_failed" });
  });
});

describe("a network whose node is away", () => {
  test("holds up its own part of a period alone: other networks and other accounts go on", async () => {
    const chains = chainsOf({
      sepolia: new EvmAdapter(EVM_NETWORKS.sepolia, { rpcUrls: ["http://127.0.0.1:9"] }),
    });
    const worker = { ...api.app.context(systemCaller("")), chains };
    const watched = {
      network: "sepolia",
      startBlock: 1n,
      nextBlock: 11n,
      headBlock: 10n,
      finalizedBlock: 10n,
    };
    await db().insert(chainCursors).values(watched);
    await paidAt("2039-11-05T00:00:00Z", 1n, "USDC-sepolia");
    await paidAt("2039-11-05T00:00:00Z", 1n, "USDC-base");
    const held = await freezePeriod(ctx, { month: "2039-11", timeZone: "UTC" });
    const other = await aTenant(api);
    const others = api.app.context(systemCaller(other.platformId));
    const request = await aRequest(api.app, other, { token: tokenOf("USDC-base"), amount: 1n });
    await aTransfer(api.app, request, { blockTime: new Date("2039-11-05T00:00:00Z"), amount: 1n });
    const free = await freezePeriod(others, { month: "2039-11", timeZone: "UTC" });
    for (let pass = 0; pass < 4; pass++) await comparePeriods(worker);
    expect((await getPeriod(others, free.id)).state).toBe("compared");
    expect(await getPeriod(ctx, held.id)).toMatchObject({
      state: "comparing",
      differences: [{ network: "base", problem: "not_compared" }],
    });
    await db().delete(chainCursors);
  });
});
