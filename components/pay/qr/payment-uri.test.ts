import fc from "fast-check";
import { concat, encodeAbiParameters, type Hex, parseAbiParameters, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import { paymentUris } from "@/components/pay/qr/payment-uri";
import { builtApprovals, builtPayment, expectationOf } from "@/components/pay/safety/expected";
import type { ShownPayment, ShownTransfer } from "@/server/secure-payments/page/shown-schema";
import { propertyRuns } from "@/server/testing/long";

const PAYEE = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const FEE_TO = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

const leg = (more: Partial<ShownTransfer> = {}): ShownTransfer => ({
  role: "payment",
  item: 0,
  currency: "USDC-base",
  amount: "12500000",
  recipient: { address: PAYEE, commitment: null },
  reference: "0x0011223344556677",
  fee: null,
  ...more,
});
const single = (more: Partial<ShownTransfer> = {}, payment: Partial<ShownPayment> = {}): ShownPayment => ({
  kind: "single",
  network: "base",
  legs: [leg(more)],
  payer: null,
  quote: null,
  approved: [],
  ...payment,
});

/** Reads an EIP-681 request as a wallet does: the function by name and types, its arguments by position. */
function read(uri: string | null): { chainId: number; to: string; data: Hex; value: bigint } {
  const [, to = "", chainId, name = "", query = ""] =
    /^ethereum:(0x[0-9a-fA-F]{40})@(\d+)\/(\w+)\?([\w=&]+)$/.exec(uri ?? "") ?? [];
  const inputs = query.split("&").map((pair) => pair.split("=") as [string, string]);
  const passed = inputs.filter(([type]) => type !== "value");
  const types = parseAbiParameters(passed.map(([type]) => type).join(","));
  const args = passed.map(([type, value]) => (type === "uint256" ? BigInt(value) : value));
  const selector = toFunctionSelector(`${name}(${passed.map(([type]) => type).join(",")})`);
  const value = BigInt(inputs.find(([type]) => type === "value")?.[1] ?? 0);
  return { chainId: Number(chainId), to, data: concat([selector, encodeAbiParameters(types, args)]), value };
}

describe("a scanned payment is the payment of the page, byte for byte", () => {
  const fees = fc.option(fc.bigInt({ min: 1n, max: 10n ** 30n }), { nil: null });
  const amounts = fc.bigInt({ min: 1n, max: 2n ** 255n });
  const references = fc.stringMatching(/^0x[0-9a-f]{16}$/);

  test.each([
    ["USDC-base", "base"],
    ["USDC-bsc", "bsc"],
    ["USDT-mainnet", "mainnet"],
    ["ETH-mainnet-mainnet", "mainnet"],
    ["ETH-sepolia-sepolia", "sepolia"],
  ] as const)("in %s, whatever the amount and the fee", (currency, network) => {
    fc.assert(
      fc.property(amounts, fees, references, (amount, fee, reference) => {
        const shown = single(
          {
            currency,
            amount: amount.toString(),
            reference,
            fee: fee === null ? null : { amount: fee.toString(), address: FEE_TO },
          },
          { network },
        );
        const expectation = expectationOf(shown);
        const uris = paymentUris(shown);
        const payment = builtPayment(expectation, [PAYEE]);
        const { chainId } = expectation.network;
        const { to, data, value } = payment;
        expect(read(uris?.payment ?? null)).toEqual({ chainId, to, data, value });
        const exact = builtApprovals(expectation).find(({ kind }) => kind === "approve");
        if (!exact) {
          expect(uris?.approval).toBeNull();
          return;
        }
        expect(read(uris?.approval ?? null)).toEqual({
          chainId,
          to: exact.built.to,
          data: exact.built.data,
          value: 0n,
        });
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe("there is no code to scan", () => {
  test("for a recipient that is hidden: the code would name it", () => {
    expect(
      paymentUris(single({ recipient: { address: "0x7099…79C8", commitment: `0x${"ab".repeat(32)}` } })),
    ).toBeNull();
  });

  test("for several payments, which no request can say", () => {
    expect(paymentUris({ ...single(), legs: [leg(), leg({ role: "fee" })] })).toBeNull();
    expect(paymentUris({ ...single(), kind: "batch" })).toBeNull();
    expect(paymentUris({ ...single(), kind: "bundle" })).toBeNull();
  });

  test("on Tron", () => {
    const recipient = { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", commitment: null };
    expect(paymentUris(single({ currency: "USDT-tron", recipient }, { network: "tron" }))).toBeNull();
  });

  test.each([
    ["a recipient with more in it", { recipient: { address: `${PAYEE}&uint256=1`, commitment: null } }],
    ["a recipient of markup", { recipient: { address: "<svg onload=alert(1)>", commitment: null } }],
    ["a reference with more in it", { reference: "0x0011223344556677&value=1" }],
    ["an amount with more in it", { amount: "1&address=0x0" }],
    ["an amount in powers of ten", { amount: "1e18" }],
    ["a token that nobody knows", { currency: "USDC-evil" }],
    ["a fee to nobody", { fee: { amount: "1", address: "0x1" } }],
  ])("for %s", (_what, more) => {
    expect(paymentUris(single(more))).toBeNull();
  });
});
