import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DepositFact,
  type DepositStanding,
  standingOf,
} from "@/server/payments/deposit-addresses/standing";
import { nextStatus, type RequestStatus } from "@/server/requests/state";
import { manyCases } from "@/server/testing/long";

/** 1,000 for the payee and 60 of fees. */
const DUE = 1_060n;

const arrival = (amount: bigint, more: Partial<Extract<DepositFact, { kind: "arrival" }>> = {}) =>
  ({ kind: "arrival", where: "home", asset: "token", amount, isConfirmed: true, ...more }) as const;
const collection = (amount: bigint) => ({ kind: "collection", amount }) as const;
const byWallet = (amount: bigint) => ({ kind: "wallet_payment", amount, isConfirmed: true }) as const;

/** What stood on the chain before, and the status that it gave. Past its time a request is as it was: money counts. */
const BEFORE = {
  open: { status: "created", facts: [] },
  seen: { status: "processing", facts: [arrival(400n, { isConfirmed: false })] },
  part: { status: "partially_paid", facts: [arrival(400n)] },
  paid: { status: "paid", facts: [arrival(DUE)] },
  "paid by a wallet": { status: "paid", facts: [byWallet(DUE)] },
  "bank failed": { status: "failed", facts: [byWallet(DUE)] },
  "bank returned": { status: "refunded", facts: [byWallet(DUE)] },
} as const satisfies Record<string, { status: RequestStatus; facts: readonly DepositFact[] }>;
type Before = keyof typeof BEFORE;

/** What comes then. A reorganisation leaves of what stood there what is named here. */
const THEN = {
  exact: (before) => [...before, arrival(DUE)],
  short: (before) => [...before, arrival(500n)],
  "the rest of a part": (before) => [...before, arrival(660n)],
  over: (before) => [...before, arrival(1_500n)],
  twice: (before) => [...before, arrival(DUE), arrival(DUE)],
  "not yet confirmed": (before) => [...before, arrival(DUE, { isConfirmed: false })],
  nothing: (before) => [...before, arrival(0n)],
  "wrong token": (before) => [...before, arrival(DUE, { asset: "other_token" })],
  "native coin": (before) => [...before, arrival(DUE, { asset: "coin" })],
  "wrong network": (before) => [...before, arrival(DUE, { where: "elsewhere" })],
  "fee on transfer": (before) => [...before, arrival(1_050n)],
  "collected at once": (before) => [...before, arrival(DUE), collection(DUE)],
  "collected, transfer not seen": (before) => [...before, collection(5_000n)],
  "transfer and wallet in one block": (before) => [...before, arrival(DUE), byWallet(DUE)],
  "transfer taken back": (before) => before.filter(({ kind }) => kind !== "arrival"),
  "collection taken back": (before) => [...before, arrival(DUE)],
} as const satisfies Record<string, (before: readonly DepositFact[]) => readonly DepositFact[]>;
type Then = keyof typeof THEN;

const COLUMNS = ["open", "seen", "part", "paid", "paid by a wallet", "bank failed", "bank returned"] as const;

/**
 * Status, what is too much, and what is there to collect; `?` where a transfer has to be searched, `rescue` where
 * something pays nothing. Rows are what comes, columns what was before, in the order of `COLUMNS`.
 */
// biome-ignore format: a table is read by its columns
const TABLE: Record<Then, readonly string[]> = {
  exact: ["paid 0 1060", "paid 0 1460", "paid 400 1460", "paid 1060 2120", "paid 1060 1060", "paid 1060 1060", "paid 1060 1060"],
  short: ["partially_paid 0 500", "partially_paid 0 900", "partially_paid 0 900", "paid 500 1560", "paid 500 500", "paid 500 500", "paid 500 500"],
  "the rest of a part": ["partially_paid 0 660", "partially_paid 0 1060", "paid 0 1060", "paid 660 1720", "paid 660 660", "paid 660 660", "paid 660 660"],
  over: ["paid 440 1500", "paid 440 1900", "paid 840 1900", "paid 1500 2560", "paid 1500 1500", "paid 1500 1500", "paid 1500 1500"],
  twice: ["paid 1060 2120", "paid 1060 2520", "paid 1460 2520", "paid 2120 3180", "paid 2120 2120", "paid 2120 2120", "paid 2120 2120"],
  "not yet confirmed": ["processing 0 1060", "processing 0 1460", "partially_paid 0 1460", "paid 0 2120", "paid 0 1060", "paid 0 1060", "paid 0 1060"],
  nothing: ["created 0 0", "processing 0 400", "partially_paid 0 400", "paid 0 1060", "paid 0 0", "paid 0 0", "paid 0 0"],
  "wrong token": ["created 0 0 rescue", "processing 0 400 rescue", "partially_paid 0 400 rescue", "paid 0 1060 rescue", "paid 0 0 rescue", "paid 0 0 rescue", "paid 0 0 rescue"],
  "native coin": ["created 0 0 rescue", "processing 0 400 rescue", "partially_paid 0 400 rescue", "paid 0 1060 rescue", "paid 0 0 rescue", "paid 0 0 rescue", "paid 0 0 rescue"],
  "wrong network": ["created 0 0 rescue", "processing 0 400 rescue", "partially_paid 0 400 rescue", "paid 0 1060 rescue", "paid 0 0 rescue", "paid 0 0 rescue", "paid 0 0 rescue"],
  "fee on transfer": ["partially_paid 0 1050", "partially_paid 0 1450", "paid 390 1450", "paid 1050 2110", "paid 1050 1050", "paid 1050 1050", "paid 1050 1050"],
  "collected at once": ["paid 0 0", "paid 0 400", "paid 400 400", "paid 1060 1060", "paid 1060 0", "paid 1060 0", "paid 1060 0"],
  "collected, transfer not seen": ["created 0 0 ?", "processing 0 0 ?", "partially_paid 0 0 ?", "paid 0 0 ?", "paid 0 0 ?", "paid 0 0 ?", "paid 0 0 ?"],
  "transfer and wallet in one block": ["paid 1060 1060", "paid 1060 1460", "paid 1460 1460", "paid 2120 2120", "paid 2120 1060", "paid 2120 1060", "paid 2120 1060"],
  "transfer taken back": ["created 0 0", "created 0 0", "created 0 0", "created 0 0", "paid 0 0", "paid 0 0", "paid 0 0"],
  "collection taken back": ["paid 0 1060", "paid 0 1460", "paid 400 1460", "paid 1060 2120", "paid 1060 1060", "paid 1060 1060", "paid 1060 1060"],
};

function cell(before: Before, then: Then): string {
  const { status, facts } = BEFORE[before];
  const standing = standingOf(THEN[then](facts), DUE);
  const marks = [standing.isTransferMissing ? " ?" : "", standing.isRescueNeeded ? " rescue" : ""];
  const next = nextStatus(status, standing.event) ?? status;
  return `${next} ${standing.excess} ${standing.toCollect}${marks.join("")}`;
}

describe("what comes to a deposit address:", () => {
  test.each(Object.keys(THEN) as Then[])("%s, in every status of its request", (then) => {
    expect(COLUMNS.map((before) => cell(before, then))).toEqual(TABLE[then]);
  });
});

const facts: fc.Arbitrary<DepositFact> = fc.oneof(
  fc.record({
    kind: fc.constant("arrival" as const),
    where: fc.constantFrom("home" as const, "elsewhere" as const),
    asset: fc.constantFrom("token" as const, "other_token" as const, "coin" as const),
    amount: fc.bigInt({ min: 0n, max: 2_000n }),
    isConfirmed: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("collection" as const), amount: fc.bigInt({ min: 1n, max: 2_000n }) }),
  fc.record({
    kind: fc.constant("wallet_payment" as const),
    amount: fc.bigInt({ min: 0n, max: 2_000n }),
    isConfirmed: fc.boolean(),
  }),
);
const PAYING: readonly (keyof DepositStanding)[] = ["paid", "excess", "event", "isRescueNeeded"];
const paying = (standing: DepositStanding) => PAYING.map((key) => standing[key]);

describe("the standing of a request", () => {
  test("does not depend on the order in which anything was seen", () => {
    const shuffled = fc
      .array(facts, { maxLength: 12 })
      .chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
        ),
      );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(standingOf(other, DUE)).toEqual(standingOf(all, DUE));
      }),
      { numRuns: manyCases() },
    );
  });

  test("does not depend on collections: a transfer and its collection are one payment", () => {
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 12 }), (all) => {
        const without = all.filter(({ kind }) => kind !== "collection");
        expect(paying(standingOf(all, DUE))).toEqual(paying(standingOf(without, DUE)));
      }),
      { numRuns: manyCases() },
    );
  });

  test("is the same whether money came by transfer or by a wallet", () => {
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 12 }), (all) => {
        const byTransfer = all.map((fact) =>
          fact.kind === "wallet_payment" ? arrival(fact.amount, { isConfirmed: fact.isConfirmed }) : fact,
        );
        expect(paying(standingOf(byTransfer, DUE))).toEqual(paying(standingOf(all, DUE)));
      }),
      { numRuns: manyCases() },
    );
  });
});
