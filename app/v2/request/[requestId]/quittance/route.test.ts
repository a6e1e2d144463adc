import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/v2/request/[requestId]/quittance/route";
import { GET as getPaper } from "@/app/v2/request/[requestId]/receipt/route";
import { brandings, platforms, requests, securePaymentRequests, securePayments } from "@/db/schema";
import { PAPER_LANGUAGES } from "@/messages/papers/all";
import { publicCaller } from "@/server/auth/callers";
import { replaceApp } from "@/server/boot";
import { createRpc } from "@/server/chains/evm/rpc";
import type { Ctx } from "@/server/context";
import { invoiceCurrencyById, invoiceCurrencyOf } from "@/server/currencies/invoice-currency";
import { parseAmount } from "@/server/lib/amount";
import { newId } from "@/server/lib/ids";
import { ratioOf } from "@/server/lib/ratio";
import { OPEN_POLICY } from "@/server/payer-access/schema";
import type { PriceSource } from "@/server/prices/price";
import { PriceBook } from "@/server/prices/price-book";
import { checkOffline, checkSigner } from "@/server/quittances/check-offline";
import { checkOnChain } from "@/server/quittances/check-on-chain";
import { readPublicReceipt } from "@/server/quittances/public-receipt";
import { type ConvertedMessage, Quittance, type QuittanceTransfer } from "@/server/quittances/schema";
import { isConvertedMessage } from "@/server/quittances/typed-data";
import { fixQuotes } from "@/server/quotes/fix-quotes";
import type { RequestRow } from "@/server/requests/draft";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer, PAYEE, tokenOf, wireId } from "@/server/testing/data/stored";
import { type Tenant, twoTenants } from "@/server/testing/data/tenants";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { runScript } from "@/server/testing/npm-script";
import { readPdf } from "@/server/testing/pdf-text";
import { send } from "@/server/testing/send";

const NOTHING = `0x${"1".repeat(64)}` as const;
const UNKNOWN = `01${"ab".repeat(32)}`;

let node: TestChain;
let ledger: TestLedger;
let api: TestApi;
let owner: Tenant;
let stranger: Tenant;
let paid: RequestRow;

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  api = await startTestApi();
  [owner, stranger] = await twoTenants(api);
  ledger = await startLedger(
    node,
    {},
    { databaseUrl: api.app.config.databaseUrl, platformId: owner.platformId },
  );
  replaceApp(api.app);
  paid = await ledger.request("12.5");
  await ledger.pay(paid, "5");
  await ledger.pay(paid, "7.5");
  await ledger.watch();
});
afterAll(async () => {
  await ledger?.close();
  await api?.close();
  await node?.stop();
});

const get = (requestId: string, headers: Record<string, string> = {}) =>
  send(GET, `/v2/request/${requestId}/quittance`, { params: { requestId }, headers });

/** EUR at 1.085 and USDC at 0.9998 USD. */
function fixedPrices(): PriceBook {
  const usd = new Map([
    ["EUR", "1.085"],
    ["USDC", "0.9998"],
  ]);
  const source: PriceSource = {
    provider: "chainlink",
    name: "chainlink:base",
    onlyFor: null,
    offers: (symbol) => usd.has(symbol),
    observe: async (symbol) => ({
      provider: "chainlink",
      source: "chainlink:base",
      usd: ratioOf(usd.get(symbol) ?? ""),
      at: new Date(0),
      round: "1",
    }),
  };
  const now = () => new Date(0);
  return new PriceBook({ sources: [source], required: 1, maxApartBps: 100, freshMs: 1_000, now });
}

const quittanceOf = async (row: RequestRow) => Quittance.parse((await get(wireId(row))).body);

const onChain = (quittance: Quittance) => checkOnChain(quittance, () => createRpc([node.rpcUrl]));

describe("200 for whoever knows the ID of a paid request", () => {
  test("says what was paid by which transfers, and is the same every time", async () => {
    const first = await get(wireId(paid));
    expect(first.status).toBe(200);
    expect(first.body.message).toMatchObject({
      requestId: wireId(paid),
      currency: "USDC-sepolia",
      amount: "12.5",
      transfers: [{ amount: "5000000" }, { amount: "7500000" }],
    });
    expect((await get(wireId(paid), owner.key)).body).toEqual(first.body);
  });

  test("passes the offline check and the comparison with a node", async () => {
    const quittance = await quittanceOf(paid);
    expect(await checkOffline(quittance, quittance.signer)).toEqual([]);
    expect(await onChain(quittance)).toEqual([]);
  });
});

describe("the receipt as a paper", () => {
  const paper = async (row: RequestRow, lang?: string) => {
    const requestId = wireId(row);
    const request = new Request(
      `http://127.0.0.1/v2/request/${requestId}/receipt${lang ? `?lang=${lang}` : ""}`,
    );
    const answer = await getPaper(request, { params: Promise.resolve({ requestId }) });
    return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };

  test("says what the page says, in every language of the payer", async () => {
    const quittance = await quittanceOf(paid);
    for (const language of PAPER_LANGUAGES) {
      const { status, bytes } = await paper(paid, language);
      expect(status).toBe(200);
      const read = await readPdf(bytes);
      const text = read.text.replaceAll("\n", "");
      expect(read.language).toBe(language);
      for (const transfer of quittance.message.transfers) expect(text).toContain(transfer.transactionHash);
      expect(text).toContain(wireId(paid));
      expect(text).toContain(language === "de" ? "12,5 USDC" : "USDC");
    }
    expect(Buffer.from((await paper(paid)).bytes).equals((await paper(paid, "en")).bytes)).toBe(true);
  });

  test("is nowhere before there is something to show, in no language that we do not speak", async () => {
    expect((await paper(await ledger.request("1"))).status).toBe(404);
    expect((await paper(paid, "xx")).status).toBe(400);
  });
});

describe("a quittance whose signer was replaced since", () => {
  const listed = (address: string, validUntil: string | null) => [
    { address: PAYEE, validUntil: null },
    { address, validUntil },
  ];

  test("stays valid for what was paid before, and for nothing that was paid after", async () => {
    const quittance = await quittanceOf(paid);
    const { signer, message } = quittance;
    const [before, after] = [-1, 1].map((ms) => new Date(Date.parse(message.paidAt) + ms).toISOString());
    expect(checkSigner(quittance, listed(signer, null))).toEqual([]);
    expect(checkSigner(quittance, listed(signer, after ?? ""))).toEqual([]);
    expect(checkSigner(quittance, listed(signer, before ?? "")).join()).toContain("was replaced");
    expect(checkSigner(quittance, listed(PAYEE, null)).join()).toContain("not among the signers");
  });

  test("quittance verify --signers takes the service's list, kept or asked for", async () => {
    const quittance = await quittanceOf(paid);
    const folder = mkdtempSync(join(tmpdir(), "quittance-signers-"));
    const file = (name: string, content: unknown) => {
      writeFileSync(join(folder, name), JSON.stringify(content));
      return join(folder, name);
    };
    const document = file("quittance.json", quittance);
    const check = (signers: unknown) =>
      runScript("verify:quittance", [document, "--signers", file("signers.json", { signers })]);
    const good = await check(listed(quittance.signer, null));
    const foreign = await check(listed(PAYEE, null));
    rmSync(folder, { recursive: true });
    expect([good.code, foreign.code]).toEqual([0, 1]);
    expect(foreign.output).toContain("not among the signers");
  });
});

describe("a forged quittance is recognised", () => {
  type Message = Quittance["message"];
  const forgeries: [string, (message: Message) => Partial<Message>][] = [
    ["amount asked for", () => ({ amount: "1" })],
    ["payee", () => ({ payee: PAYEE })],
    ["time", () => ({ paidAt: "2020-01-01T00:00:00.000Z" })],
    ["reference", () => ({ reference: "somebody else's invoice" })],
    ["number of transfers", ({ transfers }) => ({ transfers: transfers.slice(1) })],
    ["amount of a transfer", ({ transfers }) => ({ transfers: withFirst(transfers, { amount: "9000000" }) })],
    ["transaction", ({ transfers }) => ({ transfers: withFirst(transfers, { transactionHash: NOTHING }) })],
  ];
  for (const [what, forge] of forgeries) {
    test(`with another ${what}`, async () => {
      const { message, ...rest } = await quittanceOf(paid);
      const forged = Quittance.parse({ ...rest, message: { ...message, ...forge(message) } });
      expect((await checkOffline(forged)).join()).toContain("signed by");
    });
  }

  test("with another signature", async () => {
    const quittance: Quittance = { ...(await quittanceOf(paid)), signature: `0x${"11".repeat(64)}1b` };
    const verdict = checkOffline(quittance).then((problems) => problems.join());
    expect(await verdict.catch((error: unknown) => `refused: ${error}`)).toMatch(/signed by|refused/);
  });

  test("that another key signed, although it names that key itself", async () => {
    const quittance = await quittanceOf(paid);
    expect(await checkOffline(quittance, PAYEE)).not.toEqual([]);
  });

  test("by the node, field by field, whoever signed it", async () => {
    const changes: [string, Partial<QuittanceTransfer>][] = [
      ["amount", { amount: "9000000" }],
      ["payee", { payee: PAYEE }],
      ["reference", { paymentReference: "0x0000000000000001" }],
      ["token", { token: "native" }],
      ["no payment at log", { logIndex: 50 }],
      ["not in the chain", { transactionHash: NOTHING }],
      ["block", { blockHash: NOTHING }],
      ["chain", { chainId: 1 }],
    ];
    for (const [word, change] of changes) {
      const { message, ...rest } = await quittanceOf(paid);
      const transfers = withFirst(message.transfers, change);
      const problems = await onChain(Quittance.parse({ ...rest, message: { ...message, transfers } }));
      expect(problems.join(), word).toContain(word);
    }
  });
});

describe("the quittance of a request that was paid in another currency", () => {
  let converted: RequestRow;

  beforeAll(async () => {
    const euro = invoiceCurrencyById("EUR");
    const row = await aRequest(api.app, owner, { invoice: euro, amount: parseAmount("49.9", 8) });
    converted = row;
    const payer = `0x${"ab".repeat(20)}`;
    const [quote] = await fixQuotes({ ...api.app.context(publicCaller("")), prices: fixedPrices() }, [
      {
        request: row,
        invoice: invoiceCurrencyOf(row),
        token: tokenOf(row.paymentCurrency),
        payer,
        amount: row.amount,
      },
    ]);
    const worth = { credited: row.amount, amount: quote?.paymentAmount, payer };
    await aTransfer(api.app, row, { ...worth, valuation: "quote", quoteId: quote?.id, rate: quote?.rate });
    await api.app.database.db
      .update(requests)
      .set({ status: "paid", paidAt: api.app.now() })
      .where(eq(requests.id, row.id));
  });

  test("holds what each transfer is worth and the signed quote, and passes the check", async () => {
    const quittance = await quittanceOf(converted);
    expect(quittance.domain.version).toBe("2");
    expect(quittance.message).toMatchObject({
      currency: converted.paymentCurrency,
      invoiceCurrency: "EUR",
      amount: "49.9",
      transfers: [{ amount: "54152331", credited: "49.9", valuation: "quote" }],
      quotes: [{ invoiceAmount: "49.9", paymentAmount: "54.152331" }],
    });
    expect(await checkOffline(quittance, quittance.signer)).toEqual([]);
    const receipt = await readPublicReceipt(api.app.context(publicCaller("")), wireId(converted));
    expect(receipt).toMatchObject({ amount: "49.9", asked: "49.9", currency: "EUR" });
    expect(receipt.transfers).toMatchObject([{ amount: "54.152331", currency: "USDC" }]);
  });

  type Converted = ConvertedMessage;
  const first = <T>([one, ...others]: readonly T[], change: Partial<T>): T[] =>
    one ? [{ ...one, ...change }, ...others] : [];
  const forgeries: [string, string, (message: Converted) => Partial<Converted>][] = [
    ["credit", "is not worth", ({ transfers }) => ({ transfers: first(transfers, { credited: "50" }) })],
    [
      "rate",
      "another rate than its quote",
      ({ transfers }) => ({ transfers: first(transfers, { rate: "1" }) }),
    ],
    ["payer", "another payer", ({ transfers }) => ({ transfers: first(transfers, { payer: PAYEE }) })],
    ["quote", "a quote that is not there", () => ({ quotes: [] })],
    ["rate in the quote", "was not signed", ({ quotes }) => ({ quotes: first(quotes, { rate: "1" }) })],
    [
      "request in the quote",
      "for something else",
      ({ quotes }) => ({ quotes: first(quotes, { requestId: UNKNOWN }) }),
    ],
    [
      "amount in the quote",
      "than its rate",
      ({ quotes }) => ({ quotes: first(quotes, { paymentAmount: "1" }) }),
    ],
    ["amount", "less than 100", () => ({ amount: "100" })],
  ];
  test.each(forgeries)(
    "with another %s is refused, also by what it says itself",
    async (_, problem, forge) => {
      const { message, ...rest } = await quittanceOf(converted);
      if (!isConvertedMessage(message)) throw new Error("converted");
      const forged = Quittance.parse({ ...rest, message: { ...message, ...forge(message) } });
      const problems = (await checkOffline(forged, rest.signer)).join();
      expect(problems).toContain("signed by");
      expect(problems).toContain(problem);
    },
  );
});

describe("404 before there is anything to show", () => {
  test("for unknown, malformed and unpaid requests alike", async () => {
    const open = await aRequest(api.app, owner);
    const partial = await ledger.request("100");
    await ledger.pay(partial, "1");
    await ledger.watch();
    for (const id of [UNKNOWN, "nonsense", wireId(open), wireId(partial)]) {
      const answer = await get(id, owner.key);
      expect([answer.status, answer.body.message]).toEqual([404, "Request not found"]);
    }
  });

  test("again once a reorganisation took the payment away", async () => {
    const snapshot = await node.snapshot();
    const request = await ledger.request("3");
    await ledger.pay(request, "3");
    await ledger.watch();
    expect((await get(wireId(request))).status).toBe(200);
    await node.revert(snapshot);
    await node.mine(5);
    await ledger.watch();
    expect((await get(wireId(request))).status).toBe(404);
  });
});

describe("what the merchant keeps from the public stays with the owner", () => {
  async function paidThroughLink(policy: Partial<typeof OPEN_POLICY>): Promise<string> {
    const request = await ledger.request("2");
    const id = newId(api.app.now());
    await api.app.database.db.insert(securePayments).values({
      id,
      token: id,
      platformId: owner.platformId,
      paymentType: "single",
      flow: "incoming",
      status: "completed",
      network: "sepolia",
      currency: "USDC-sepolia",
      accessPolicy: { ...OPEN_POLICY, ...policy },
      createdAt: api.app.now(),
      expiresAt: api.app.now(),
    });
    await api.app.database.db
      .insert(securePaymentRequests)
      .values({ securePaymentId: id, requestId: request.id, position: 0, amount: request.amount });
    await ledger.pay(request, "2");
    await ledger.watch();
    return wireId(request);
  }

  test("a masked payee: 403 for the public and for other tenants", async () => {
    const id = await paidThroughLink({ hidePayeeAddress: true });
    for (const headers of [{}, stranger.key]) {
      const answer = await get(id, headers);
      expect(answer.status).toBe(403);
      expect(JSON.stringify(answer.body)).not.toContain(paid.payee);
    }
    expect((await get(id, owner.key)).status).toBe(200);
  });

  test("a masked payee: the public receipt leads to no explorer, which would show it", async () => {
    const context = { ...api.app.context(publicCaller("")), config: { ...api.app.config, profile: "live" } };
    const open = await readPublicReceipt(context as Ctx, wireId(paid));
    expect(open.transfers[0]?.explorerUrl).toContain(open.transfers[0]?.transactionHash);
    const masked = await readPublicReceipt(context as Ctx, await paidThroughLink({ hidePayeeAddress: true }));
    expect(masked).toMatchObject({ isPayeeMasked: true, transfers: [{ explorerUrl: null }] });
    expect(JSON.stringify(masked).toLowerCase()).not.toContain(paid.payee.slice(2).toLowerCase());
  });

  test("a masked payee: the receipt says of no wallet that it is the merchant's", async () => {
    const { db } = api.app.database;
    const receiptOf = (id: string) => readPublicReceipt(api.app.context(publicCaller("")), id);
    const masked = await paidThroughLink({ hidePayeeAddress: true });
    expect(await receiptOf(wireId(paid))).toMatchObject({ isPayeeVerified: false });
    await db
      .update(platforms)
      .set({ walletAddress: paid.payee, walletProvenAt: api.app.now() })
      .where(eq(platforms.id, owner.platformId));
    expect(await receiptOf(wireId(paid))).toMatchObject({ isPayeeVerified: true });
    expect(await receiptOf(masked)).toMatchObject({ isPayeeMasked: true, isPayeeVerified: false });
  });

  test("a receipt says how to reach the merchant, where the merchant says so", async () => {
    const { db, now } = { db: api.app.database.db, now: api.app.now() };
    const receiptOf = () => readPublicReceipt(api.app.context(publicCaller("")), wireId(paid));
    expect((await receiptOf()).contact).toBeNull();
    const branding = { id: newId(now), platformId: owner.platformId, displayName: "Corner shop" };
    const stamps = { createdAt: now, updatedAt: now };
    await db.insert(brandings).values({ ...branding, contact: "help@shop.example", ...stamps });
    expect((await receiptOf()).contact).toEqual({
      contact: { kind: "mail", address: "help@shop.example" },
      of: "Corner shop",
    });
    // What no rule of today would take is not shown, whoever stored it.
    await db.update(brandings).set({ contact: "javascript:alert(1)" }).where(eq(brandings.id, branding.id));
    expect((await receiptOf()).contact).toBeNull();
    await db.delete(brandings).where(eq(brandings.id, branding.id));
  });

  test("a link that hides itself: 404 for the public and for other tenants", async () => {
    const id = await paidThroughLink({ hideUntilApproved: true });
    expect((await get(id)).status).toBe(404);
    expect((await get(id, stranger.key)).status).toBe(404);
    expect((await get(id, owner.key)).status).toBe(200);
  });
});

test("a wrong key is refused, although nobody in particular would be answered", async () => {
  expect((await get(wireId(paid), { "x-api-key": "sk_wrong" })).status).toBe(401);
  expect((await get(wireId(paid), { cookie: `session_token=${"A".repeat(43)}` })).status).toBe(200);
});

function withFirst(transfers: QuittanceTransfer[], change: Partial<QuittanceTransfer>): QuittanceTransfer[] {
  return transfers.map((transfer, index) => (index === 0 ? { ...transfer, ...change } : transfer));
}
