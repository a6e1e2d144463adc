import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PUT as putSettings } from "@/app/v2/books/settings/route";
import { POST as value } from "@/app/v2/books/worths/route";
import { GET } from "@/app/v2/ledger/route";
import { ledgerEntries, transfers } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { entryId } from "@/server/ledger/entries";
import type { LedgerPage } from "@/server/ledger/reading/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { aRequest, aTransfer, PAYEE, wireId } from "@/server/testing/data/stored";
import { seeded } from "@/server/testing/mutate";
import { send } from "@/server/testing/send";

let api: TestApi;
let owner: TestSession;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await aSession(api);
});

const ask = (query: Record<string, string> = {}, { bearer }: TestSession = owner) =>
  send(GET, `/v2/ledger?${new URLSearchParams(query)}`, { headers: bearer });
async function read(query: Record<string, string> = {}): Promise<LedgerPage> {
  const { status, body } = await ask(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as LedgerPage;
}

/** A payment that is seen; it is in the journal once it is confirmed. */
const seen = async () => aTransfer(api.app, await aRequest(api.app, owner), { state: "seen", amount: 5n });

/** Confirms a payment in a commit of its own, which waits in between as long as it is told. */
function confirming(id: string, until: Promise<unknown>, isCutOff = false): Promise<unknown> {
  return inTransaction(api.app.context(systemCaller(owner.platformId)), async (tx) => {
    await tx.db.update(transfers).set({ state: "confirmed" }).where(eq(transfers.id, id));
    await until;
    if (isCutOff) throw new Error("cut off");
  });
}

/** A commit that has entered its payment and waits. */
async function held(id: string, isCutOff = false) {
  let finish = () => {};
  const until = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const work = confirming(id, until, isCutOff);
  // Its lock says that it has drawn its numbers.
  await expect
    .poll(async () => {
      const [row] = await api.app.database.sql`
        select count(*)::int as held from pg_locks where locktype = 'advisory' and classid = 7318404
          and database = (select oid from pg_database where datname = current_database())`;
      return row?.held;
    })
    .toBeGreaterThan(0);
  return {
    end: () => {
      finish();
      return work.catch(() => undefined);
    },
  };
}

const ids = ({ entries }: LedgerPage) => entries.map(({ id }) => id);

describe("200 the journal", () => {
  test("has each entry with its block, its request and the currency of its amount", async () => {
    const request = await aRequest(api.app, owner, { amount: 1_500_000n });
    const transfer = await aTransfer(api.app, request, { amount: 1_500_000n });
    const page = await read();
    expect(page.entries).toEqual([
      expect.objectContaining({
        id: `${transfer.id}-principal-1`,
        reverses: null,
        debit: "wallet",
        debitWallet: PAYEE,
        credit: "receipts",
        amount: "1.5",
        currency: "USDC-sepolia",
        decimals: 6,
        txHash: transfer.txHash,
        blockNumber: transfer.blockNumber?.toString(),
        requestId: wireId(request),
      }),
    ]);
    expect(page.next).toBe(`${transfer.id}-principal-1`);
    expect(await read({ after: page.next ?? "" })).toEqual({ ...page, entries: [] });
  });

  test("has what each entry is worth now, and null before there is a price", async () => {
    const settings = { currency: "EUR" };
    await send(putSettings, "/v2/books/settings", { method: "PUT", headers: owner.bearer, body: settings });
    const { id } = await aTransfer(api.app, await aRequest(api.app, owner, { amount: 1_500_000n }));
    expect((await read()).entries).toMatchObject([{ worth: null }]);
    const body = { entries: [`${id}-principal-1`], price: "0.9", reason: "the rate of the bank" };
    await send(value, "/v2/books/worths", { method: "POST", headers: owner.bearer, body });
    expect((await read()).entries).toMatchObject([
      {
        worth: {
          amount: "1.35",
          currency: "EUR",
          price: "0.9",
          origin: "by_hand",
          sources: null,
        },
      },
    ]);
  });

  test("goes on after the last entry that was read, in pages", async () => {
    const request = await aRequest(api.app, owner);
    for (let i = 0; i < 7; i++) await aTransfer(api.app, request);
    const all = ids(await read());
    const first = await read({ limit: "3" });
    const second = await read({ limit: "3", after: first.next ?? "" });
    const third = await read({ limit: "3", after: second.next ?? "" });
    expect([first, second, third].flatMap(ids)).toEqual(all);
  });

  test("never has an entry before one that was read: what commits later comes later", async () => {
    const [early, late] = [await seen(), await seen()];
    const before = await read();
    const slow = await held(early.id);
    await confirming(late.id, Promise.resolve());
    // The later number is committed, and the earlier one is not.
    const meanwhile = await read();
    expect(meanwhile).toEqual(before);
    await slow.end();
    expect(ids(await read())).toEqual([`${early.id}-principal-1`, `${late.id}-principal-1`]);
  });

  test("is not held up by a commit that is cut off", async () => {
    const [early, late] = [await seen(), await seen()];
    const slow = await held(early.id, true);
    await confirming(late.id, Promise.resolve());
    expect(ids(await read())).toEqual([]);
    await slow.end();
    expect(ids(await read())).toEqual([`${late.id}-principal-1`]);
  });

  test("is the same to who reads on and on while many commit at once, and to who reads it afterwards", async () => {
    const random = seeded(7);
    const payments = await Promise.all(Array.from({ length: 60 }, seen));
    let isOver = false;
    const reading = (async () => {
      const all: string[] = [];
      for (let after: string | null = null; ; ) {
        const wasOver = isOver;
        const page: LedgerPage = await read({ limit: "4", ...(after ? { after } : {}) });
        all.push(...ids(page));
        after = page.next;
        if (wasOver && page.entries.length === 0) return all;
      }
    })();
    await Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (const [i, { id }] of payments.entries()) {
          if (i % 6 !== writer) continue;
          // Commits overlap by some statements of their own.
          const pauses = Math.floor(random() * 4);
          const until = (async () => {
            for (let n = 0; n < pauses; n++) await api.app.database.sql`select 1`;
          })();
          await confirming(id, until, random() < 0.1).catch(() => undefined);
        }
      }),
    );
    isOver = true;
    const stored = await api.app.database.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.platformId, owner.platformId))
      .orderBy(asc(ledgerEntries.sequence));
    expect(await reading).toEqual(stored.map(entryId));
    expect(stored.length).toBeGreaterThan(30);
  });
});

describe("404 an entry that the account does not have", () => {
  test("of another account, of before a backup was restored, or none at all", async () => {
    await aTransfer(api.app, await aRequest(api.app, owner));
    const { next } = await read();
    const stranger = await aSession(api);
    expect((await ask({ after: next ?? "" }, stranger)).status).toBe(404);
    expect((await ask({}, stranger)).body.entries).toEqual([]);
    for (const after of ["01HGONE-principal-1", "x", "-principal-1", `${next}0`]) {
      expect((await ask({ after })).status).toBe(404);
    }
  });
});
