import { describe, expect, test } from "vitest";
import {
  DestinationAccessPolicy,
  PaymentAccessPolicy,
  storedPolicy,
} from "@/server/payee-destinations/access-policy";

const EVM = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
const TRON = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

const refusedAt = (schema: typeof DestinationAccessPolicy | typeof PaymentAccessPolicy, policy: unknown) =>
  schema.safeParse(policy).error?.issues.map(({ path }) => path.join("."));

describe("a destination's policy", () => {
  test("is off unless it says otherwise (AP-01)", () => {
    expect(storedPolicy(DestinationAccessPolicy.parse({}))).toEqual({
      mode: "off",
      screeningProvider: null,
      hideUntilApproved: false,
      hidePayeeAddress: false,
    });
  });

  test.each([
    [{ mode: "kyt_all_wallets", screeningProvider: "hypernative" }],
    [{ mode: "kyt_all_wallets", screeningProvider: "merklescience", hidePayeeAddress: true }],
    [{ mode: "off", screeningProvider: null }],
    [{ hideUntilApproved: true, hidePayeeAddress: true }],
    [{ mode: "off", hideUntilApproved: true }],
  ])("%j is one (AP-02 to AP-04)", (policy) => {
    expect(storedPolicy(DestinationAccessPolicy.parse(policy))).toMatchObject(policy);
  });

  test.each<[string, unknown]>([
    ["screeningProvider", { mode: "kyt_all_wallets" }],
    ["screeningProvider", { mode: "kyt_all_wallets", screeningProvider: null }],
    ["screeningProvider", { mode: "off", screeningProvider: "hypernative" }],
    ["screeningProvider", { screeningProvider: "hypernative" }],
    ["screeningProvider", { mode: "kyt_all_wallets", screeningProvider: "other" }],
    ["mode", { mode: "inherit" }],
    ["mode", { mode: "everyone" }],
    ["hidePayeeAddress", { hidePayeeAddress: "yes" }],
    // A rule nobody would apply must not look accepted.
    ["", { allowedPayerAddresses: [EVM] }],
    ["", { modes: "kyt_all_wallets" }],
  ])("is refused at %j: %j", (path, policy) => {
    expect(refusedAt(DestinationAccessPolicy, policy)).toEqual([path]);
  });
});

describe("a payment's policy", () => {
  test("may take over the destination's, and list who may pay (AP-01, AL-01, AL-03)", () => {
    const parsed = PaymentAccessPolicy.parse({
      mode: "inherit",
      allowedPayerAddresses: [EVM.toLowerCase(), EVM, TRON],
    });
    expect(parsed.allowedPayerAddresses).toEqual([EVM, TRON]);
    expect(PaymentAccessPolicy.parse({ allowedPayerAddresses: [] }).allowedPayerAddresses).toEqual([]);
  });

  test.each([
    ["nobody"],
    [EVM.slice(0, -1)],
    [EVM.replace("ACf5", "aCf5")],
    [TRON.toLowerCase()],
    [`0x${"0".repeat(40)}`],
  ])("refuses %s on the list (AL-02)", (address) => {
    const policy = { allowedPayerAddresses: [EVM, address] };
    expect(refusedAt(PaymentAccessPolicy, policy)).toEqual(["allowedPayerAddresses.1"]);
  });

  test("takes over no provider of its own (AP-02)", () => {
    expect(refusedAt(PaymentAccessPolicy, { mode: "inherit", screeningProvider: "hypernative" })).toEqual([
      "screeningProvider",
    ]);
  });
});
