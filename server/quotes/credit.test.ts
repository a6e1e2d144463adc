import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAmount } from "@/server/lib/amount";
import { type Ratio, ratioOf, timesUp } from "@/server/lib/ratio";
import {
  type Circumstances,
  type ConvertedPayment,
  creditFor,
  type PaidBefore,
  type PromisedRate,
  worth,
} from "@/server/quotes/credit";
import { manyCases } from "@/server/testing/long";

/** 49.90 EUR in a token of 6 decimals, at 1.0852 units for one euro. */
const FIAT = 8;
const TOKEN = 6;
const eur = (text: string) => parseAmount(text, FIAT);
const usdc = (text: string) => parseAmount(text, TOKEN);
const perEuro = (text: string, decimals = TOKEN): Ratio => {
  const { n, d } = ratioOf(text);
  return { n: n * 10n ** BigInt(decimals), d: d * 10n ** BigInt(FIAT) };
};
const at = (text: string) => new Date(`2026-11-22T${text}Z`);
const RATE = perEuro("1.0852");
const ALICE = "0xa11ce";

function aQuote(fields: Partial<PromisedRate> = {}): PromisedRate {
  const { rate = RATE, invoiceAmount = eur("49.9") } = fields;
  return {
    id: "quote",
    payer: ALICE,
    createdAt: at("12:00:00"),
    expiresAt: at("12:15:00"),
    paymentAmount: timesUp(invoiceAmount, rate),
    ...fields,
    rate,
    invoiceAmount,
  };
}
const QUOTED = aQuote().paymentAmount;
const NOTHING: PaidBefore = { amount: 0n, credited: 0n };
const decide = (
  payment: Partial<ConvertedPayment>,
  quotes: PromisedRate[] = [aQuote()],
  given: { priceAtBlock?: Ratio | null; before?: PaidBefore } = {},
) =>
  creditFor({ payer: ALICE, amount: QUOTED, at: at("12:05:00"), ...payment }, quotes, {
    priceAtBlock: given.priceAtBlock ?? null,
    paidBefore: () => given.before ?? NOTHING,
  });
const byQuote = (credited: bigint, quoteId = "quote") => ({ valuation: "quote", quoteId, credited });
const byPrice = (credited: bigint) => ({ valuation: "block_price", quoteId: null, credited });

test("a quote asks for at most one base unit more than its amount is worth", () => {
  expect(QUOTED).toBe(usdc("54.15148"));
  expect(aQuote({ rate: perEuro("1.08521") }).paymentAmount).toBe(usdc("54.151979"));
});

const OTHER_PRICE = perEuro("1.2");
describe.each<
  [
    title: string,
    payment: Partial<ConvertedPayment>,
    quotes: PromisedRate[],
    atQuote: unknown,
    elsewhere?: unknown,
  ]
>([
  ["exactly the quote in time", {}, [aQuote()], byQuote(eur("49.9"))],
  ["in the second of its end", { at: at("12:15:00") }, [aQuote()], byQuote(eur("49.9"))],
  ["a second after it", { at: at("12:15:01") }, [aQuote()], "price_needed", byPrice(eur("45.12623333"))],
  [
    "a second before its beginning, as clocks differ",
    { at: at("11:59:59") },
    [aQuote()],
    byQuote(eur("49.9")),
  ],
  ["two minutes before it", { at: at("11:58:00") }, [aQuote()], "price_needed", byPrice(eur("45.12623333"))],
  ["half of a quote", { amount: QUOTED / 2n }, [aQuote()], byQuote(eur("24.95"))],
  ["more than a quote", { amount: usdc("108.30296") }, [aQuote()], byQuote(eur("99.8"))],
  ["one base unit less", { amount: QUOTED - 1n }, [aQuote()], byQuote(eur("49.89999907"))],
  ["one base unit more", { amount: QUOTED + 1n }, [aQuote()], byQuote(eur("49.90000092"))],
  [
    "at the quote of another wallet",
    { payer: "0xb0b" },
    [aQuote()],
    "price_needed",
    byPrice(eur("45.12623333")),
  ],
  ["at a quote that names no wallet", { payer: "0xb0b" }, [aQuote({ payer: "" })], byQuote(eur("49.9"))],
  [
    "of an unknown wallet at a quote that names none",
    { payer: null },
    [aQuote({ payer: "" })],
    byQuote(eur("49.9")),
  ],
  [
    "of an unknown wallet at the quote of a wallet",
    { payer: null },
    [aQuote()],
    "price_needed",
    byPrice(eur("45.12623333")),
  ],
  ["without any quote", {}, [], "price_needed", byPrice(eur("45.12623333"))],
])("a payment %s", (_title, payment, quotes, atQuote, elsewhere) => {
  test("without a price", () => {
    expect(decide(payment, quotes)).toEqual(atQuote);
  });
  test("with the price of its block, which is another", () => {
    const expected = elsewhere ?? atQuote;
    expect(decide(payment, quotes, { priceAtBlock: OTHER_PRICE })).toEqual(expected);
  });
});

describe("a payment that was mined late", () => {
  const late = { at: at("12:16:30") };
  test("counts at its quote while the price has hardly moved, in whichever direction", () => {
    for (const price of ["1.0852", "1.0806", "1.09"]) {
      expect(decide(late, [aQuote()], { priceAtBlock: perEuro(price) })).toEqual(byQuote(eur("49.9")));
    }
  });

  test("counts at the price of its block when that is another, for better or worse", () => {
    expect(decide(late, [aQuote()], { priceAtBlock: perEuro("1.091") })).toEqual(byPrice(eur("49.63472043")));
    expect(decide(late, [aQuote()], { priceAtBlock: perEuro("1.079") })).toEqual(byPrice(eur("50.18672845")));
  });

  test("counts as late for two whole minutes, and as early for one", () => {
    expect(decide({ at: at("12:17:00") }, [aQuote()], { priceAtBlock: RATE })).toEqual(byQuote(eur("49.9")));
    expect(decide({ at: at("11:59:00") })).toEqual(byQuote(eur("49.9")));
    expect(decide({ at: at("11:58:59") })).toBe("price_needed");
  });

  test("counts at the price of its block after two minutes, whatever that is", () => {
    const after = { at: at("12:17:01") };
    expect(decide(after, [aQuote()], { priceAtBlock: RATE })).toEqual(byPrice(eur("49.9")));
    expect(decide(after)).toBe("price_needed");
  });

  test("is held without a price", () => {
    expect(decide(late)).toBe("price_needed");
  });
});

describe("a wallet that collects quotes", () => {
  const mine = aQuote({ id: "mine", rate: perEuro("1.2") });
  const cheap = aQuote({ id: "cheap", payer: "", rate: perEuro("1.0") });
  test("cannot pay at one that names no wallet while it has one of its own", () => {
    expect(decide({ amount: usdc("49.9") }, [mine, cheap])).toEqual(byQuote(eur("41.58333333"), "mine"));
    expect(decide({ amount: usdc("49.9") }, [cheap, mine])).toEqual(byQuote(eur("41.58333333"), "mine"));
  });

  test("cannot pay at one that is over beside the one that is live", () => {
    const before = aQuote({ id: "before", createdAt: at("11:49:59"), expiresAt: at("12:04:59") });
    expect(decide({}, [before, mine])).toMatchObject({ quoteId: "mine" });
    expect(decide({ at: at("12:00:00") }, [before, mine])).toMatchObject({ quoteId: "mine" });
  });

  test("pays at the one that was live, not at one that begins a moment later; then its own before others", () => {
    const soon = aQuote({ id: "soon", createdAt: at("12:05:30"), expiresAt: at("12:20:30") });
    expect(decide({}, [mine, soon])).toMatchObject({ quoteId: "mine" });
    expect(decide({}, [cheap, soon])).toMatchObject({ quoteId: "soon" });
    const others = { ...soon, id: "others", payer: "" };
    expect(decide({}, [cheap, others])).toMatchObject({ quoteId: "cheap" });
  });

  test("cannot pay at the one of a friend", () => {
    const friend = aQuote({ id: "friend", payer: "0xb0b", rate: perEuro("1.0") });
    expect(decide({ amount: usdc("49.9") }, [friend, mine])).toMatchObject({ quoteId: "mine" });
  });
});

describe("several quotes of one rate, for different amounts", () => {
  const all = aQuote({ id: "all" });
  const part = aQuote({ id: "part", invoiceAmount: eur("20") });
  const rest = aQuote({ id: "rest", invoiceAmount: eur("29.9") });
  test("each name what exactly their amount is worth", () => {
    for (const quote of [all, part, rest]) {
      expect(decide({ amount: quote.paymentAmount }, [all, part, rest])).toEqual(
        byQuote(quote.invoiceAmount, quote.id),
      );
    }
  });

  test("make two payments at two quotes worth the sum", () => {
    const before = { amount: part.paymentAmount, credited: part.invoiceAmount };
    expect(decide({ amount: rest.paymentAmount }, [all, part, rest], { before })).toEqual(
      byQuote(eur("29.9"), "rest"),
    );
  });
});

describe("parts of a quote", () => {
  test("are worth all of it together, whatever each is rounded by", () => {
    const rate = perEuro("1.0852", 18);
    const quote = aQuote({ rate });
    const third = quote.paymentAmount / 3n;
    const parts = [third, third, quote.paymentAmount - 2n * third];
    expect(parts.map((amount) => worth(amount, rate)).reduce((a, b) => a + b)).toBeLessThan(eur("49.9"));
    expect(paidInParts(quote, parts)).toBe(eur("49.9"));
  });

  test("are worth exactly what was quoted, of the quote that they fill, where its amount was rounded up", () => {
    const rate = perEuro("1.08521");
    const [small, large] = [
      aQuote({ id: "small", rate, invoiceAmount: eur("20.01") }),
      aQuote({ id: "large", rate }),
    ];
    const half = small.paymentAmount / 2n;
    const first = decide({ amount: half }, [small, large]);
    if (first === "price_needed") throw new Error("not at the quote");
    const before = { amount: half, credited: first.credited };
    expect(worth(small.paymentAmount, rate)).toBeGreaterThan(eur("20.01"));
    expect(decide({ amount: small.paymentAmount - half }, [small, large], { before })).toEqual(
      byQuote(eur("20.01") - first.credited, "small"),
    );
  });

  test("are less than all of it while a base unit of the token is missing", () => {
    const quote = aQuote({ rate: perEuro("1.0852", 18) });
    const half = quote.paymentAmount / 2n;
    expect(paidInParts(quote, [half, quote.paymentAmount - half - 1n])).toBe(eur("49.89999999"));
  });
});

function paidInParts(quote: PromisedRate, parts: readonly bigint[]): bigint {
  let before = NOTHING;
  for (const amount of parts) {
    const credit = decide({ amount }, [quote], { before });
    if (credit === "price_needed") throw new Error("not at the quote");
    before = { amount: before.amount + amount, credited: before.credited + credit.credited };
  }
  return before.credited;
}

describe("whatever the amounts, rates and decimals", () => {
  const decimals = fc.constantFrom(0, 2, 6, 8, 18);
  // 0.01 to 10^12, in a currency without decimals too.
  const invoice = fc.bigInt({ min: 1n, max: 10n ** 20n });
  const anyRate = fc
    .record({ n: fc.bigInt({ min: 1n, max: 10n ** 15n }), scale: decimals })
    .map(({ n, scale }): Ratio => ({ n: n * 10n ** BigInt(scale), d: 10n ** 16n }));
  const numRuns = manyCases();

  test("a payment is worth what exact arithmetic says, less than one base unit below", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 32n }), anyRate, (amount, rate) => {
        const credit = creditAtPrice(amount, rate);
        // credited <= amount / rate < credited + 1
        expect(credit * rate.n <= amount * rate.d).toBe(true);
        expect((credit + 1n) * rate.n > amount * rate.d).toBe(true);
      }),
      { numRuns },
    );
  });

  test("what a quote asks for is worth its amount, and one base unit less is not", () => {
    fc.assert(
      fc.property(invoice, anyRate, (invoiceAmount, rate) => {
        const quote = aQuote({ rate, invoiceAmount });
        expect(decide({ amount: quote.paymentAmount }, [quote])).toMatchObject({ credited: invoiceAmount });
        // Never more than one base unit above the exact amount, never below.
        expect(quote.paymentAmount * rate.d >= invoiceAmount * rate.n).toBe(true);
        expect((quote.paymentAmount - 1n) * rate.d < invoiceAmount * rate.n).toBe(true);
        if (quote.paymentAmount === 1n) return;
        const less = decide({ amount: quote.paymentAmount - 1n }, [quote]);
        expect(less === "price_needed" || less.credited < invoiceAmount).toBe(true);
      }),
      { numRuns },
    );
  });

  test("parts are together never worth more than exact arithmetic says, and lose less than one base unit", () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 24n }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(invoice, anyRate, parts, (invoiceAmount, rate, amounts) => {
        const quote = aQuote({ rate, invoiceAmount });
        // Exactly what was quoted is worth the quoted amount, which the other properties say.
        const sums = amounts.map((_, i) => amounts.slice(0, i + 1).reduce((a, b) => a + b));
        if ([...amounts, ...sums].includes(quote.paymentAmount)) return;
        const sum = sums.at(-1) ?? 0n;
        const credited = paidInParts(quote, amounts);
        expect(credited * rate.n <= sum * rate.d).toBe(true);
        expect((credited + 1n) * rate.n > sum * rate.d).toBe(true);
      }),
      { numRuns },
    );
  });
});

function creditAtPrice(amount: bigint, priceAtBlock: Ratio): bigint {
  const given: Circumstances = { priceAtBlock, paidBefore: () => NOTHING };
  const credit = creditFor({ payer: null, amount, at: at("12:00:00") }, [], given);
  if (credit === "price_needed") throw new Error("the price was there");
  return credit.credited;
}
