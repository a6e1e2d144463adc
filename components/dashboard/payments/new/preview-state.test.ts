import { describe, expect, test } from "vitest";
import { headlineOf, sumsText } from "@/components/pay/money/sums";
import { tokenById } from "@/server/currencies/tokens";
import type { FeePlan } from "@/server/fees/plan-schema";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import { type PreviewFacts, previewState, tokenOf } from "./preview-state";
import { NEW_REQUEST, type RequestValues } from "./request-values";

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const token = tokenById("USDC-base");
if (!token) throw new Error("USDC-base is gone");

const destination: DestinationRecord = {
  id: "01",
  destinationId: "02",
  walletAddress: WALLET,
  tokenAddress: token.address ?? "",
  chainId: 8453,
  accessPolicy: null,
  binaryInteropAddress: "",
  humanReadableInteropAddress: "",
  claimed: true,
  active: true,
  createdAt: "2031-05-04T16:30:00.000Z",
};
const usdc = token;

function drawn(values: Partial<RequestValues>, more: Partial<PreviewFacts> = {}): PageState {
  return previewState({
    values: { ...NEW_REQUEST, ...values },
    destination,
    token: usdc,
    branding: null,
    account: { name: "Acme", provenWallet: null },
    plan: null,
    expiresAt: "2031-05-04T16:30:00.000Z",
    isLocal: true,
    ...more,
  });
}

function ready(values: Partial<RequestValues>, more: Partial<PreviewFacts> = {}) {
  const page = drawn(values, more);
  if (page.kind !== "ready") throw new Error(`The page is ${page.kind}`);
  return { ...page, headline: sumsText(headlineOf(page.facts, page.shown), "en") };
}

test("the token of a destination is found in any letter case", () => {
  expect(tokenOf({ ...destination, tokenAddress: destination.tokenAddress.toLowerCase() })?.id).toBe(
    "USDC-base",
  );
  expect(tokenOf({ ...destination, chainId: 1 })).toBeUndefined();
});

describe("the page of what is typed", () => {
  test("has the amount, the reference and the merchant as the payer reads them", () => {
    const page = ready({ amount: " 1250.5 ", reference: " INV-7 " });
    expect(page.headline).toBe("1,250.50 USDC");
    expect(page.merchant).toBe("Acme");
    expect(page.facts.reference).toBe("INV-7");
    expect(page.facts.items[0]?.recipient).toBe(WALLET);
  });

  test.each(["", "1.", "abc", "0", "1.0000001"])("asks for nothing while %j is no amount", (amount) => {
    expect(ready({ amount }).headline).toBe("0.00 USDC");
  });

  test("keeps another currency as it is asked for", () => {
    const page = ready({ amount: "99.5", invoiceCurrency: "EUR" });
    expect(page.headline).toBe("99.50 EUR");
    expect(page.shown.quote).toBeNull();
  });

  test("adds what the payer bears to the headline, and not what the merchant bears", () => {
    const fee = (label: string, feeBearer: "payer" | "payee", calculatedAmountUsd: string) =>
      ({ label, feeBearer, calculatedAmountUsd }) as FeePlan["fees"][number];
    const plan = { fees: [fee("On top", "payer", "0.25"), fee("Within", "payee", "1")] } as FeePlan;
    const page = ready({ amount: "10" }, { plan });
    expect(page.headline).toBe("10.25 USDC");
    expect(page.facts.fees.map(({ label, amount }) => [label, amount])).toEqual([
      ["On top", "250000"],
      ["Within", "1000000"],
    ]);
  });
});

describe("what is hidden", () => {
  const policy = { mode: "off", screeningProvider: null } as const;

  test("by the request or by the destination is not on the page, the merchant's name included", () => {
    const hides = { ...policy, hideUntilApproved: true, hidePayeeAddress: false };
    for (const page of [
      drawn({ hideUntilApproved: true, amount: "10" }),
      drawn({ amount: "10" }, { destination: { ...destination, accessPolicy: hides } }),
    ]) {
      expect(page).toMatchObject({ kind: "hidden", merchant: null });
      expect(page).not.toHaveProperty("facts");
    }
  });

  test("a masked address stands nowhere in full, and is verified as nobody's", () => {
    const masks = { ...policy, hideUntilApproved: false, hidePayeeAddress: true };
    const account = { name: "Acme", provenWallet: { address: WALLET, chainId: null } };
    for (const page of [
      ready({ hidePayeeAddress: true }, { account }),
      ready({}, { account, destination: { ...destination, accessPolicy: masks } }),
    ]) {
      expect(page.facts.items[0]).toMatchObject({ recipient: "0x70…79C8", isVerified: false });
      expect(JSON.stringify(page)).not.toContain(WALLET);
    }
  });
});

test("the owner's wallet is verified, a contract's on its own chain only", () => {
  const verified = (address: string, chainId: number | null) =>
    ready({}, { account: { name: null, provenWallet: { address, chainId } } }).facts.items[0]?.isVerified;
  expect(verified(WALLET.toLowerCase(), null)).toBe(true);
  expect(verified(WALLET, 8453)).toBe(true);
  expect(verified(WALLET, 1)).toBe(false);
  expect(verified("0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65", null)).toBe(false);
});

test("a plain payment is offered to scan only where every wallet may pay", () => {
  const isOpen = (values: Partial<RequestValues>) => ready(values).facts.isOpenToAll;
  expect(isOpen({})).toBe(true);
  expect(isOpen({ screening: "kyt_all_wallets" })).toBe(false);
  expect(isOpen({ isRestricted: true, allowedPayers: WALLET })).toBe(false);
});
