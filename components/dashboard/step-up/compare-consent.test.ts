import { describe, expect, test } from "vitest";
import { type Consent, messageOf, typedDataOf } from "@/server/auth/proofs/consent";
import type { StepUpAsked } from "@/server/auth/step-up/schema";
import { consentToSign } from "./compare-consent";

const SERVICE = "https://pay.example.com";
const EVM = "0x000000000000000000000000000000000000dEaD";
const TRON = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

const consent: Consent = {
  purpose: "step-up",
  action: 'Make an API key: "till"',
  account: "Shop (01J)",
  digest: `0x${"ab".repeat(32)}`,
  expiresAt: new Date(1_790_000_000_123),
};

function asked(signed: Consent = consent, service = SERVICE): StepUpAsked {
  return {
    id: "01J",
    digest: consent.digest,
    action: consent.action,
    account: consent.account,
    expiresAt: consent.expiresAt.toISOString(),
    takesPassword: false,
    sign: {
      passkey: null,
      wallets: [
        {
          address: EVM,
          family: "evm",
          chainId: null,
          typedData: typedDataOf(service, signed),
          message: null,
        },
        {
          address: TRON,
          family: "tron",
          chainId: null,
          typedData: null,
          message: messageOf(service, TRON, signed),
        },
      ],
    },
  };
}

describe("what a wallet is given to sign", () => {
  test("is what the dialog shows, at this address", () => {
    // As it arrives: JSON keeps no order that anybody promised.
    const arrived: StepUpAsked = JSON.parse(JSON.stringify(asked()));
    expect(consentToSign(arrived, EVM, SERVICE)).toMatchObject({
      family: "evm",
      typedData: typedDataOf(SERVICE, consent),
    });
    expect(consentToSign(arrived, TRON, SERVICE)).toMatchObject({
      message: messageOf(SERVICE, TRON, consent),
    });
  });

  const others: [string, StepUpAsked][] = [
    ["says another action", asked({ ...consent, action: "Make a key that may do everything" })],
    ["says another account", asked({ ...consent, account: "Other (01K)" })],
    ["says another digest", asked({ ...consent, digest: `0x${"cd".repeat(32)}` })],
    ["ends later", asked({ ...consent, expiresAt: new Date(1_800_000_000_000) })],
    ["is an approval", asked({ ...consent, purpose: "approval" })],
    ["is for another service", asked(consent, "https://pay.example.org")],
  ];
  test.each(others)("is nothing where what the service asks for %s", (_, one) => {
    expect(consentToSign(one, EVM, SERVICE)).toBeNull();
    expect(consentToSign(one, TRON, SERVICE)).toBeNull();
  });

  test("is nothing for a wallet that is not asked", () => {
    expect(consentToSign(asked(), EVM.replace("dEaD", "bEEF"), SERVICE)).toBeNull();
  });
});
