import { and, eq, ne } from "drizzle-orm";
import { encodeFunctionData, type Hex, zeroAddress } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { erc20Abi, erc20ConversionProxyAbi, ethConversionProxyAbi } from "@/contracts/abis";
import { feedAddress, nativeHash } from "@/contracts/feeds";
import { ledgerWorths, quotes, requests, transfers } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { BlockRef, PaymentLog } from "@/server/chains/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { walletKey } from "@/server/chains/wallets/wallet-text";
import { inTransaction } from "@/server/context";
import { currencyHash } from "@/server/currencies/currency-hash";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { tokenById } from "@/server/currencies/tokens";
import { exportPayments } from "@/server/dashboard/export-payments";
import { getPayment } from "@/server/dashboard/get-payment";
import { ExportQuery } from "@/server/dashboard/payments-schema";
import { putBooksSettings } from "@/server/ledger/worth/settings";
import { valueEntries } from "@/server/ledger/worth/value-entries";
import { formatAmount, parseAmount } from "@/server/lib/amount";
import { auditChain } from "@/server/payments/audit";
import { heldTransfers } from "@/server/payments/counting/held";
import { auditSums } from "@/server/payments/counting/sums";
import { NO_ADDRESSES } from "@/server/payments/deposit-addresses/watch";
import { SearchPaymentsQuery } from "@/server/payments/searching/schema";
import { searchPayments } from "@/server/payments/searching/search";
import { auditValues } from "@/server/payments/valuing/audit-values";
import { leaseCursor } from "@/server/payments/watching/cursor";
import { checkOffline } from "@/server/quittances/check-offline";
import { issueQuittance } from "@/server/quittances/issue";
import { draftQuote } from "@/server/quotes/draft-quote";
import { insertQuotes } from "@/server/quotes/fix-quotes";
import type { RequestRow } from "@/server/requests/draft";
import { getRequest } from "@/server/requests/get";
import { listRequests } from "@/server/requests/list";
import { auditSettlements } from "@/server/requests/settling/audit";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { moveFeed } from "@/server/testing/evm/feeds";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { decideOnHeld } from "@/server/worker/repairs/decide-held";
import { commitPiece } from "@/server/worker/transfers/commit-piece";
import { readPiece } from "@/server/worker/transfers/read-piece";

let node: TestChain;
let ledger: TestLedger;
const { erc20ConversionProxy, ethConversionProxy } = EVM_NETWORKS.mainnet.contracts;

beforeAll(async () => {
  node = await startTestChain({ network: "mainnet" });
  ledger = await startLedger(node, {}, { env: { NETWORK_PROFILE: "local" } });
  // Allowances, so that a payment is one transaction.
  await ledger.pay(await ledger.request("1"), "1");
  await ledger.pay(await ledger.request("1"), "1", { from: "payer2" });
  await ledger.pay(await ledger.request("1", "DAI-mainnet"), "1");
});
afterAll(async () => {
  await ledger?.close();
  await node?.stop();
});
beforeEach(async () => {
  await setFeed("EUR", 108_500_000n);
  await setFeed("USDC", 99_980_000n);
  await setFeed("ETH", 250_000_000_000n);
});

/** What a currency is worth in USD from the next block on, with 8 decimals. */
const setFeed = (symbol: string, answer: bigint) => moveFeed(node, symbol, answer);

async function blockTime(): Promise<bigint> {
  return (await node.publicClient.getBlock()).timestamp * 1_000n;
}

/** The next block is of so many seconds after the latest one. */
async function inSeconds(seconds: number): Promise<void> {
  await node.rpc("evm_setNextBlockTimestamp", Number((await blockTime()) / 1_000n) + seconds);
}

/** A request that is written in another currency than it is paid in. */
async function converted(amount: string, invoice = "EUR", token = "USDC-mainnet"): Promise<RequestRow> {
  const request = await ledger.request("1", token);
  const units = parseAmount(amount, invoiceCurrencyById(invoice)?.decimals ?? 0);
  await ledger.app.database.db
    .update(requests)
    .set({ invoiceCurrency: invoice, amount: units })
    .where(eq(requests.id, request.id));
  return ledger.reload(request);
}

interface QuoteOptions {
  rate?: string;
  payer?: string;
  amount?: string;
  seconds?: number;
}

/** A quote of fifteen minutes from the time of the latest block on. Returns what it asks for, as text. */
async function quoted(request: RequestRow, options: QuoteOptions = {}): Promise<string> {
  const { rate = "1.0852", payer = node.accounts.payer.address, seconds = 900 } = options;
  const token = tokenById(request.paymentCurrency);
  const invoice = invoiceCurrencyById(request.invoiceCurrency);
  if (!token || !invoice) throw new Error("unknown currency");
  const invoiceAmount = options.amount ? parseAmount(options.amount, invoice.decimals) : request.amount;
  const createdAt = new Date(Number(await blockTime()));
  const quote = await draftQuote(
    ledger.ctx,
    { request, invoice, token, payer: payer === "" ? "" : walletKey(payer), amount: invoiceAmount },
    {
      rate,
      sources: [
        { name: "chainlink:mainnet", currency: invoice.symbol, usd: "1.085", time: createdAt.toISOString() },
      ],
      createdAt,
      expiresAt: new Date(createdAt.getTime() + seconds * 1_000),
    },
  );
  await inTransaction(ledger.ctx, (tx) => insertQuotes(tx, [quote]));
  return formatAmount(quote.paymentAmount, token.decimals);
}

const read = (request: RequestRow) => getRequest(caller(), request.requestId.slice(2));
const caller = () => ledger.app.context({ ...systemCaller(ledger.platformId), kind: "apiKey" });
const creditsOf = async (request: RequestRow) =>
  (await ledger.transfersOf(request)).map(({ credited, valuation, mismatch }) => ({
    credited: credited === null ? null : formatAmount(credited, 8),
    valuation,
    mismatch,
  }));
const oneOf = async (request: RequestRow) => {
  const [transfer, ...others] = await ledger.transfersOf(request);
  if (!transfer || others.length > 0) throw new Error("not one transfer");
  return transfer;
};

/** What 49.90 EUR are in a token and in native coin, at a rate near that of the feeds. */
const PAID_IN = [
  { currency: "USDC-mainnet", symbol: "USDC", rate: "1.0852", asked: "54.15148", moved: "27.07032485" },
  { currency: "ETH-mainnet", symbol: "ETH", rate: "0.000434", asked: "0.0216566", moved: "27.07075" },
] as const;

describe.each(PAID_IN)(
  "a payment under a quote, in $currency",
  ({ currency, symbol, rate, asked, moved }) => {
    const euros = () => converted("49.9", "EUR", currency);
    const decimals = tokenById(currency)?.decimals ?? 0;

    test("of exactly what was quoted pays the invoice, whatever the rate does meanwhile", async () => {
      const request = await euros();
      expect(await quoted(request, { rate })).toBe(asked);
      await setFeed("EUR", 200_000_000n);
      const txHash = await ledger.pay(request, asked);
      await ledger.watch();
      expect((await ledger.reload(request)).status).toBe("paid");
      const body = await ledger.onlyBody(request);
      expect(body).toMatchObject({
        event: "payment.confirmed",
        amount: "49.9",
        totalAmountPaid: "49.9",
        expectedAmount: "49.9",
        currency: "EUR",
        paymentCurrency: symbol,
        txHash,
        conversionRate: rate,
        conversionRateSource: rate,
        convertedAmountSource: asked,
        convertedAmountDestination: "49.9",
        rateProvider: "chainlink",
      });
      expect(body).not.toHaveProperty("excessAmount");
      expect(await read(request)).toMatchObject({
        hasBeenPaid: true,
        requestAmount: "49.9",
        invoiceCurrency: "EUR",
        paidAmount: asked,
        receivedAmount: "49.9",
        excessAmount: "0",
        amountInUsd: "54.1415",
        conversionRate: rate,
        rateSource: "chainlink",
        conversionBreakdown: null,
        payments: [{ type: "conversion", amount: "49.9", paidAmount: asked, paidCurrency: currency }],
      });
    });

    test("one base unit short is partial, and above the amount is confirmed with its excess", async () => {
      const units = parseAmount(asked, decimals);
      const short = await euros();
      await quoted(short, { rate });
      await ledger.pay(short, formatAmount(units - 1n, decimals));
      const over = await euros();
      await quoted(over, { rate });
      await ledger.pay(over, formatAmount(units * 2n, decimals));
      await ledger.watch();
      const { status, receivedAmount } = await read(short);
      expect([status, receivedAmount?.slice(0, 7)]).toEqual(["partially_paid", "49.8999"]);
      const [body] = await ledger.bodies(over);
      expect(body).toMatchObject({ event: "payment.confirmed", amount: "99.8", excessAmount: "49.9" });
      expect(await read(over)).toMatchObject({
        excessAmount: "49.9",
        paidAmount: formatAmount(units * 2n, decimals),
      });
    });

    test("counts in the second of its end, and two minutes later at the price of its block", async () => {
      const inTime = await euros();
      await quoted(inTime, { rate });
      await inSeconds(900);
      await ledger.pay(inTime, asked);
      const late = await euros();
      await quoted(late, { rate });
      await inSeconds(901);
      await ledger.pay(late, asked);
      await setFeed("EUR", 200_000_000n);
      const afterMove = await euros();
      await quoted(afterMove, { rate });
      await inSeconds(901);
      await ledger.pay(afterMove, asked);
      await ledger.watch();
      expect(await creditsOf(inTime)).toEqual([{ credited: "49.9", valuation: "quote", mismatch: null }]);
      // The price has hardly moved: its payer did nothing to gain by it.
      expect(await creditsOf(late)).toEqual([{ credited: "49.9", valuation: "quote", mismatch: null }]);
      expect(await creditsOf(afterMove)).toEqual([
        { credited: moved, valuation: "block_price", mismatch: null },
      ]);
      expect((await ledger.reload(afterMove)).status).toBe("partially_paid");
    });

    test("of another wallet counts at the price of its block; one that names no wallet is for any", async () => {
      const request = await euros();
      await quoted(request, { rate });
      await setFeed("EUR", 200_000_000n);
      await ledger.pay(request, asked, { from: "payer2" });
      const anybody = await euros();
      await quoted(anybody, { rate, payer: "" });
      await ledger.pay(anybody, asked, { from: "payer2" });
      await ledger.watch();
      expect(await creditsOf(request)).toEqual([
        { credited: moved, valuation: "block_price", mismatch: null },
      ]);
      expect(await creditsOf(anybody)).toEqual([{ credited: "49.9", valuation: "quote", mismatch: null }]);
    });

    test("is taken back by a reorganisation across the end of the quote, and valued by the block that holds it now", async () => {
      const request = await euros();
      await quoted(request, { rate });
      await ledger.watch();
      const snapshot = await node.snapshot();
      const raw = await ledger.signPayment(request, asked);
      const hash = await node.publicClient.sendRawTransaction({ serializedTransaction: raw });
      await node.publicClient.waitForTransactionReceipt({ hash });
      await ledger.watch();
      expect((await ledger.reload(request)).status).toBe("paid");
      await node.revert(snapshot);
      await setFeed("EUR", 200_000_000n);
      await inSeconds(2_000);
      await node.publicClient.sendRawTransaction({ serializedTransaction: raw });
      await node.publicClient.waitForTransactionReceipt({ hash });
      await node.mine(3);
      await ledger.watch();
      expect(await creditsOf(request)).toEqual([
        { credited: moved, valuation: "block_price", mismatch: null },
      ]);
      expect((await ledger.reload(request)).status).toBe("partially_paid");
      expect(await ledger.events(request)).toEqual([
        "payment.confirmed",
        "payment.failed",
        "payment.partial",
      ]);
      const bodies = await ledger.bodies(request);
      expect(bodies.map(({ amount }) => amount)).toEqual(["49.9", "49.9", moved]);
    });
  },
);

describe("a payment under a quote", () => {
  test("in two parts pays it together; the read between has both amounts and each rate", async () => {
    const request = await converted("49.9");
    const asked = await quoted(request);
    await ledger.pay(request, "30");
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("partially_paid");
    expect(await read(request)).toMatchObject({
      receivedAmount: "27.64467379",
      conversionRate: null,
      rateSource: "mixed",
      conversionBreakdown: {
        paidAmount: "27.64467379",
        remainingAmount: "22.25532621",
        currentMarketRateSource: "chainlink",
        payments: [{ amount: "27.64467379", conversionRate: "1.0852", rateSource: "chainlink" }],
      },
    });
    await ledger.pay(request, formatAmount(parseAmount(asked, 6) - 30_000_000n, 6));
    await ledger.watch();
    expect(await ledger.events(request)).toEqual(["payment.partial", "payment.confirmed"]);
    expect(await read(request)).toMatchObject({
      hasBeenPaid: true,
      receivedAmount: "49.9",
      excessAmount: "0",
    });
  });

  test("in a token of 18 decimals, in three parts that do not divide", async () => {
    const request = await converted("100", "EUR", "DAI-mainnet");
    const asked = parseAmount(await quoted(request, { rate: "1.0853" }), 18);
    const third = asked / 3n;
    for (const part of [third, third, asked - 2n * third]) {
      await ledger.pay(request, formatAmount(part, 18));
    }
    await ledger.watch();
    expect(await read(request)).toMatchObject({
      hasBeenPaid: true,
      receivedAmount: "100",
      excessAmount: "0",
    });
  });

  test("is credited with what its quote leaves, also where a catch-up commits each part of it apart", async () => {
    const request = await converted("100", "EUR", "DAI-mainnet");
    const asked = parseAmount(await quoted(request, { rate: "1.0853" }), 18);
    const third = asked / 3n;
    for (const part of [third, third, asked - 2n * third]) {
      await ledger.pay(request, formatAmount(part, 18));
    }
    await node.mine(100);
    const head = await ledger.chain.head();
    const cursor = await leaseCursor(ledger.ctx, "mainnet", "worker-1");
    if (!cursor) throw new Error("no cursor");
    const piece = await readPiece(ledger.chain, head, cursor, { lastHash: null, watch: NO_ADDRESSES });
    const moved = await commitPiece(ledger.ctx, ledger.chain, head, cursor, piece, { partPayments: 1 });
    expect([piece.to, moved.nextBlock]).toEqual([head.finalized, head.finalized + 1n]);
    expect(await read(request)).toMatchObject({
      hasBeenPaid: true,
      receivedAmount: "100",
      excessAmount: "0",
    });
    await ledger.watch();
  });
});

describe("a payment without a quote", () => {
  test("is worth what its block says, although the feed moves before anybody looks", async () => {
    const request = await converted("10", "USD");
    await ledger.pay(request, "10.002001");
    await setFeed("USDC", 50_000_000n);
    await ledger.watch();
    expect(await read(request)).toMatchObject({ hasBeenPaid: true, receivedAmount: "10.00000059" });
    const { rate, rateSources, quoteId } = await oneOf(request);
    expect({ rate: rate?.slice(0, 12), quoteId }).toEqual({ rate: "1.0002000400", quoteId: null });
    expect(rateSources).toMatchObject([{ name: "chainlink:mainnet", currency: "USDC", usd: "0.9998" }]);
  });

  test("in native coin is worth what its block says, although the coin moves before anybody looks", async () => {
    const request = await converted("10", "USD", "ETH-mainnet");
    await ledger.pay(request, "0.005");
    await setFeed("ETH", 100_000_000_000n);
    await ledger.watch();
    expect(await read(request)).toMatchObject({
      hasBeenPaid: true,
      receivedAmount: "12.5",
      excessAmount: "2.5",
    });
    expect(await oneOf(request)).toMatchObject({ rate: "0.0004", quoteId: null, credited: 1_250_000_000n });
  });

  test("in a stablecoin that is worth 0.90 brings as much less", async () => {
    await setFeed("USDC", 90_000_000n);
    const request = await converted("100", "USD");
    await ledger.pay(request, "100");
    await ledger.watch();
    expect(await read(request)).toMatchObject({ status: "partially_paid", receivedAmount: "90" });
    await ledger.pay(request, "11.111112");
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("paid");
  });

  test("in yen, which have no decimals, is credited to the hundred-millionth", async () => {
    const request = await converted("1000", "JPY");
    await ledger.pay(request, "6.701341");
    await ledger.watch();
    expect(await read(request)).toMatchObject({ hasBeenPaid: true, requestAmount: "1000" });
  });

  test.each(["DAI-mainnet", "ETH-mainnet"])(
    "in %s that is worth less than the smallest unit is dust: no status, no event",
    async (currency) => {
      const request = await converted("1000", "EUR", currency);
      await ledger.pay(request, "0.000000000000000001");
      await ledger.watch();
      expect(await oneOf(request)).toMatchObject({ mismatch: "zero_amount", credited: null });
      expect((await ledger.reload(request)).status).toBe("created");
      expect(await ledger.events(request)).toEqual([]);
    },
  );

  test("is held while no price can be had, blocks nobody, and counts once it can", async () => {
    await setFeed("EUR", 0n);
    const request = await converted("49.9");
    await ledger.pay(request, "60");
    const other = await ledger.request("10");
    await ledger.pay(other, "10");
    await ledger.watch();
    expect((await ledger.reload(other)).status).toBe("paid");
    expect(await creditsOf(request)).toEqual([{ credited: null, valuation: null, mismatch: "unvalued" }]);
    expect(await read(request)).toMatchObject({
      status: "created",
      receivedAmount: "0",
      note: "1 transfer under no quote, at a time whose price is not known, is held, not credited: unvalued",
    });
    expect(await ledger.events(request)).toEqual([]);
    expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
    expect(await auditSettlements(ledger.ctx)).toEqual([]);

    const [held] = await heldTransfers(ledger.ctx, {});
    if (!held) throw new Error("nothing is held");
    expect(held).toMatchObject({ needsValue: true, invoiceCurrency: "EUR", requestId: request.id });
    // Nobody releases what nobody knows the worth of.
    const reason = "Rate of our bank";
    expect(await decideOnHeld(ledger.ctx, held, { isReleased: true, reason })).toBe(false);
    const credited = parseAmount("55", 8);
    expect(await decideOnHeld(ledger.ctx, held, { isReleased: true, reason, credited })).toBe(true);
    expect(await read(request)).toMatchObject({
      hasBeenPaid: true,
      receivedAmount: "55",
      excessAmount: "5.1",
    });
    const [body] = await ledger.bodies(request);
    expect(body).toMatchObject({ event: "payment.confirmed", amount: "55", excessAmount: "5.1" });
    expect(body).not.toHaveProperty("conversionRate");
    expect(await auditValues(ledger.ctx)).toMatchObject({ differences: [] });
    await setFeed("EUR", 108_500_000n);
  });

  test("that was held is valued by the worker as soon as a price of its time can be had", async () => {
    const request = await converted("49.9");
    const feed = feedAddress("mainnet", "EUR");
    const code = await node.rpc("eth_getCode", feed, "latest");
    await node.rpc("anvil_setCode", feed, "0x");
    await ledger.pay(request, "60");
    await ledger.watch();
    expect(await creditsOf(request)).toMatchObject([{ mismatch: "unvalued" }]);
    await node.rpc("anvil_setCode", feed, code);
    await node.mine();
    await ledger.watch({ isValuingDue: true });
    expect(await creditsOf(request)).toMatchObject([{ valuation: "block_price", mismatch: null }]);
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("has its worth in the books in the commit that settles it, by the same price; one without such a price has it from the worker", async () => {
    await putBooksSettings(caller(), { currency: "EUR" });
    const request = await converted("49.9");
    await ledger.pay(request, "54.15148");
    await ledger.watch();
    const { id, credited } = await oneOf(request);
    const worthsOf = async (source: string) =>
      ledger.app.database.db.select().from(ledgerWorths).where(eq(ledgerWorths.source, source));
    const worths = await worthsOf(id);
    expect(worths.map(({ part, origin }) => [part, origin]).sort()).toEqual([
      ["converted_from", "market_price"],
      ["converted_to", "same_currency"],
      ["principal", "market_price"],
    ]);
    // What was credited is rounded down, a worth to the nearest.
    for (const { amount } of worths) expect(amount - (credited ?? 0n)).toBeOneOf([0n, 1n]);
    const plain = await ledger.request("10");
    await inSeconds(60);
    await ledger.pay(plain, "10");
    await ledger.watch();
    const { id: other } = await oneOf(plain);
    expect(await worthsOf(other)).toEqual([]);
    while ((await valueEntries(ledger.ctx, 200)) > 0);
    // 0.9998 USD a USDC, 1.085 USD a EUR.
    expect(await worthsOf(other)).toMatchObject([{ origin: "market_price", amount: 921_474_654n }]);
  });
});

describe("a payment through a public conversion contract", () => {
  const usd: Hex = `0x${currencyHash("ISO4217", "USD").slice(2)}`;
  const eur: Hex = `0x${currencyHash("ISO4217", "EUR").slice(2)}`;

  const eth = nativeHash("mainnet");

  /** Pays in USDC, or in native coin of which the contract gives back what is too much. `path` ends before the payment currency. */
  async function payConverted(request: RequestRow, amount: string, path: Hex[]): Promise<Hex> {
    if (!erc20ConversionProxy || !ethConversionProxy) throw new Error("no conversion proxy");
    const wallet = node.wallet("payer");
    const payee: Hex = `0x${request.payee.slice(2)}`;
    const units = parseAmount(amount, invoiceCurrencyById(request.invoiceCurrency)?.decimals ?? 0);
    const reference: Hex = `0x${request.paymentReference.slice(2)}`;
    if (request.paymentCurrency === "ETH-mainnet") {
      const data = encodeFunctionData({
        abi: ethConversionProxyAbi,
        functionName: "transferWithReferenceAndFee",
        args: [payee, units, [...path, eth], reference, 0n, zeroAddress, 0n],
      });
      // Enough: an estimate is of the state before, and what is sent back takes more where that has changed.
      const call = { to: ethConversionProxy.address, data, value: 10n ** 18n, gas: 600_000n };
      return mined(await wallet.sendTransaction(call));
    }
    const token = tokenAddress("USDC-mainnet");
    const proxy: Hex = erc20ConversionProxy.address;
    const functionName = "approve";
    await mined(
      await wallet.writeContract({ address: token, abi: erc20Abi, functionName, args: [proxy, 2n ** 255n] }),
    );
    const data = encodeFunctionData({
      abi: erc20ConversionProxyAbi,
      functionName: "transferFromWithReferenceAndFee",
      args: [payee, units, [...path, token], reference, 0n, zeroAddress, 10n ** 12n, 0n],
    });
    return mined(await wallet.sendTransaction({ to: proxy, data, gas: 600_000n }));
  }

  async function mined(hash: Hex): Promise<Hex> {
    const { status } = await node.publicClient.waitForTransactionReceipt({ hash });
    if (status !== "success") throw new Error(`${hash} reverted`);
    return hash;
  }

  test.each<[invoice: string, token: string, path: Hex[], amount: string, paid: string]>([
    ["USD", "USDC-mainnet", [usd], "100", "100.020004"],
    ["EUR", "USDC-mainnet", [eur, usd], "100", "108.521704"],
    ["USD", "ETH-mainnet", [usd], "100", "0.04"],
    ["EUR", "ETH-mainnet", [eur, usd], "100", "0.0434"],
    ["ETH-mainnet", "USDC-mainnet", [eth, usd], "0.04", "100.020004"],
  ])("credits an invoice in %s that is paid in %s", async (invoice, token, path, amount, paid) => {
    const request = await converted(amount, invoice, token);
    await payConverted(request, amount, path);
    await ledger.watch();
    expect(await oneOf(request)).toMatchObject({ valuation: "conversion_event", mismatch: null });
    expect(await read(request)).toMatchObject({
      hasBeenPaid: true,
      receivedAmount: amount,
      paidAmount: paid,
    });
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("is credited as its receipt says, whatever a node shows", async () => {
    const request = await converted("100", "USD");
    await payConverted(request, "60", [usd]);
    const lie = (payments: PaymentLog[]) =>
      payments.map((log) => ({
        ...log,
        conversion: log.conversion && { ...log.conversion, amount: log.conversion.amount * 10n },
      }));
    const liar = new Proxy(ledger.chain, {
      get: (chain, name) => {
        if (name === "logsOfBlock") return async (block: BlockRef) => lie(await chain.logsOfBlock(block));
        const value = Reflect.get(chain, name, chain);
        return typeof value === "function" ? value.bind(chain) : value;
      },
    });
    await ledger.watch({ chain: liar });
    expect(await creditsOf(request)).toMatchObject([{ credited: "60", valuation: "conversion_event" }]);
    expect((await ledger.reload(request)).status).toBe("partially_paid");
  });

  test.each(["USDC-mainnet", "ETH-mainnet"])(
    "in %s, in another currency than the invoice's, counts for nothing and is kept with its reason",
    async (token) => {
      const request = await converted("100", "EUR", token);
      await payConverted(request, "100", [usd]);
      await ledger.watch();
      expect(await creditsOf(request)).toEqual([
        { credited: null, valuation: null, mismatch: "conversion_mismatch" },
      ]);
      expect((await ledger.reload(request)).status).toBe("created");
      expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
    },
  );
});

describe("what everybody is told", () => {
  test("the search finds converted payments by type and by the currency of the invoice", async () => {
    const request = await converted("49.9");
    await ledger.pay(request, await quoted(request));
    await ledger.watch();
    const { requestId } = request;
    const query = { type: "conversion", invoiceCurrency: "EUR", requestId: requestId.slice(2) };
    const { payments } = await searchPayments(caller(), SearchPaymentsQuery.parse(query));
    expect(payments).toMatchObject([
      {
        type: "conversion",
        amount: "49.9",
        currency: "EUR",
        paidAmount: "54.15148",
        paidCurrency: "USDC-mainnet",
        receivedAmount: "49.9",
        receivedCurrency: "EUR",
        excessAmount: "0",
        conversionRateSource: "1.0852",
        convertedAmountSource: "54.15148",
        convertedAmountDestination: "49.9",
        rateProvider: "chainlink",
      },
    ]);
    const direct = SearchPaymentsQuery.parse({ ...query, type: "direct" });
    expect((await searchPayments(caller(), direct)).payments).toEqual([]);
    const { requests: listed } = await listRequests(caller(), { limit: "1", offset: "0" });
    expect(listed).toMatchObject([
      { amount: "49.9", invoiceCurrency: "EUR", paymentCurrency: "USDC-mainnet" },
    ]);
  });
});

describe("the dashboard", () => {
  test("has the amount in the currency of the invoice, what was paid and the rate, in detail and export", async () => {
    const request = await converted("49.9");
    await ledger.pay(request, await quoted(request));
    await ledger.watch();
    const detail = await getPayment(caller(), request.requestId.slice(2));
    const paidWith = { amount: "54.15148", currency: "USDC", rate: "1.0852" };
    expect(detail.payment).toMatchObject({ amount: "49.9", currency: "EUR", currencyId: "EUR", paidWith });
    expect(detail.money).toMatchObject({ requested: "49.9", paid: "49.9", remaining: "0", excess: "0" });
    expect(detail.timeline.flatMap((entry) => ("transfer" in entry ? entry : []))).toMatchObject([
      {
        transfer: { amount: "54.15148", currency: "USDC", counted: "49.9", countedCurrency: "EUR" },
        reason: expect.stringContaining("49.90 EUR counted towards the amount, at the quoted rate"),
      },
    ]);
    const parts: string[] = [];
    const csv = exportPayments(caller(), ExportQuery.parse({}), async () => {});
    for await (const part of csv.chunks) parts.push(String(part));
    const [titles = "", ...lines] = parts.join("").split("\r\n");
    expect(titles).toContain(
      "Amount,Currency,Received amount,Paid with amount,Paid with currency,Rate,Fees,Fee currency,Network",
    );
    expect(lines.find((line) => line.includes(request.requestId.slice(2)))).toContain(
      "49.9,EUR,49.9,54.15148,USDC,1.0852,0,USDC,mainnet",
    );
  });

  test("keeps what is held in its own currency, with its reason", async () => {
    await setFeed("EUR", 0n);
    const request = await converted("49.9");
    await ledger.pay(request, "60");
    await ledger.watch();
    const detail = await getPayment(caller(), request.requestId.slice(2));
    expect(detail.money).toMatchObject({ paid: "0", held: "60", heldCurrency: "USDC" });
    expect(detail.statusReason).toContain("60.00 USDC is held until somebody can say what it is worth.");
  });
});

describe("the signed receipts", () => {
  test("of everything that was paid here say both amounts, the rate and its quote, and add up", async () => {
    const paid = await ledger.app.database.db
      .select({ requestId: requests.requestId })
      .from(requests)
      .where(and(eq(requests.status, "paid"), ne(requests.invoiceCurrency, requests.paymentCurrency)));
    const receipts = await Promise.all(
      paid.map(({ requestId }) => issueQuittance(caller(), requestId.slice(2))),
    );
    const problems = await Promise.all(receipts.map((receipt) => checkOffline(receipt)));
    expect(problems.flat()).toEqual([]);
    const transfersIn = receipts.flatMap(({ message }) => message.transfers);
    const valuations = transfersIn.map((transfer) => "valuation" in transfer && transfer.valuation);
    expect(new Set(valuations)).toEqual(new Set(["quote", "block_price", "conversion_event", "operator"]));
  });
});

describe("the audit of values", () => {
  test("finds nothing in all that was paid here, and every row that somebody altered", async () => {
    const { payments, differences } = await auditValues(ledger.ctx);
    expect(differences).toEqual([]);
    expect(payments).toBeGreaterThan(10);
    expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
    expect(await auditSettlements(ledger.ctx)).toEqual([]);
    expect(await auditSums(ledger.ctx)).toEqual([]);

    const request = await converted("49.9");
    await ledger.pay(request, await quoted(request));
    await ledger.watch();
    const { id, quoteId } = await oneOf(request);
    if (quoteId === null) throw new Error("not at a quote");
    const altered = async (change: (db: typeof ledger.app.database.db) => Promise<unknown>) => {
      const found: unknown[] = [];
      await inTransaction(ledger.ctx, async (tx) => {
        await change(tx.db as never);
        found.push(...(await auditValues({ db: tx.db as never })).differences);
        throw new Error("undone");
      }).catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== "undone") throw error;
      });
      return found;
    };
    const set = (values: object) => (db: typeof ledger.app.database.db) =>
      db.update(transfers).set(values).where(eq(transfers.id, id));
    expect(await altered(set({ credited: parseAmount("49.90000001", 8) }))).toMatchObject([
      { problem: "credited", expected: parseAmount("49.9", 8) },
    ]);
    expect(await altered(set({ amount: parseAmount("100", 6) }))).toMatchObject([{ problem: "credited" }]);
    expect(await altered(set({ quoteId: "gone" }))).toMatchObject([{ problem: "quote" }]);
    expect(await altered(set({ valuation: "block_price", quoteId: null }))).toMatchObject([
      { problem: "valuation" },
    ]);
    expect(await altered(set({ payer: node.accounts.payer2.address.toLowerCase() }))).toMatchObject([
      { problem: "valuation" },
    ]);
    const cheaper = (db: typeof ledger.app.database.db) =>
      db.update(quotes).set({ rate: "1" }).where(eq(quotes.id, quoteId));
    expect(await altered(cheaper)).toMatchObject([{ problem: "quote" }]);
  });
});
