import { zeroAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { checkDepositAddress, type DepositPage } from "@/components/pay/safety/deposit-address";
import { checkSignature } from "@/components/pay/safety/signed-quotes";
import { aReadyPage } from "@/components/pay/testing/pages";
import { addressBytes, addressText } from "@/server/chains/address";
import { depositAddressOn } from "@/server/chains/deposit-address";
import { NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import { arrivalFor, sharesOf } from "@/server/payments/deposit-addresses/shares";
import { quoteTypedData } from "@/server/quotes/typed-data";
import { termsFromWire } from "@/server/requests/paying/deposit/terms-on-wire";
import {
  type PageDepositAddress,
  pageDepositAddress,
} from "@/server/secure-payments/page/deposit-address-schema";
import type { ShownQuote } from "@/server/secure-payments/page/shown-schema";
import { mutated, seeded } from "@/server/testing/mutate";

const SERVICE = privateKeyToAccount(`0x${"11".repeat(32)}`);
const THIEF = privateKeyToAccount(`0x${"22".repeat(32)}`).address;
const FEE_TO = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";
const LEG_TO = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const LEG_REFERENCE = "0x77e374b152db2599";

type Terms = PageDepositAddress["terms"];

/** A page over 10 USDC on Base: 0.1 USDC for a platform on top, 0.025 under a reference of its own. */
function aPage({ paid = 0n, hasFees = true } = {}): DepositPage {
  const page: DepositPage = structuredClone(aReadyPage());
  const [item] = page.facts.items;
  const [leg] = page.shown.legs;
  if (!item || !leg) throw new Error("no payment");
  const rest = 10_000_000n - paid;
  Object.assign(leg, { amount: rest.toString() });
  if (hasFees) {
    Object.assign(leg, { fee: { amount: (rest / 100n).toString(), address: FEE_TO } });
    page.shown.legs.push({
      ...leg,
      role: "fee",
      amount: (rest / 400n).toString(),
      recipient: { address: LEG_TO, commitment: null },
      reference: LEG_REFERENCE,
      fee: null,
    });
    const fee = { bearer: "payer" as const, symbol: "USDC", decimals: 6 };
    page.facts.fees.push({ ...fee, label: "Platform fee", amount: (rest / 100n).toString() });
    page.facts.fees.push({ ...fee, label: "Protocol fee", amount: (rest / 400n).toString() });
  }
  if (paid === 0n) return page;
  Object.assign(item, { received: paid.toString() });
  const at = "2030-01-01T00:00:00.000Z";
  const transfer = { txHash: `0x${"5e".repeat(32)}`, amount: paid.toString(), symbol: "USDC", decimals: 6 };
  page.facts.transfers.push({ ...transfer, isConfirmed: true, at });
  return { ...page, kind: "partial" };
}

/** Terms, the address that the contract gives them, and what has to arrive. */
function offered(
  { facts }: DepositPage,
  more: Partial<Terms> = {},
  { network = "base" as const, amount }: { network?: "base" | "arbitrum-one"; amount?: string } = {},
): PageDepositAddress {
  const [item] = facts.items;
  const token = tokenById("USDC-base");
  if (!item || token?.address == null) throw new Error("no payment");
  const hasFees = facts.fees.length > 0;
  const terms: Terms = {
    homeChainId: "8453",
    payee: item.recipient,
    token: token.address,
    feeProxy: NETWORKS.base.contracts.erc20FeeProxy.address,
    paymentReference: item.paymentReference,
    amount: item.amount,
    feeReceiver: hasFees ? FEE_TO : zeroAddress,
    feeAmount: hasFees ? "100000" : "0",
    legReceiver: hasFees ? LEG_TO : zeroAddress,
    legAmount: hasFees ? "25000" : "0",
    legReference: hasFees ? LEG_REFERENCE : "0x0000000000000000",
    ...more,
  };
  const read = termsFromWire(terms);
  const paid = BigInt(item.received);
  const due = arrivalFor(read, paid === 0n ? 0n : arrivalFor(read, 0n, paid), BigInt(item.amount) - paid);
  return {
    network: "base",
    token: "USDC-base",
    amount: amount ?? formatAmount(due, 6),
    address: addressText("evm", depositAddressOn(NETWORKS[network], read) ?? ""),
    quote: null,
    terms,
  };
}

const problemOf = (page: DepositPage, of: PageDepositAddress) => {
  const answer = checkDepositAddress(page, of);
  return answer.ok ? null : answer.problem.field;
};

describe("an address for a plain transfer", () => {
  test.each([
    ["without fees", aPage({ hasFees: false }), 10_000_000n],
    ["with two fees that the payer bears", aPage(), 10_125_000n],
    ["after a part", aPage({ paid: 4_000_000n }), 6_075_000n],
  ])("%s is shown with exactly what has to arrive", (_, page, amount) => {
    const answer = checkDepositAddress(page, offered(page));
    expect(answer).toMatchObject({ ok: true, deposit: { amount, address: offered(page).address } });
  });

  test("with a fee that the payee bears asks for no more than the page does", () => {
    const page = aPage({ hasFees: false });
    const [leg] = page.shown.legs;
    if (!leg) throw new Error("no payment");
    Object.assign(leg, { amount: "9900000", fee: { amount: "100000", address: FEE_TO } });
    page.facts.fees.push({ label: "Fee", bearer: "payee", amount: "100000", symbol: "USDC", decimals: 6 });
    const net = {
      amount: "9900000",
      legReceiver: zeroAddress,
      legAmount: "0",
      legReference: `0x${"0".repeat(16)}`,
    };
    expect(problemOf(page, offered(page, net, { amount: "10" }))).toBeNull();
    expect(problemOf(page, offered(page, { ...net, amount: "10000000" }, { amount: "10.1" }))).toBe("amount");
  });

  test("on Tron is compared in Base58", () => {
    const page = aPage({ hasFees: false });
    const [item] = page.facts.items;
    const [leg] = page.shown.legs;
    if (!item || !leg) throw new Error("no payment");
    const recipient = addressText("tron", FEE_TO);
    Object.assign(item, { currency: "USDT-tron", symbol: "USDT", recipient });
    Object.assign(leg, { currency: "USDT-tron", recipient: { address: recipient, commitment: null } });
    const { id, family, name, chainId, isTestnet, sourceChain, native, explorer } = NETWORKS.tron;
    const network = { id, family, name, chainId, isTestnet, sourceChain, native, explorer };
    Object.assign(page.facts, { network });
    Object.assign(page.shown, { network: "tron" });
    const { address } = tokenById("USDT-tron") ?? {};
    const of = offered(page, {
      homeChainId: String(chainId),
      payee: FEE_TO,
      token: addressBytes("tron", address ?? ""),
      feeProxy: addressBytes("tron", NETWORKS.tron.contracts.erc20FeeProxy.address),
    });
    const computed = depositAddressOn(NETWORKS.tron, termsFromWire(of.terms)) ?? "";
    const told = {
      ...of,
      network: "tron" as const,
      token: "USDT-tron",
      address: addressText("tron", computed),
    };
    expect(problemOf(page, told)).toBeNull();
    expect(problemOf(page, { ...told, address: addressText("tron", THIEF) })).toBe("depositAddress");
    expect(problemOf(page, { ...told, address: addressText("evm", computed) })).toBe("depositAddress");
  });
});

describe("of a service that was taken over, the page shows no address", () => {
  test.each<[string, Partial<Terms>, string]>([
    ["that pays another payee", { payee: THIEF }, "recipient"],
    ["that takes another token", { token: LEG_TO }, "token"],
    ["that pays through another contract", { feeProxy: THIEF }, "contract"],
    ["under another reference", { paymentReference: LEG_REFERENCE.replace("77", "78") }, "reference"],
    ["that pays the fee to somebody else", { feeReceiver: THIEF }, "feeRecipient"],
    ["that pays the second fee to somebody else", { legReceiver: THIEF }, "feeRecipient"],
    ["whose second fee has another reference", { legReference: "0x77e374b152db259a" }, "reference"],
    ["whose fee is a base unit larger", { feeAmount: "100001" }, "feeAmount"],
    ["whose second fee is a base unit larger", { legAmount: "25001" }, "feeAmount"],
    ["that belongs to a smaller payment", { amount: "9000000" }, "amount"],
    ["that counts on another chain", { homeChainId: "1" }, "network"],
    ["whose terms are no bytes", { payee: "0x12" }, "answer"],
  ])("%s, although it follows from its terms", (_, more, field) => {
    const page = aPage();
    let of: PageDepositAddress;
    try {
      of = offered(page, more, { amount: "10.125" });
    } catch {
      of = { ...offered(page), terms: { ...offered(page).terms, ...more } };
    }
    expect(problemOf(page, of)).toBe(field);
  });

  test.each<[string, Partial<PageDepositAddress>, string]>([
    ["another address", { address: THIEF }, "depositAddress"],
    ["the payee's own", { address: aPage().facts.items[0]?.recipient ?? "" }, "depositAddress"],
    ["in another letter case", { address: offered(aPage()).address.toLowerCase() }, "depositAddress"],
    ["a larger amount", { amount: "10.125001" }, "amount"],
    ["a smaller amount", { amount: "10.124999" }, "amount"],
    ["another network", { network: "mainnet", token: "USDC-mainnet" }, "network"],
    ["another token", { token: "USDT-mainnet" }, "token"],
    ["a token that does not exist", { token: "toString" }, "token"],
  ])("%s", (_, more, field) => {
    const page = aPage();
    expect(problemOf(page, { ...offered(page), ...more })).toBe(field);
  });

  test("for several payments, and for a payee that keeps its address private", () => {
    const page = aPage({ hasFees: false });
    const [leg] = page.shown.legs;
    const [item] = page.facts.items;
    if (!leg || !item) throw new Error("no payment");
    const of = offered(page);
    Object.assign(leg, { recipient: { address: "0x15d3…6A65", commitment: `0x${"cd".repeat(32)}` } });
    Object.assign(item, { recipient: "0x15d3…6A65", isMasked: true });
    expect(problemOf(page, of)).toBe("recipient");
    const two = aPage({ hasFees: false });
    two.facts.items.push(...structuredClone(two.facts.items));
    expect(problemOf(two, of)).not.toBeNull();
  });

  test("where the words of the page name somebody else", () => {
    const page = aPage();
    const [item] = page.facts.items;
    Object.assign(item ?? {}, { recipient: THIEF });
    expect(problemOf(page, offered(aPage()))).toBe("recipient");
  });
});

test("after a part a fee can be larger by what was cut from parts, and by no more", () => {
  const page = aPage({ paid: 4_000_000n });
  expect(problemOf(page, offered(page, { feeAmount: "100009" }))).toBeNull();
  expect(problemOf(page, offered(page, { feeAmount: "100012" }))).toBe("feeAmount");
  const { amount } = offered(page);
  expect(problemOf(page, { ...offered(page), amount: "6.075007" })).toBe("amount");
  expect(problemOf(page, { ...offered(page), amount: "6.074990" })).toBe("amount");
  expect(amount).toBe("6.075");
});

describe("of a payment in another currency", () => {
  const QUOTE: Omit<ShownQuote, "signature"> = {
    id: "01M7WM9D7FKFSH7GG6GY105AVH",
    requestId: aReadyPage().facts.items[0]?.requestId ?? "",
    payer: "",
    invoiceCurrency: "EUR",
    invoiceAmount: "49.9",
    paymentCurrency: "USDC-base",
    paymentAmount: "54.13651",
    rate: "1.0849",
    sources: [{ name: "coinbase", currency: "USDC", usd: "1", round: "", time: "2030-01-01T00:00:05.000Z" }],
    createdAt: "2030-01-01T00:01:00.000Z",
    expiresAt: "2030-01-01T00:16:00.000Z",
  };

  function inEuros(): DepositPage {
    const page = aPage({ hasFees: false });
    const [item] = page.facts.items;
    const [leg] = page.shown.legs;
    if (!item || !leg) throw new Error("no payment");
    const invoice = { currency: "EUR", symbol: "EUR", decimals: 8, amount: "4990000000", received: "0" };
    Object.assign(item, { amount: "0", invoice });
    Object.assign(leg, { amount: "0" });
    return page;
  }

  async function quoted(more: Partial<ShownQuote> = {}, by = SERVICE): Promise<PageDepositAddress> {
    const unsigned = structuredClone({ ...QUOTE, ...more });
    const quote = { ...unsigned, signature: await by.signTypedData(quoteTypedData(unsigned)) };
    await checkSignature(quote, SERVICE.address);
    const page = aPage({ hasFees: false });
    return { ...offered(page, { amount: "54136510" }, { amount: quote.paymentAmount }), quote };
  }

  test("the amount is what the signed rate makes of it", async () => {
    expect(checkDepositAddress(inEuros(), await quoted())).toMatchObject({
      ok: true,
      deposit: { amount: 54_136_510n },
    });
  });

  test.each<[string, Partial<ShownQuote>, string]>([
    ["for another request", { requestId: `01${"cd".repeat(32)}` }, "quote"],
    ["for a wallet", { payer: THIEF.toLowerCase() }, "quote"],
    ["for more than is asked for", { invoiceAmount: "50", paymentAmount: "54.245" }, "amount"],
    ["in another currency", { invoiceCurrency: "USD" }, "quote"],
    ["for another token", { paymentCurrency: "USDT-mainnet" }, "quote"],
    ["with another amount than the rate makes", { paymentAmount: "60" }, "quote"],
  ])("a rate %s is refused", async (_, more, field) => {
    expect(problemOf(inEuros(), await quoted(more))).toBe(field);
  });

  test("a rate that somebody else signed, none, and more than the rate makes are refused", async () => {
    const stranger = privateKeyToAccount(`0x${"33".repeat(32)}`);
    expect(problemOf(inEuros(), await quoted({}, stranger))).toBe("quote");
    expect(problemOf(inEuros(), { ...(await quoted()), quote: null })).toBe("quote");
    expect(problemOf(inEuros(), { ...(await quoted()), amount: "54.136511" })).toBe("amount");
  });

  test("a rate is refused for a payment that has none", async () => {
    const page = aPage({ hasFees: false });
    expect(problemOf(page, { ...offered(page), quote: (await quoted()).quote })).toBe("quote");
  });
});

test("of 10,000 altered answers none shows another address or amount", () => {
  const random = seeded(28_681);
  let refused = 0;
  for (let index = 0; index < 10_000; index++) {
    const page = index % 2 === 0 ? aPage() : aPage({ hasFees: false });
    const honest = offered(page);
    const altered = mutated(honest, random);
    if (!pageDepositAddress(altered)) continue;
    // Half of them follow from their terms, as a careful thief would have it.
    const address = index % 4 < 2 ? computedOf(altered.terms) : null;
    const answer = checkDepositAddress(page, { ...altered, ...(address ? { address } : {}) });
    if (answer.ok) expect(formatAmount(answer.deposit.amount, 6)).toBe(honest.amount);
    if (answer.ok) expect(answer.deposit.address).toBe(honest.address);
    else refused++;
  }
  expect(refused).toBeGreaterThan(3_000);
});

function computedOf(terms: Terms): string | null {
  try {
    return addressText("evm", depositAddressOn(NETWORKS.base, termsFromWire(terms)) ?? "");
  } catch {
    return null;
  }
}

test("what the page accepts pays the payee what is left, whatever was rounded", () => {
  const random = seeded(719);
  for (let index = 0; index < 1_000; index++) {
    const paid = BigInt(1 + Math.floor(random() * 9_999_998));
    const page = aPage({ paid });
    const of = offered(page);
    expect(problemOf(page, of), String(paid)).toBeNull();
    const terms = termsFromWire(of.terms);
    const before = arrivalFor(terms, 0n, paid);
    const amount = BigInt(Math.round(Number(of.amount) * 1e6));
    expect(sharesOf(terms, before, amount).payee).toBeGreaterThanOrEqual(10_000_000n - paid);
  }
});
