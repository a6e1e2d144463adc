import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { nextFlow, startFlow } from "@/components/pay/flow/flow";
import { changeOf, drawnOn } from "@/components/pay/flow/same-payment";
import { askedOf, leavingOf, sumsText } from "@/components/pay/money/sums";
import { paymentUris } from "@/components/pay/qr/payment-uri";
import { compare } from "@/components/pay/safety/compare";
import { contradictionIn } from "@/components/pay/safety/contradiction";
import { builtPayment, expectationOf } from "@/components/pay/safety/expected";
import { revocations } from "@/components/pay/safety/revoke";
import { checkSignature } from "@/components/pay/safety/signed-quotes";
import { shortRate } from "@/components/pay/summary/quoted";
import { aReadyPage, FACTS, shownTo } from "@/components/pay/testing/pages";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { quoteTypedData } from "@/server/quotes/typed-data";
import type { PageStateOf } from "@/server/secure-payments/page/page-schema";
import type { ShownQuote } from "@/server/secure-payments/page/shown-schema";

const SERVICE = privateKeyToAccount(`0x${"11".repeat(32)}`);
const STRANGER = privateKeyToAccount(`0x${"22".repeat(32)}`);
const WALLET = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const ETH_CONVERSION = EVM_NETWORKS.base.contracts.ethConversionProxy?.address;
const [ITEM] = FACTS.items;
const [LEG] = shownTo(null).legs;
if (!ITEM || !LEG) throw new Error("no payment");

/** 49.90 EUR at 1.0849 is 54.13651 USDC. */
const QUOTE: Omit<ShownQuote, "signature"> = {
  id: "01M7WM9D7FKFSH7GG6GY105AVH",
  requestId: ITEM.requestId,
  payer: WALLET.toLowerCase(),
  invoiceCurrency: "EUR",
  invoiceAmount: "49.9",
  paymentCurrency: "USDC-base",
  paymentAmount: "54.13651",
  rate: "1.0849",
  sources: [
    { name: "chainlink:base", currency: "EUR", usd: "1.085", round: "7", time: "2030-01-01T00:00:00.000Z" },
    { name: "coinbase", currency: "USDC", usd: "1.0001", round: "", time: "2030-01-01T00:00:05.000Z" },
  ],
  createdAt: "2030-01-01T00:01:00.000Z",
  expiresAt: "2030-01-01T00:16:00.000Z",
};

async function signedQuote(more: Partial<ShownQuote> = {}, by = SERVICE): Promise<ShownQuote> {
  const unsigned = structuredClone({ ...QUOTE, ...more });
  const signature = await by.signTypedData(quoteTypedData(unsigned));
  return { ...unsigned, signature };
}

/** A link over 49.90 EUR as its page shows it to a wallet; before there is one without a quote. */
function pageWith(quote: ShownQuote | null, amount = "54136510"): PageStateOf<"ready"> {
  const page = structuredClone(aReadyPage(quote ? WALLET : null));
  const [item] = page.facts.items;
  const [leg] = page.shown.legs;
  if (!item || !leg) throw new Error("no payment");
  const units = quote ? amount : "0";
  Object.assign(leg, { amount: units });
  const invoice = { currency: "EUR", symbol: "EUR", decimals: 8, amount: "4990000000", received: "0" };
  Object.assign(item, { amount: units, invoice });
  // The very object, which carries that its signature was looked at.
  return { ...page, shown: { ...page.shown, quote } };
}

async function checked(quote: ShownQuote): Promise<ShownQuote> {
  await checkSignature(quote, SERVICE.address);
  return quote;
}

/** What `/pay` answers beside such a page. */
function answerOf({ shown }: PageStateOf<"ready">) {
  const { to, data } = builtPayment(expectationOf(shown), [LEG?.recipient.address ?? ""]);
  const { quote } = shown;
  const sources = quote?.sources.map(({ round, ...source }) =>
    round === "" ? source : { ...source, round },
  );
  return {
    paymentType: "single",
    transactions: [{ to, data, value: "0" }],
    feeBundle: null,
    metadata: {
      stepsRequired: 1,
      needsApproval: false,
      approvalTransactionsCount: 0,
      paymentTransactionIndex: 0,
    },
    ...(quote ? { quote: { ...quote, sources } } : {}),
  };
}

const signer = { family: "evm", address: WALLET } as const;

describe("a link in euros", () => {
  test("shows euros until a wallet is there, and gives nobody anything to sign or to scan", () => {
    const page = pageWith(null);
    expect(contradictionIn(page)).toBeNull();
    expect(sumsText(askedOf(page.facts), "en")).toBe("49.90 EUR");
    expect(compare(page.shown, {}, signer)).toMatchObject({ ok: false });
    expect(paymentUris(page.shown)).toBeNull();
  });

  test("is paid with what the signed rate makes of it, and with that only", async () => {
    const page = pageWith(await checked(await signedQuote()));
    expect(contradictionIn(page)).toBeNull();
    expect(sumsText(leavingOf(page.facts, page.shown), "en")).toBe("54.13651 USDC");
    const result = compare(page.shown, answerOf(page), signer);
    expect(result).toMatchObject({ ok: true, steps: [{ amounts: [{ amount: 54_136_510n }] }] });
    expect(paymentUris(page.shown), "no code can carry the end of a rate").toBeNull();
  });

  test.each([
    ["54136509", "54.136509"],
    ["54136511", "54.136511"],
  ])("is not paid with %s, even where the service signed that", async (units, paymentAmount) => {
    const page = pageWith(await checked(await signedQuote({ paymentAmount })), units);
    expect(contradictionIn(page)).toMatchObject({ field: "quote" });
    expect(compare(page.shown, answerOf(page), signer)).toMatchObject({ ok: false });
  });

  test("takes the amount rounded up to a base unit", async () => {
    const rate = "1.084900000000000000000000000000000001";
    const page = pageWith(await checked(await signedQuote({ rate, paymentAmount: "54.136511" })), "54136511");
    expect(contradictionIn(page)).toBeNull();
  });

  test.each<[string, Partial<ShownQuote>]>([
    ["of another request", { requestId: `01${"cd".repeat(32)}` }],
    ["of another wallet", { payer: "0x7777777777777777777777777777777777777777" }],
    ["of no wallet", { payer: "" }],
    ["in dollars", { invoiceCurrency: "USD" }],
    ["in a token that is not paid", { paymentCurrency: "USDT-base" }],
    ["that ended before it began", { expiresAt: "2029-12-31T00:00:00.000Z" }],
    ["of more than is asked for", { invoiceAmount: "499", paymentAmount: "541.3651" }],
    ["with a rate that is no number", { rate: "1e3" }],
  ])("refuses a signed quote %s", async (_, more) => {
    const quote = await checked(await signedQuote(more));
    const page = pageWith(quote, quote.paymentAmount.replace(".", "").padEnd(8, "0"));
    expect(contradictionIn(page)).not.toBeNull();
  });

  test("refuses a quote that somebody else signed, or that nobody looked at", async () => {
    const foreign = await checked(await signedQuote({}, STRANGER));
    for (const quote of [foreign, await signedQuote(), structuredClone(await checked(await signedQuote()))]) {
      const page = pageWith(quote);
      expect(contradictionIn(page)).toMatchObject({ field: "quote" });
      expect(compare(page.shown, answerOf(page), signer)).toMatchObject({ ok: false });
    }
  });

  test("refuses fees that are not quoted", async () => {
    const page = pageWith(await checked(await signedQuote()));
    Object.assign(page.shown.legs[0] ?? {}, { fee: { amount: "1", address: WALLET } });
    expect(compare(page.shown, answerOf(page), signer)).toMatchObject({ ok: false });
  });
});

/** The quote with one field changed, each field once, those of its sources too. */
function everyChange(quote: ShownQuote): [string, ShownQuote][] {
  const other = (value: string) =>
    /^\d{4}-/.test(value)
      ? value.replace("2030", "2031")
      : value.replace(/[0-9a-zA-Z](?=[^0-9a-zA-Z]*$)/, (last) => (last === "1" ? "2" : "1"));
  const texts = Object.entries(quote).flatMap(([name, value]): [string, ShownQuote][] =>
    typeof value === "string" ? [[name, { ...structuredClone(quote), [name]: other(value) }]] : [],
  );
  const sources = Object.keys(quote.sources[0] ?? {}).map((name): [string, ShownQuote] => {
    const copy = structuredClone(quote);
    const [source] = copy.sources;
    const value: unknown = source && Reflect.get(source, name);
    if (source) Reflect.set(source, name, other(String(value)));
    return [`sources.${name}`, copy];
  });
  return [...texts, ...sources, ["sources", { ...structuredClone(quote), sources: quote.sources.slice(1) }]];
}

describe("a quote in native coin", () => {
  /** 49.90 EUR at 0.000434 are 0.0216566 ETH. */
  const DUE = 21_656_600_000_000_000n;

  async function inCoin(units: bigint, more: Partial<ShownQuote> = {}): Promise<PageStateOf<"ready">> {
    const quoted = { paymentCurrency: "ETH-base", rate: "0.000434", paymentAmount: "0.0216566" };
    const page = pageWith(await checked(await signedQuote({ ...quoted, ...more })), String(units));
    Object.assign(page.facts.items[0] ?? {}, { currency: "ETH-base", symbol: "ETH", decimals: 18 });
    Object.assign(page.shown.legs[0] ?? {}, { currency: "ETH-base" });
    return page;
  }

  function compareWith(page: PageStateOf<"ready">, changes: object) {
    const answer = answerOf(page);
    const transactions = answer.transactions.map((one) => ({ ...one, ...changes }));
    return compare(page.shown, { ...answer, transactions }, signer);
  }

  test("is paid with one transaction whose value is what the signed rate makes of the invoice", async () => {
    const page = await inCoin(DUE);
    expect(contradictionIn(page)).toBeNull();
    expect(compareWith(page, { value: { type: "BigNumber", hex: `0x${DUE.toString(16)}` } })).toMatchObject({
      ok: true,
      steps: [
        {
          kind: "pay",
          transaction: { to: EVM_NETWORKS.base.contracts.ethereumFeeProxy?.address, value: DUE },
          amounts: [{ currency: "ETH-base", amount: DUE }],
        },
      ],
    });
  });

  test.each<[string, string, object]>([
    ["a wei more", "value", { value: String(DUE + 1n) }],
    ["a wei less", "value", { value: String(DUE - 1n) }],
    ["all that the wallet has", "value", { value: { type: "BigNumber", hex: "0x8ac7230489e80000" } }],
    ["nothing", "value", { value: 0 }],
    ["the contract that converts by itself", "contract", { to: ETH_CONVERSION }],
  ])("an answer with %s is refused", async (_, field, changes) => {
    const page = await inCoin(DUE);
    expect(compareWith(page, { value: String(DUE), ...changes })).toMatchObject({
      ok: false,
      problem: { field },
    });
  });

  test("is not paid at a higher amount, even where the service signed that", async () => {
    const page = await inCoin(DUE + 1n, { paymentAmount: "0.021656600000000001" });
    expect(contradictionIn(page)).toMatchObject({ field: "quote" });
    expect(compareWith(page, { value: String(DUE + 1n) })).toMatchObject({ ok: false });
  });

  test("in the coin of another network is refused", async () => {
    const page = await inCoin(DUE, { paymentCurrency: "ETH-mainnet" });
    expect(contradictionIn(page)).not.toBeNull();
    expect(compareWith(page, { value: String(DUE) })).toMatchObject({ ok: false });
  });
});

test("a permission that was left over is taken back by what the page showed before there was a rate", () => {
  expect(revocations(pageWith(null).shown)).toMatchObject([
    { kind: "reset", amounts: [{ currency: "USDC-base", amount: 0n }] },
  ]);
});

describe("a quote that was altered on the wire", () => {
  test("is refused in the state of the page, whichever field it is", async () => {
    const quote = await signedQuote();
    const changes = everyChange(quote);
    expect(changes.map(([name]) => name)).toHaveLength(17);
    for (const [name, altered] of changes) {
      await checkSignature(altered, SERVICE.address);
      expect(contradictionIn(pageWith(altered)), name).not.toBeNull();
    }
  });

  test("is refused in the answer of /pay, whichever field it is", async () => {
    const quote = await checked(await signedQuote());
    const page = pageWith(quote);
    const answer = answerOf(page);
    for (const [name, altered] of everyChange(quote)) {
      expect(compare(page.shown, { ...answer, quote: altered }, signer), name).toMatchObject({
        ok: false,
      });
    }
    const { quote: _, ...without } = answer;
    expect(compare(page.shown, without, signer)).toMatchObject({ ok: false });
    const more = { ...answer, quote: { ...answer.quote, discount: "1" } };
    expect(compare(page.shown, more, signer)).toMatchObject({ ok: false });
  });

  test("does not come to a link that asks for tokens", async () => {
    const page = aReadyPage(WALLET);
    const answer = { ...answerOf(page), quote: await signedQuote() };
    expect(compare(page.shown, answer, signer)).toMatchObject({ ok: false, problem: { field: "quote" } });
    const drawn = { ...page, shown: { ...page.shown, quote: await checked(await signedQuote()) } };
    expect(contradictionIn(drawn)).toMatchObject({ field: "quote" });
  });

  test("lets no other amount into the calldata", async () => {
    const page = pageWith(await checked(await signedQuote()));
    const [leg] = page.shown.legs;
    const dearer = { ...page.shown, quote: null, legs: leg ? [{ ...leg, amount: "54136511" }] : [] };
    const { to, data } = builtPayment(expectationOf(dearer), [LEG?.recipient.address ?? ""]);
    const answer = { ...answerOf(page), transactions: [{ to, data, value: "0" }] };
    expect(compare(page.shown, answer, signer)).toMatchObject({ ok: false, problem: { field: "amount" } });
  });
});

describe("while the payer reads", () => {
  const payer = { family: "evm", address: WALLET, chainId: 8453 } as const;

  test("the same quote changes nothing, and a new one is pointed out with both amounts", async () => {
    const first = pageWith(null);
    const page = pageWith(await checked(await signedQuote()));
    let flow = startFlow(first, null, drawnOn(first));
    flow = nextFlow(flow, { type: "wallet", payer });
    flow = nextFlow(flow, { type: "read", epoch: flow.epoch, page });
    expect(flow).toMatchObject({ step: "choose", trouble: null });
    flow = nextFlow(flow, { type: "read", epoch: flow.epoch, page });
    expect(flow).toMatchObject({ step: "choose", trouble: null });
    const plan = {
      steps: [],
      batch: null,
      safe: null,
      at: 0,
      shown: page.shown,
      warnedOf: [],
      price: null,
      funds: { networkFee: null, networkFeeUsd: null, nativeBalance: null, hasEnoughGas: true },
    };
    const review = { ...flow, step: "review", plan } as const;
    const renewed = pageWith(
      await checked(
        await signedQuote({ id: "01M7WM9D7FKFSH7GG6GY105AVJ", rate: "1.09", paymentAmount: "54.391" }),
      ),
      "54391000",
    );
    for (const before of [flow, review]) {
      const after = nextFlow(before, { type: "read", epoch: flow.epoch, page: renewed });
      expect(after).toMatchObject({
        step: "choose",
        trouble: { code: "quote_renewed", before: "54.13651", after: "54.391", symbol: "USDC" },
      });
      expect("plan" in after).toBe(false);
    }
    // What the wallet has already been asked is not exchanged under it; the old plan never gets a second press.
    const signing = nextFlow(
      { ...review, step: "signing", isHandedOver: true },
      { type: "read", epoch: flow.epoch, page: renewed },
    );
    expect(signing.step).toBe("signing");
    const refused = nextFlow(signing, {
      type: "failed",
      epoch: flow.epoch,
      trouble: { code: "wallet", reason: "rejected" },
    });
    expect(nextFlow(refused, { type: "read", epoch: flow.epoch, page: renewed })).toMatchObject({
      step: "choose",
      trouble: { code: "quote_renewed" },
    });
  });

  test("no rate stops what is not in a wallet yet, and is asked for again", async () => {
    const first = pageWith(null);
    let flow = nextFlow(startFlow(first, null, drawnOn(first)), { type: "wallet", payer });
    flow = nextFlow(flow, { type: "read", epoch: flow.epoch, page: { kind: "no_rate" } });
    expect(flow.step).toBe("stopped");
    const page = pageWith(await checked(await signedQuote()));
    expect(nextFlow(flow, { type: "read", epoch: flow.epoch, page }).step).toBe("choose");
  });

  test("nobody exchanges the amount asked for, the recipient or the token", async () => {
    const drawn = drawnOn(pageWith(null));
    if (!drawn) throw new Error("nothing drawn");
    const { shown } = pageWith(await checked(await signedQuote()));
    expect(changeOf(drawn, shown)).toBeNull();
    const more = await signedQuote({ invoiceAmount: "49.91" });
    expect(changeOf(drawn, { ...shown, quote: more })).toMatchObject({ field: "amount" });
    const dollars = await signedQuote({ invoiceCurrency: "USD" });
    expect(changeOf(drawn, { ...shown, quote: dollars })).toMatchObject({ field: "quote" });
    expect(changeOf(drawn, { ...shown, quote: null })).toMatchObject({ field: "amount" });
  });
});

test("a rate is shown with six digits that count, rounded up", () => {
  expect(["1.084891510848915", "0.0000123456789", "1", "154.5", "0.00640000001"].map(shortRate)).toEqual([
    "1.084892",
    "0.0000123457",
    "1",
    "154.5",
    "0.00640001",
  ]);
});
