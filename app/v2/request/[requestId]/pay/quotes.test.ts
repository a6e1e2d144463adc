import { createServer, type Server } from "node:http";
import { eq } from "drizzle-orm";
import { type Hex, recoverTypedDataAddress } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { feedAddress } from "@/contracts/feeds";
import { quotes, requests } from "@/db/schema";
import { replaceApp } from "@/server/boot";
import { sequencerFeed } from "@/server/chains/price-feeds";
import { tokenById } from "@/server/currencies/tokens";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { parseAmount } from "@/server/lib/amount";
import { type Ratio, ratioOf } from "@/server/lib/ratio";
import { Quote, quoteTypedData } from "@/server/quotes/quote";
import { anotherProcess, aTenant, type TestApi } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { callFeed, moveFeed } from "@/server/testing/evm/feeds";
import { ManualClock } from "@/server/testing/manual-clock";
import { balanceOf, call, paymentEvents, signAndSend } from "@/server/testing/paying";
import { statementsOf } from "@/server/testing/statements";

const PAYEE: Hex = "0x6666666666666666666666666666666666666666";
const OTHER_WALLET: Hex = "0x7777777777777777777777777777777777777777";
const clock = new ManualClock(Date.now());
let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let apiKey: string;
let wallet: Hex;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("base", {}, { now: clock.now }));
  ({ apiKey } = await aTenant(api));
  wallet = chain.accounts.payer.address;
});
afterAll(() => stop?.());
beforeEach(async () => {
  const snapshot = await chain.snapshot();
  // Every test asks the sources anew.
  clock.advance(60_000);
  return () => chain.revert(snapshot);
});

/** Moves a feed: what one unit is worth in USD, and how long ago that was said. */
async function setPrice(symbol: string, usd: string, secondsAgo = 0): Promise<void> {
  const answer = usd.startsWith("-") ? -1n : usd === "0" ? 0n : parseAmount(usd, 8);
  await moveFeed(chain, symbol, answer, BigInt(secondsAgo));
  clock.advance(20_000);
}

async function create(amount: string, invoiceCurrency: string, paymentCurrency = "USDC-base") {
  const body = { payee: PAYEE, amount, invoiceCurrency, paymentCurrency };
  const response = await postRequest(call("POST", "/v2/request", { "x-api-key": apiKey }, body));
  return { status: response.status, body: await response.json() };
}

async function aRequest(...args: Parameters<typeof create>): Promise<string> {
  const { status, body } = await create(...args);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.requestId;
}

async function ask(id: string, query: Record<string, string> = { wallet }, key = apiKey) {
  const path = `/v2/request/${id}/pay?${new URLSearchParams(query)}`;
  const params = Promise.resolve({ requestId: id });
  const response = await getCalldata(call("GET", path, { "x-api-key": key }), { params });
  return { status: response.status, body: await response.json() };
}

async function quoted(id: string, query?: Record<string, string>): Promise<Quote> {
  const { status, body } = await ask(id, query);
  expect([status, body.quote]).toEqual([200, expect.anything()]);
  return Quote.parse(body.quote);
}

const refusal = async (id: string, query?: Record<string, string>) => {
  const { status, body } = await ask(id, query);
  return [status, body.code, body.message];
};

async function stored(id: string) {
  return api.app.database.db
    .select({ id: quotes.id, supersededBy: quotes.supersededBy, payer: quotes.payer })
    .from(quotes)
    .innerJoin(requests, eq(requests.id, quotes.requestId))
    .where(eq(requests.requestId, `0x${id}`));
}

/** The texts of all statements that `work` sends, of the query builder and of those that share a commit. */
async function allStatements(work: () => Promise<{ status: number }>): Promise<string[]> {
  const { sql } = api.app.database;
  const { unsafe } = sql;
  const shared: string[] = [];
  const noting = (...args: Parameters<typeof unsafe>) => {
    shared.push(args[0]);
    return Reflect.apply(unsafe, sql, args);
  };
  Object.assign(sql, { unsafe: noting });
  try {
    const { result, statements } = await statementsOf(api.app, work);
    expect(result.status).toBe(201);
    return [...statements.map(({ text }) => text), ...shared];
  } finally {
    Object.assign(sql, { unsafe });
  }
}

/** What a payment is by the rate of its quote, base units, by fractions alone. */
function exactly({ invoiceAmount, rate }: Quote, decimals: number): Ratio {
  const [amount, exact] = [ratioOf(invoiceAmount), ratioOf(rate)];
  return { n: amount.n * exact.n * 10n ** BigInt(decimals), d: amount.d * exact.d };
}

function isRoundedUp(quote: Quote): boolean {
  const decimals = tokenById(quote.paymentCurrency)?.decimals ?? 0;
  const { n, d } = exactly(quote, decimals);
  const paid = parseAmount(quote.paymentAmount, decimals);
  return paid * d >= n && (paid - 1n) * d < n;
}

describe("a request in euros", () => {
  test("is paid in a token of 6 or of 18 decimals, or in native coin, at a rate that is signed and says where it is from", async () => {
    for (const [currency, address, paymentAmount] of [
      ["USDC-base", tokenById("USDC-base")?.address, "54.152331"],
      ["DAI-base", tokenById("DAI-base")?.address, "54.1415"],
      ["ETH-base", null, "0.0216566"],
    ] as const) {
      const id = await aRequest("49.90", "EUR", currency);
      const { body } = await ask(id);
      const quote = Quote.parse(body.quote);
      expect(quote).toMatchObject({
        requestId: id,
        payer: wallet.toLowerCase(),
        invoiceCurrency: "EUR",
        invoiceAmount: "49.9",
        paymentCurrency: currency,
        paymentAmount,
        expiresAt: new Date(clock.now().getTime() + 900_000).toISOString(),
      });
      expect(isRoundedUp(quote)).toBe(true);
      expect(quote.sources).toEqual([
        expect.objectContaining({ name: "chainlink:base", currency: "EUR", usd: "1.085", round: "1" }),
        expect.objectContaining({ name: "chainlink:base", currency: currency.split("-")[0], round: "1" }),
      ]);
      const token: Hex | null = address ? `0x${address.slice(2)}` : null;
      const before = await balanceOf(chain, token, PAYEE);
      const receipts = await signAndSend(chain, "payer", body.transactions);
      const decimals = tokenById(currency)?.decimals ?? 0;
      expect((await balanceOf(chain, token, PAYEE)) - before).toBe(parseAmount(paymentAmount, decimals));
      expect(receipts.flatMap(paymentEvents)).toHaveLength(1);
    }
  });

  test("costs no more statements to create than one in its own token", async () => {
    const create10 = (currency: string) => allStatements(() => create("10", currency));
    // Credentials are remembered from then on.
    await create10("USDC-base");
    const [plain, fiat] = [await create10("USDC-base"), await create10("EUR")];
    expect(plain).toContainEqual(expect.stringContaining("insert into requests"));
    expect(fiat).toEqual(plain);
  });

  test("is paid in parts that are named in euros, all at one rate", async () => {
    const id = await aRequest("49.90", "EUR");
    const whole = await quoted(id);
    await setPrice("EUR", "1.2");
    const part = await quoted(id, { wallet, amount: "20.00000001" });
    expect(part).toMatchObject({
      invoiceAmount: "20.00000001",
      rate: whole.rate,
      expiresAt: whole.expiresAt,
    });
    expect(part.createdAt).toBe(whole.createdAt);
    expect(part.id).not.toBe(whole.id);
    expect(isRoundedUp(part)).toBe(true);
    expect((await quoted(id, { wallet, amount: "1000" })).invoiceAmount).toBe("49.9");
    expect((await ask(id, { wallet, amount: "0.000000001" })).status).toBe(400);
  });
});

describe("a quote", () => {
  test("is the same for its payer while it lives, and a new one only after its end", async () => {
    const id = await aRequest("100", "EUR");
    const first = await quoted(id);
    await setPrice("EUR", "1.2");
    expect(await quoted(id)).toEqual(first);
    expect(await quoted(id, { wallet: wallet.toLowerCase() })).toEqual(first);
    clock.advance(900_000);
    const second = await quoted(id);
    expect(second.paymentAmount).toBe("120.024005");
    expect((await stored(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: first.id, supersededBy: second.id, payer: wallet.toLowerCase() },
      { id: second.id, supersededBy: null, payer: wallet.toLowerCase() },
    ]);
  });

  test("belongs to its wallet: another wallet, and nobody in particular, have their own", async () => {
    const id = await aRequest("100", "EUR");
    const own = await quoted(id);
    await setPrice("EUR", "1.2");
    const other = await quoted(id, { wallet: OTHER_WALLET });
    expect([other.payer, other.rate === own.rate]).toEqual([OTHER_WALLET, false]);
    expect((await quoted(id, {})).payer).toBe("");
    expect(await quoted(id)).toEqual(own);
  });

  test("is one when 200 calls ask at once, and when an old one ends under them", async () => {
    const id = await aRequest("100", "EUR");
    const race = async () => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => quoted(id)));
      return [...new Set(answers.map((answer) => answer.id))];
    };
    const [first, ...others] = await race();
    expect(others).toEqual([]);
    clock.advance(900_000);
    const [second, ...more] = await race();
    expect(more).toEqual([]);
    expect(second).not.toBe(first);
    expect(await stored(id)).toHaveLength(2);
  });

  test("is one rate when calls for many parts race", async () => {
    const id = await aRequest("100", "EUR");
    const parts = Array.from({ length: 30 }, (_, i) => quoted(id, { wallet, amount: String(i + 1) }));
    const answers = await Promise.all(parts);
    expect(new Set(answers.map(({ rate, expiresAt }) => `${rate} ${expiresAt}`)).size).toBe(1);
    expect((await stored(id)).filter(({ supersededBy }) => supersededBy === null)).toHaveLength(1);
  });

  test("is signed by the signer of quittances, and not with any field changed", async () => {
    const quote = await quoted(await aRequest("49.90", "EUR"));
    const signer = quittanceSigner(api.app.config).address;
    const signedBy = (said: Quote) =>
      recoverTypedDataAddress({ ...quoteTypedData(said), signature: `0x${quote.signature.slice(2)}` });
    expect(await signedBy(quote)).toBe(signer);
    const [source] = quote.sources;
    if (!source) throw new Error("a rate has sources");
    const { signature: _, sources: __, ...texts } = quote;
    const altered: Quote[] = [
      ...Object.entries(texts).map(([field, text]) => ({ ...quote, [field]: `${text}1` })),
      { ...quote, sources: [] },
      ...Object.keys(source).map((field) => ({ ...quote, sources: [{ ...source, [field]: "1" }] })),
    ];
    expect(altered).toHaveLength(16);
    for (const said of altered) expect(await signedBy(said)).not.toBe(signer);
  });

  test("of another account's request is not to be had", async () => {
    const id = await aRequest("100", "EUR");
    const other = await aTenant(api);
    expect((await ask(id, { wallet }, other.apiKey)).status).toBe(404);
    expect(await stored(id)).toEqual([]);
  });
});

describe("amounts", () => {
  test.each([
    ["0.01", "EUR", "USDC-base", "0.010853"],
    ["1000000000000", "EUR", "USDC-base", "1085217043408.681737"],
    ["1000000000000", "EUR", "DAI-base", "1085000000000"],
    ["0.01", "USD", "DAI-base", "0.01"],
    ["5000", "JPY", "USDC-base", "33.506702"],
    ["250", "USDC-base", "DAI-base", "249.95"],
    ["0.5", "ETH-base", "USDC-base", "1250.250051"],
  ])("%s %s are in %s %s, never short and never over by a unit", async (amount, invoice, currency, paid) => {
    const quote = await quoted(await aRequest(amount, invoice, currency));
    expect(quote.paymentAmount).toBe(paid);
    expect(isRoundedUp(quote)).toBe(true);
  });

  test("finer than a currency is written are refused; yen have no decimals", async () => {
    expect(await create("0.5", "JPY")).toMatchObject({ status: 400, body: { message: expect.anything() } });
    expect(await create("0.001", "EUR")).toMatchObject({ status: 400 });
    expect(await create("1.5", "JPY")).toMatchObject({ status: 400 });
  });

  test("that no token can hold are refused when they are to be paid", async () => {
    const id = await aRequest(`1${"0".repeat(62)}`, "EUR", "DAI-base");
    expect((await ask(id)).status).toBe(400);
    expect(await stored(id)).toEqual([]);
  });

  test("in a stablecoin that has lost its peg are as many more of it as it is worth less", async () => {
    await setPrice("DAI", "0.9");
    const quote = await quoted(await aRequest("100", "USD", "DAI-base"));
    expect(quote.paymentAmount).toBe("111.111111111111111112");
    expect(quote.sources).toEqual([expect.objectContaining({ currency: "DAI", usd: "0.9", round: "2" })]);
  });
});

describe("no usable price: 503 with the reason, and no quote", () => {
  const WHY = [
    ["a stale feed", () => setPrice("EUR", "1.085", 400_000), "chainlink:base"],
    ["a feed of zero", () => setPrice("EUR", "0"), "the feed answers 0"],
    ["a negative feed", () => setPrice("EUR", "-1"), "the feed answers -1"],
    [
      "a feed at its bound",
      async () => {
        await callFeed(chain, feedAddress("base", "EUR"), "setBounds", [108_500_000n, 200_000_000n]);
        clock.advance(20_000);
      },
      "chainlink:base",
    ],
    [
      "a sequencer that is just back",
      async () => {
        const { timestamp } = await chain.publicClient.getBlock();
        const feed = sequencerFeed("base");
        if (feed) await callFeed(chain, feed, "setAnswer", [0n, timestamp - 600n]);
        clock.advance(20_000);
      },
      "sequencer",
    ],
  ] as const;

  test.each(WHY)("%s", async (_, spoil, reason) => {
    const id = await aRequest("49.90", "EUR");
    await spoil();
    const [status, code, message] = await refusal(id);
    expect([status, code]).toEqual([503, "price_unavailable"]);
    expect(message).toContain("No rate from EUR to USDC: 0 of 1 independent sources");
    expect(message).toContain(reason);
    expect(await stored(id)).toEqual([]);
  });

  test("and a quote that was promised before stays what it is", async () => {
    const id = await aRequest("49.90", "EUR");
    const quote = await quoted(id);
    await setPrice("EUR", "0");
    expect(await quoted(id)).toEqual(quote);
  });
});

describe("second opinions", () => {
  let said: string | null = null;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    // Answers every question with the same text, or never.
    server = createServer((_, response) => {
      if (said !== null) response.end(said);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const address = server.address();
    url = typeof address === "object" && address ? `http://127.0.0.1:${address.port}` : "";
  });
  afterAll(() => {
    replaceApp(api.app);
    server.closeAllConnections();
    server.close();
  });

  /** The same service with other settings. */
  async function withSettings<T>(
    env: Record<string, string>,
    work: () => Promise<T>,
    now = clock.now,
  ): Promise<T> {
    const settings = { NETWORK_PROFILE: "local", RPC_URL_BASE: chain.rpcUrl, ...env };
    const other = anotherProcess(api, settings, { now });
    replaceApp(other);
    try {
      return await work();
    } finally {
      replaceApp(api.app);
      await other.close();
    }
  }

  const twoSources = () => ({
    PRICE_SOURCES: "chainlink,coinbase",
    PRICE_SOURCES_REQUIRED: "2",
    PRICE_URL_COINBASE: url,
    PRICE_TIMEOUT_MS: "200",
  });
  const usdcAt = (usd: string) => JSON.stringify({ data: { currency: "USDC", rates: { USD: usd } } });

  test.each([
    ["that answers HTML", "<html><body>Just a moment</body></html>"],
    ["that hangs", null],
    ["that lies by more than is allowed", usdcAt("1.05")],
  ])("of a source %s: no quote", async (_, text) => {
    said = text;
    const id = await aRequest("100", "USD");
    await withSettings(twoSources(), async () => {
      const [status, code, message] = await refusal(id);
      expect([status, code]).toEqual([503, "price_unavailable"]);
      expect(message).toMatch(/of 2 independent sources have a usable price of USDC/);
    });
    expect(await stored(id)).toEqual([]);
  });

  test("of a source that agrees are part of the quote", async () => {
    said = usdcAt("0.9999");
    const id = await aRequest("100", "USD");
    const quote = await withSettings(twoSources(), () => quoted(id));
    expect(quote.sources.map(({ name, usd }) => `${name} ${usd}`)).toEqual([
      "chainlink:base 0.9998",
      "coinbase 0.9999",
    ]);
    expect(quote.paymentAmount).toBe("100.020005");
  });

  test("a clock of the server that is wrong makes no price on live networks", async () => {
    const id = await aRequest("100", "USD");
    const live = { NETWORK_PROFILE: "live", PRICE_SOURCES: "chainlink", PRICE_SOURCES_REQUIRED: "1" };
    const { timestamp } = await chain.publicClient.getBlock();
    const at = (offsetMs: number) => () => new Date(Number(timestamp) * 1_000 + offsetMs);
    await withSettings(
      live,
      async () => {
        const [status, code, message] = await refusal(id);
        expect([status, code]).toEqual([503, "price_unavailable"]);
        expect(message).toContain("its newest block is of");
      },
      at(16 * 60_000),
    );
    await withSettings(live, async () => void (await quoted(id)), at(0));
  });
});

describe("currencies that cannot be converted", () => {
  test.each([
    ["EUR", "TRX-tron"],
    ["EUR", "ETH-optimism"],
    ["USDC-mainnet", "ETH-base"],
    ["USDC-mainnet", "USDC-base"],
    ["CHF", "USDC-base"],
    ["EUR", "EUR"],
    ["EUR", "USDC-optimism"],
  ])("%s in %s is refused at creation", async (invoice, currency) => {
    expect((await create("10", invoice, currency)).status).toBe(400);
  });
});
