import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as previewFees } from "@/app/v2/secure-payments/fees/preview/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { auditLog, feeLegs, requests, securePayments } from "@/db/schema";
import { NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aBoundClient, anOrchestrator, aWallet, type TestOrchestrator } from "@/server/testing/credentials";
import { asPartner } from "@/server/testing/data/partner";
import { aMerchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";
import { aTronWallet } from "@/server/testing/sign-in";

let api: TestApi;
const PROTOCOL = "0x5555555555555555555555555555555555555555";
const EVM = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
const OTHER = "0x1111111111111111111111111111111111111111";

beforeAll(async () => {
  api = await startTestApi({
    RATE_LIMITS: "off",
    NETWORK_PROFILE: "local",
    RPC_URL_SEPOLIA: "http://127.0.0.1:9",
    RPC_URL_TRON: "http://127.0.0.1:9",
    PROTOCOL_FEE_BPS: "5",
    PROTOCOL_FEE_CAP_USD: "25",
    PROTOCOL_FEE_EVM_ADDRESS: PROTOCOL,
    PROTOCOL_FEE_TRON_ADDRESS: aTronWallet().address,
  });
});
afterAll(() => api?.close());

const db = () => api.app.database.db;
const orc = (of: TestOrchestrator) => asPartner(of.keyAlone);
const INCOMING = { flow: "incoming", feeBearer: "recipient", bps: 100, evmRecipientAddress: EVM };
const link = (headers: Record<string, string>, amount: string) =>
  send(createLink, "/v2/secure-payments", { method: "POST", headers, body: { requests: [{ amount }] } });
const preview = (headers: Record<string, string>, body: object) =>
  send(previewFees, "/v2/secure-payments/fees/preview", { method: "POST", headers, body });

describe("a fee configuration (OF-01 to OF-05)", () => {
  test("is created active, told with its addresses in stored form, changed, disabled, and keeps its slot", async () => {
    const partner = await anOrchestrator(api);
    const { status, body } = await orc(partner).createFee({
      ...INCOMING,
      usdCap: "10.50",
      evmRecipientAddress: EVM.toLowerCase(),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      feeType: "orchestrator_fee",
      bps: 100,
      usdCap: "10.50",
      feeBearer: "recipient",
      flow: "incoming",
      evmRecipientAddress: EVM,
      tronRecipientAddress: null,
      status: "active",
      orchestratorId: partner.id,
    });
    expect((await orc(partner).createFee(INCOMING)).status).toBe(409);
    // The other bearer is another slot; there are two per flow (OF-02).
    expect((await orc(partner).createFee({ ...INCOMING, feeBearer: "payer" })).status).toBe(201);
    const changed = await orc(partner).updateFee(body.id, { bps: 250, usdCap: null });
    expect(changed.body).toMatchObject({ bps: 250, usdCap: null, evmRecipientAddress: EVM });
    expect((await orc(partner).updateFee(body.id, { flow: "outgoing" })).status).toBe(400);
    expect((await orc(partner).updateFee(body.id, { feeBearer: "payer" })).status).toBe(400);
    expect((await orc(partner).disableFee(body.id)).body.status).toBe("disabled");
    expect((await orc(partner).createFee(INCOMING)).status).toBe(409);
    expect((await orc(partner).fees()).body).toHaveLength(2);
    const trail = await db().select().from(auditLog).where(eq(auditLog.subject, body.id));
    expect(trail.map(({ action }) => action)).toEqual([
      "fee_config.created",
      "fee_config.updated",
      "fee_config.updated",
    ]);
  });

  const tron = aTronWallet().address;
  test.each([
    ["no address", { evmRecipientAddress: undefined }],
    ["null for both addresses", { evmRecipientAddress: null, tronRecipientAddress: null }],
    ["a Tron address as the EVM one", { evmRecipientAddress: tron }],
    ["an EVM address as the Tron one", { tronRecipientAddress: EVM }],
    ["a mistyped address", { evmRecipientAddress: EVM.replace("ACf", "Acf") }],
    ["the zero address", { evmRecipientAddress: `0x${"0".repeat(40)}` }],
    ["a token", { evmRecipientAddress: tokenById("USDC-sepolia")?.address }],
    ["a payment contract", { evmRecipientAddress: NETWORKS.sepolia.contracts.erc20FeeProxy?.address }],
    ["more than the whole", { bps: 10_001 }],
    ["less than nothing", { bps: -1 }],
    ["part of a basis point", { bps: 1.5 }],
    ["a cap below zero", { usdCap: "-1" }],
    ["a cap as a number", { usdCap: 5 }],
    ["a cap in words", { usdCap: "1e5" }],
    ["another flow", { flow: "sideways" }],
    ["another bearer", { feeBearer: "payee" }],
    ["another kind of fee", { feeType: "protocol_fee" }],
    ["a field nobody knows", { capUsd: "5" }],
  ])("400 for %s", async (_, change) => {
    const partner = await anOrchestrator(api);
    expect((await orc(partner).createFee({ ...INCOMING, ...change })).status).toBe(400);
    expect((await orc(partner).fees()).body).toEqual([]);
  });

  test("400 for fees of a flow that exceed 10,000 bps together, in any scope and by any way to get there", async () => {
    const partner = await anOrchestrator(api);
    const { clientId } = partner.client;
    const recipient = await orc(partner).createFee({ ...INCOMING, bps: 6_000 });
    const payer = { ...INCOMING, feeBearer: "payer" };
    expect((await orc(partner).createFee({ ...payer, bps: 4_001 })).status).toBe(400);
    expect((await orc(partner).createFee({ ...payer, bps: 4_000 })).status).toBe(201);
    expect((await orc(partner).updateFee(recipient.body.id, { bps: 6_001 })).status).toBe(400);
    // The other flow is counted for itself.
    expect((await orc(partner).createFee({ ...payer, flow: "outgoing", bps: 10_000 })).status).toBe(201);
    // A client ID's own fee meets the default of the other bearer.
    expect((await orc(partner).createFee({ ...payer, bps: 4_001, clientId })).status).toBe(400);
    const own = await orc(partner).createFee({ ...payer, bps: 3_000, clientId });
    expect(own.status).toBe(201);
    await orc(partner).disableFee(own.body.id);
    await orc(partner).updateFee(own.body.id, { bps: 9_000 });
    expect((await orc(partner).updateFee(own.body.id, { status: "active" })).status).toBe(400);
  });

  test("404 for one of another orchestrator, for a client ID that is not linked to it, and in another scope", async () => {
    const [mine, other] = [await anOrchestrator(api), await anOrchestrator(api)];
    const { body } = await orc(mine).createFee(INCOMING);
    expect((await orc(other).updateFee(body.id, { bps: 1 })).status).toBe(404);
    expect((await orc(other).disableFee(body.id)).status).toBe(404);
    expect((await orc(mine).updateFee(body.id, { bps: 1, clientId: mine.client.clientId })).status).toBe(404);
    expect((await orc(mine).createFee({ ...INCOMING, clientId: other.client.clientId })).status).toBe(404);
    expect((await orc(mine).createFee({ ...INCOMING, clientId: "cli_unknown" })).status).toBe(404);
    expect((await orc(other).fees()).body).toEqual([]);
    expect((await orc(other).fees(mine.client.clientId)).body).toEqual([]);
  });
});

/** Worked examples of §17.2 with an orchestrator: gross, then every amount of the plan. */
describe("the plan with an orchestrator, a client ID and the protocol, to the base unit", () => {
  const usd = (body: { feePlan: Record<string, string> }) => [
    body.feePlan.netRecipientAmountUsd,
    body.feePlan.payerTotalAmountUsd,
    body.feePlan.totalFeesUsd,
  ];

  test.each([
    // 1 % of the recipient, 0.05 % protocol: 10 + 0.5.
    ["1000", [["recipient", 100, null]], ["989.5", "1000", "10.5"], 989_500_000n],
    // 1 % of the payer: on top; the protocol's share stays the recipient's.
    ["1000", [["payer", 100, null]], ["999.5", "1010", "10.5"], 999_500_000n],
    // Both bearers at once, each with its own share.
    [
      "1000",
      [
        ["payer", 50, null],
        ["recipient", 150, null],
      ],
      ["984.5", "1005", "20.5"],
      984_500_000n,
    ],
    // Caps: 1 % of 100,000 is held to 40, the protocol's 50 to 25.
    ["100000", [["recipient", 100, "40"]], ["99935", "100000", "65"], 99_935_000_000n],
    // A cap of zero takes nothing.
    ["1000", [["recipient", 100, "0"]], ["999.5", "1000", "0.5"], 999_500_000n],
    // Truncated to the token's decimals: 1 % of 0.000199 is 0.00000199.
    ["0.000199", [["recipient", 100, null]], ["0.000198", "0.000199", "0.000001"], 198n],
    // Nearly everything: what is left is more than nothing.
    ["10", [["recipient", 9_990, null]], ["0.005", "10", "9.995"], 5_000n],
  ] as const)("incoming %s with %j", async (amount, fees, expected, reached) => {
    const partner = await anOrchestrator(api);
    for (const [feeBearer, bps, usdCap] of fees) {
      await orc(partner).createFee({ ...INCOMING, feeBearer, bps, usdCap });
    }
    const { status, body } = await link(partner.pair, amount);
    expect([status, body.message]).toEqual([201, undefined]);
    expect(usd(body)).toEqual(expected);
    const [request] = await db()
      .select()
      .from(requests)
      .where(eq(requests.requestId, `0x${body.requestIds[0]}`));
    expect(request?.amount).toBe(reached);
  });

  test("outgoing: the payer's share on top, the recipient's off, each leg to its receiver", async () => {
    const partner = await anOrchestrator(api);
    const OUT = { ...INCOMING, flow: "outgoing" };
    await orc(partner).createFee({ ...OUT, feeBearer: "payer", bps: 30 });
    await orc(partner).createFee({ ...OUT, bps: 20, evmRecipientAddress: OTHER });
    const { status, body } = await send(createPayout, "/v2/secure-payments/payouts", {
      method: "POST",
      headers: partner.pair,
      body: {
        recipient: aWallet(),
        creatorWalletAddress: aWallet(),
        network: "sepolia",
        currency: "USDC-sepolia",
        amount: "1000",
      },
    });
    expect([status, body.message]).toEqual([201, undefined]);
    expect(usd(body)).toEqual(["998", "1003.5", "5.5"]);
    const [request] = await db()
      .select()
      .from(requests)
      .where(eq(requests.requestId, `0x${body.requestIds[0]}`));
    const legs = await db()
      .select()
      .from(feeLegs)
      .where(eq(feeLegs.requestId, request?.id ?? ""));
    expect(legs.map(({ type, amount, address }) => [type, amount, address]).sort()).toEqual(
      [
        ["orchestrator", 3_000_000n, EVM],
        ["orchestrator", 2_000_000n, OTHER],
        ["protocol", 500_000n, PROTOCOL],
      ].sort(),
    );
  });

  test("a client ID's fee replaces the default of the same flow and bearer and no other (FE-05, FE-06)", async () => {
    const partner = await anOrchestrator(api);
    const { clientId } = partner.client;
    await orc(partner).createFee({ ...INCOMING, bps: 100 });
    await orc(partner).createFee({ ...INCOMING, feeBearer: "payer", bps: 10 });
    await orc(partner).createFee({ ...INCOMING, bps: 200, clientId });
    const { body } = await preview(partner.pair, { amount: "1000", currency: "USDC", flow: "get_paid" });
    const lines = body.fees.map((fee: Record<string, unknown>) => [
      fee.type,
      fee.feeBearer,
      fee.percentageBps,
      fee.configSource,
      fee.feeBearerSource,
    ]);
    expect(lines).toEqual([
      ["orchestrator_fee", "payer", 10, "orchestrator_default", "fee_config"],
      ["orchestrator_fee", "payee", 200, "client_id_override", "fee_config"],
      ["protocol_fee", "payee", 5, "protocol_config", "flow_default"],
    ]);
    // Another client ID of the orchestrator pays the default.
    const other = await aBoundClient(api);
    await orc(partner).link(other.clientId);
    const second = await preview(
      { ...partner.keyAlone, ...other.headers },
      { amount: "1000", currency: "USDC", flow: "get_paid" },
    );
    expect(second.body.payeeBorneFeesUsd).toBe("10.5");
    // Without the pair there is no such fee (FE-08).
    const { key } = await aMerchant(api);
    const alone = await preview(key, { amount: "1000", currency: "USDC", flow: "get_paid" });
    expect(alone.body.totalFeesUsd).toBe("0.5");
  });

  test("a fee without an address on the chain of the payment is skipped (OF-06); on Tron it has its own", async () => {
    const partner = await anOrchestrator(api);
    await orc(partner).createFee(INCOMING);
    const shop = await aMerchant(api, { currency: "USDT-tron" });
    await orc(partner).link(shop.browser["x-client-id"] ?? "");
    const pair = { ...partner.keyAlone, ...shop.browser };
    const without = await link(pair, "1000");
    // 0.5 of the protocol and the fixed fee of Tron, which the payer bears.
    expect(usd(without.body)).toEqual(["999.5", "1003.99", "4.49"]);
    const [config] = (await orc(partner).fees()).body;
    const { address } = aTronWallet();
    await orc(partner).updateFee(config.id, { tronRecipientAddress: address });
    const with_ = await link(pair, "1000");
    expect(usd(with_.body)).toEqual(["989.5", "1003.99", "14.49"]);
    expect(with_.body.feePlan.fees[0].destinationRef).toEqual({ evmAddress: EVM, tronAddress: address });
  });

  test("400 where fees leave nothing of the amount (FP-10)", async () => {
    const partner = await anOrchestrator(api);
    await orc(partner).createFee({ ...INCOMING, bps: 10_000 });
    const { status, body } = await link(partner.pair, "10");
    expect([status, body.message]).toEqual([400, "Fees borne by the payee exceed the amount"]);
  });
});

test("of a client ID that left, the partner changes no fee and writes nothing into its platform's audit log", async () => {
  const partner = await anOrchestrator(api);
  const { client } = partner;
  const own = { ...INCOMING, clientId: client.clientId };
  const { body: fee } = await orc(partner).createFee(own);
  const logOf = (platformId: string) =>
    db()
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.platformId, platformId), eq(auditLog.subject, fee.id)));
  expect((await orc(partner).updateFee(fee.id, { bps: 200 })).status).toBe(200);
  // Nothing is written where nothing changes.
  expect((await orc(partner).updateFee(fee.id, { bps: 200 })).status).toBe(200);
  expect(await logOf(client.platformId)).toHaveLength(2);
  expect((await orc(partner).unlink(client.clientId)).status).toBe(200);
  const left = await orc(partner).updateFee(fee.id, { bps: 9_000 });
  expect([left.status, left.body.message]).toEqual([404, "Client ID is not linked to this orchestrator"]);
  expect(
    (await orc(partner).updateFee(fee.id, { status: "disabled", evmRecipientAddress: OTHER })).status,
  ).toBe(404);
  // Ending it is all that is left, and the partner's own business.
  expect((await orc(partner).disableFee(fee.id)).body).toMatchObject({ status: "disabled", bps: 200 });
  expect((await orc(partner).updateFee(fee.id, { status: "active" })).status).toBe(404);
  expect(await logOf(client.platformId)).toHaveLength(2);
  expect(await logOf(partner.platformId)).toHaveLength(3);
});

test("a change of a configuration changes no link that exists (FE-09)", async () => {
  const partner = await anOrchestrator(api);
  const { body: config } = await orc(partner).createFee(INCOMING);
  const { body } = await link(partner.pair, "1000");
  const stored = async () => {
    const [row] = await db().select().from(securePayments).where(eq(securePayments.token, body.token));
    const legs = await db()
      .select({ type: feeLegs.type, amount: feeLegs.amount, address: feeLegs.address })
      .from(feeLegs)
      .innerJoin(requests, eq(requests.id, feeLegs.requestId))
      .where(eq(requests.requestId, `0x${body.requestIds[0]}`));
    return { plan: row?.feePlan, legs };
  };
  const before = await stored();
  expect(before.legs).toContainEqual({ type: "orchestrator", amount: 10_000_000n, address: EVM });
  await orc(partner).updateFee(config.id, { bps: 5_000, evmRecipientAddress: OTHER, usdCap: "1" });
  expect(await stored()).toEqual(before);
  await orc(partner).disableFee(config.id);
  expect(await stored()).toEqual(before);
  expect((await link(partner.pair, "1000")).body.feePlan.totalFeesUsd).toBe("0.5");
});

test("two that create the same slot at once: one does, and sums hold however they race", async () => {
  const partner = await anOrchestrator(api);
  const twins = await Promise.all(Array.from({ length: 8 }, () => orc(partner).createFee(INCOMING)));
  expect(twins.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  const [config] = (await orc(partner).fees()).body;
  const raised = await Promise.all([
    orc(partner).updateFee(config.id, { bps: 7_000 }),
    orc(partner).createFee({ ...INCOMING, feeBearer: "payer", bps: 7_000 }),
  ]);
  expect(raised.map(({ status }) => Math.floor(status / 100)).sort()).toEqual([2, 4]);
});
