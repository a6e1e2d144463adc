import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { checkDocument } from "@/components/pay/quittance/check-document";
import type { QuittanceMessage, QuittanceTransfer } from "@/server/quittances/schema";
import { typedDataOf } from "@/server/quittances/typed-data";

const service = privateKeyToAccount(`0x${"7a".repeat(32)}`);
const stranger = privateKeyToAccount(`0x${"7b".repeat(32)}`);

const PAYEE = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";
const transfer: QuittanceTransfer = {
  network: "base",
  chainId: 8453,
  transactionHash: `0x${"5e1f0c77".repeat(8)}`,
  blockNumber: "42",
  blockHash: `0x${"5e1f0c78".repeat(8)}`,
  logIndex: 0,
  paymentReference: "0x01e374b152db2523",
  payer: OTHER,
  payee: PAYEE,
  token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  amount: "12500000",
  decimals: 6,
};
const message: QuittanceMessage = {
  requestId: `01${"ab".repeat(32)}`,
  reference: "Order 1042",
  payee: PAYEE,
  currency: "USDC-base",
  amount: "12.5",
  paidAt: "2031-04-27T16:29:00.000Z",
  transfers: [transfer],
};
const expected = { requestId: message.requestId, payee: PAYEE.toLowerCase(), signer: service.address };

/** A document as it is loaded, signed by this key. */
async function aDocument(change: Partial<QuittanceMessage> = {}, account = service) {
  const said: QuittanceMessage = { ...message, ...change };
  return {
    domain: { name: "Quittance", version: "1" },
    types: { Quittance: [], Transfer: [] },
    primaryType: "Quittance",
    message: said,
    signer: account.address,
    signature: await account.signTypedData(typedDataOf(said)),
  };
}

const refusalOf = async (document: unknown) => {
  const verdict = await checkDocument(document, expected);
  return "refusal" in verdict ? verdict.refusal : null;
};

test("the service's quittance of this payment is genuine, and is what is shown", async () => {
  const document = await aDocument();
  expect(await checkDocument(document, expected)).toEqual({ quittance: document });
});

describe("the browser refuses a quittance", () => {
  const alterations: [string, Partial<QuittanceMessage>][] = [
    ["amount", { amount: "1" }],
    ["time", { paidAt: "2020-01-01T00:00:00.000Z" }],
    ["reference", { reference: "somebody else's invoice" }],
    ["payee", { payee: OTHER }],
    ["request", { requestId: `02${"ab".repeat(32)}` }],
    ["transaction", { transfers: [{ ...transfer, transactionHash: `0x${"11".repeat(32)}` }] }],
    ["amount of a transfer", { transfers: [{ ...transfer, amount: "99000000" }] }],
    ["number of transfers", { transfers: [transfer, transfer] }],
  ];
  test.each(alterations)("whose %s was altered after it was signed", async (_, change) => {
    const document = await aDocument();
    expect(await refusalOf({ ...document, message: { ...message, ...change } })).toBe("signature");
  });

  test("that another key signed, whether it names that key or the service's", async () => {
    const forged = await aDocument({}, stranger);
    expect(await refusalOf(forged)).toBe("signature");
    expect(await refusalOf({ ...forged, signer: service.address })).toBe("signature");
    expect(await refusalOf({ ...(await aDocument()), signer: stranger.address })).toBe("signature");
  });

  test("of another payment, though the service signed it", async () => {
    expect(await refusalOf(await aDocument({ requestId: `02${"ab".repeat(32)}` }))).toBe("other");
    expect(
      await refusalOf(await aDocument({ payee: OTHER, transfers: [{ ...transfer, payee: OTHER }] })),
    ).toBe("other");
  });

  test("whose transfers are too little or to somebody else, though the service signed it", async () => {
    expect(await refusalOf(await aDocument({ amount: "13" }))).toBe("sums");
    expect(await refusalOf(await aDocument({ transfers: [{ ...transfer, payee: OTHER }] }))).toBe("sums");
  });

  test("that is something else, lacks a part, or is signed with what is no signature", async () => {
    const document = await aDocument();
    const converted = { ...message, invoiceCurrency: "EUR" };
    const others: unknown[] = [
      null,
      "paid",
      [],
      { message: "Request not found" },
      { ...document, signature: undefined },
      { ...document, signature: `0x${"11".repeat(64)}ff` },
      { ...document, message: { ...message, transfers: [] } },
      { ...document, message: { ...message, transfers: [{ ...transfer, amount: "-1" }] } },
      { ...document, message: converted },
      { ...document, message: converted, domain: { name: "Quittance", version: "2" } },
      { ...document, domain: { name: "Quittance", version: "3" } },
    ];
    for (const other of others) expect(await refusalOf(other)).toBe("unreadable");
  });
});
