import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/v2/secure-payments/fees/preview/route";
import { requests } from "@/db/schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { refusedFields } from "@/server/testing/refused-fields";

const RECEIVER = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
let api: TestApi;
let apiKey: string;
beforeAll(async () => {
  api = await startTestApi({
    PROTOCOL_FEE_BPS: "5",
    PROTOCOL_FEE_CAP_USD: "25",
    PROTOCOL_FEE_EVM_ADDRESS: RECEIVER,
  });
  ({ apiKey } = await aTenant(api));
});
afterAll(() => api?.close());

async function preview(body: unknown, headers: Record<string, string> = { "x-api-key": apiKey }) {
  const response = await POST(
    new Request("http://api.test/v2/secure-payments/fees/preview", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    }),
  );
  return { status: response.status, body: await response.json() };
}

describe("200", () => {
  test("answers the whole plan of the worked example, and creates nothing", async () => {
    expect(await preview({ amount: "1000", currency: "USDC", flow: "get_paid" })).toEqual({
      status: 200,
      body: {
        version: 1,
        flow: "get_paid",
        defaultFeeBearer: "payee",
        grossAmountUsd: "1000",
        netRecipientAmountUsd: "999.5",
        payerTotalAmountUsd: "1000",
        totalFeesUsd: "0.5",
        payeeBorneFeesUsd: "0.5",
        payerBorneFeesUsd: "0",
        fees: [
          {
            type: "protocol_fee",
            label: "Protocol fee",
            feeBearer: "payee",
            feeBearerSource: "flow_default",
            percentageBps: 5,
            capUsd: "25",
            fixedAmountUsd: null,
            calculatedAmountUsd: "0.5",
            destinationResolver: "config_address",
            destinationRef: { evmAddress: RECEIVER },
            configSource: "protocol_config",
          },
        ],
      },
    });
    expect(await api.app.database.db.$count(requests)).toBe(0);
  });

  test("skips a fee that has no address on the payment's chain", async () => {
    const { body } = await preview({ amount: "1000", currency: "USDT-tron", flow: "pay" });
    expect(body).toMatchObject({ totalFeesUsd: "0", fees: [] });
  });
});

describe("400 names the field", () => {
  test.each([
    ["currency", { currency: "ETH-sepolia" }],
    ["currency", { currency: "FAU-sepolia" }],
    ["currency", { currency: "NOPE" }],
    ["amount", { amount: "0" }],
    ["amount", { amount: "-1" }],
    ["amount", { amount: "1.0000001" }],
    ["flow", { flow: "incoming" }],
    ["defaultFeeBearer", { defaultFeeBearer: "recipient" }],
  ])("%s of %j", async (field, change) => {
    const { status, body } = await preview({ amount: "10", currency: "USDC", flow: "pay", ...change });
    expect(status).toBe(400);
    expect(refusedFields(body)).toEqual([field]);
  });
});

test("401 without credentials", async () => {
  expect((await preview({ amount: "1", currency: "USDC", flow: "pay" }, {})).status).toBe(401);
});
