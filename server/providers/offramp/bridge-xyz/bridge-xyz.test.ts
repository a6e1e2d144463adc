import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bridgeXyzProvider } from "@/server/providers/offramp/bridge-xyz/bridge-xyz";
import type { BankAccount, OfframpProvider } from "@/server/providers/offramp/provider";
import { type BridgeXyzServer, startBridgeXyzServer } from "@/server/testing/offramp/bridge-xyz-server";

let bridge: BridgeXyzServer;
let provider: OfframpProvider;
beforeAll(async () => {
  bridge = await startBridgeXyzServer();
  const { url, noticeKey } = bridge;
  provider = bridgeXyzProvider({ url, key: "sk-test", timeoutMs: 2_000, noticeKey });
});
afterAll(() => bridge?.close());
beforeEach(() => {
  bridge.received.length = 0;
  bridge.instead.length = 0;
  bridge.links.clear();
  bridge.answered.clear();
});

const ADA = { email: "ada@example.com", fullName: "Ada Lovelace", type: "individual" } as const;
const US: BankAccount = {
  bankName: "First Bank",
  accountName: "Ada Lovelace",
  beneficiaryType: "individual",
  firstName: "Ada",
  lastName: "Lovelace",
  currency: "USD",
  rails: "local",
  country: "US",
  addressLine1: "1 Main Street",
  city: "New York",
  state: "NY",
  postalCode: "10001",
  accountNumber: "000123456789",
  routingNumber: "021000021",
  accountType: "checking",
};

describe("checks", () => {
  test("begin once, whoever asks again for the same e-mail address", async () => {
    const first = await provider.startCustomer("ref-1", ADA);
    expect(first).toMatchObject({ linkId: "link-1", kycStatus: "initiated", agreementStatus: "pending" });
    expect(first.kycUrl).toBe("https://bridge.example/kyc/link-1");
    expect(await provider.startCustomer("ref-2", ADA)).toEqual(first);
    expect(bridge.received[0]).toMatchObject({ path: "/kyc_links", idempotencyKey: "ref-1" });
    expect(bridge.received[0]?.body).toEqual({
      full_name: "Ada Lovelace",
      email: "ada@example.com",
      type: "individual",
    });
  });

  test("of another person under the same e-mail address are refused, not handed on", async () => {
    await provider.startCustomer("ref-1", ADA);
    const other = provider.startCustomer("ref-2", { ...ADA, fullName: "Mallory" });
    await expect(other).rejects.toMatchObject({ name: "OfframpRefused", field: "email" });
  });

  test.each([
    ["incomplete", "pending", "initiated", "pending"],
    ["awaiting_questionnaire", "pending", "initiated", "pending"],
    ["under_review", "approved", "pending", "completed"],
    ["approved", "approved", "approved", "completed"],
    ["rejected", "approved", "rejected", "completed"],
    ["paused", "approved", "failed", "completed"],
    ["offboarded", "approved", "failed", "completed"],
  ])("kyc_status %s and tos_status %s are %s and %s", async (kyc, tos, kycStatus, agreementStatus) => {
    const { linkId } = await provider.startCustomer("ref", ADA);
    Object.assign(bridge.links.get(linkId) ?? {}, { kyc_status: kyc, tos_status: tos });
    expect(await provider.customer(linkId)).toMatchObject({ kycStatus, agreementStatus });
  });
});

describe("answers that are none", () => {
  const HTML = { status: 200, body: "<html>down for maintenance</html>" };

  test.each([
    ["500 three times", [500, 502, 503].map((status) => ({ status, body: "" }))],
    ["HTML three times", [HTML, HTML, HTML]],
    ["another shape", [{ status: 200, body: { id: 7 } }]],
    ["an unknown state", [{ status: 200, body: { id: "x", kyc_status: "dancing" } }]],
    ["a redirect", [{ status: 302, body: "", headers: { location: "http://127.0.0.1:1" } }]],
    ["our key refused", [{ status: 401, body: {} }]],
    ["a limit that ends in an hour", [{ status: 429, body: {}, headers: { "retry-after": "3600" } }]],
  ])("%s: unavailable, without a word of what was sent", async (_, replies) => {
    bridge.instead.push(...replies);
    const call = provider.startCustomer("ref", ADA);
    await expect(call).rejects.toMatchObject({ name: "OfframpUnavailable" });
    await expect(call).rejects.not.toThrow(/ada|sk-test/i);
  });

  test("a failure in between is tried again under the same idempotency key", async () => {
    bridge.instead.push(
      { status: 500, body: "" },
      { status: 429, body: {}, headers: { "retry-after": "0" } },
    );
    expect(await provider.startCustomer("ref-9", ADA)).toMatchObject({ linkId: "link-1" });
    expect(bridge.received.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["ref-9", "ref-9", "ref-9"]);
  });
});

describe("bank accounts", () => {
  test("of the US go with their numbers, and are approved once active", async () => {
    const added = await provider.addBankAccount("ref", "customer-1", US);
    expect(added).toMatchObject({ status: "approved" });
    expect(bridge.received[0]).toMatchObject({
      path: "/customers/customer-1/external_accounts",
      body: {
        account_type: "us",
        currency: "usd",
        address: { country: "USA", state: "NY" },
        account: {
          account_number: "000123456789",
          routing_number: "021000021",
          checking_or_savings: "checking",
        },
      },
    });
  });

  test("are pending until active, and failed once the address or the account is refused", async () => {
    const { accountId } = await provider.addBankAccount("ref", "customer-1", US);
    const account = bridge.accounts.get(accountId ?? "") ?? {};
    const status = async () => (await provider.bankAccount("customer-1", accountId ?? "")).status;
    account.active = false;
    expect(await status()).toBe("pending");
    account.beneficiary_address_valid = false;
    expect(await status()).toBe("failed");
    Object.assign(account, { beneficiary_address_valid: true, deactivation_reason: "closed" });
    expect(await status()).toBe("failed");
  });

  test("that the provider has no type for are failed without a call", async () => {
    const inr = { ...US, currency: "INR", accountType: undefined };
    expect(await provider.addBankAccount("ref", "customer-1", inr)).toEqual({
      accountId: null,
      currency: null,
      status: "failed",
      rejectionMessage: "not supported by the provider",
    });
    expect(bridge.received).toEqual([]);
  });

  test("a refusal names the field and nothing of its message", async () => {
    bridge.instead.push({
      status: 400,
      body: {
        code: "invalid_parameters",
        message: "account 000123456789 is bad",
        source: { location: "body", key: { "account.routing_number": "021000021 is not a bank" } },
      },
    });
    const call = provider.addBankAccount("ref", "customer-1", US);
    await expect(call).rejects.toMatchObject({ name: "OfframpRefused", field: "account.routing_number" });
    await expect(call).rejects.not.toThrow(/000123456789|021000021/);
  });
});

describe("notices", () => {
  const now = new Date("2026-01-02T03:04:05Z");
  const raw = JSON.stringify({
    event_id: "ev-1",
    event_category: "kyc_link",
    event_object_id: "link-1",
    event_object: { kyc_status: "approved" },
  });

  test.each([1, 2] as const)("signed over %i hashes are taken", (times) => {
    expect(provider.readNotice(raw, bridge.sign(raw, now, times), now)).toEqual({
      eventId: "ev-1",
      category: "customer",
      objectIds: ["link-1"],
    });
  });

  test("of another category are nothing of ours", () => {
    const other = JSON.stringify({
      event_id: "e",
      event_category: "static_memo.activity",
      event_object_id: "x",
    });
    expect(provider.readNotice(other, bridge.sign(other, now), now)).toBeNull();
  });

  test.each<[string, () => [string, string | null, Date]]>([
    ["without a signature", () => [raw, null, now]],
    ["with another body", () => [raw.replace("ev-1", "ev-2"), bridge.sign(raw, now), now]],
    ["with another time", () => [raw, bridge.sign(raw, now).replace("t=1", "t=2"), now]],
    ["older than ten minutes", () => [raw, bridge.sign(raw, now), new Date(now.getTime() + 600_001)]],
    ["of no JSON", () => ["hello", bridge.sign("hello", now), now]],
    ["with a broken signature", () => [raw, `t=${now.getTime()},v0=AAAA`, now]],
  ])("%s are refused", (_, given) => {
    expect(() => provider.readNotice(...given())).toThrow(expect.objectContaining({ name: "NoticeRefused" }));
  });
});
