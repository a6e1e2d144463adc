import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/v2/currencies/[currencyId]/conversion-routes/route";
import { ConversionRoutesAnswer } from "@/server/currencies/schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";

let api: TestApi;
let apiKey: string;

beforeAll(async () => {
  // Feeds of a local chain have every price; nobody is asked for one.
  api = await startTestApi({ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  ({ apiKey } = await aTenant(api));
});
afterAll(() => api.close());

async function get(
  currencyId: string,
  query = "",
  headers: Record<string, string> = { "x-api-key": apiKey },
) {
  const url = `http://localhost/v2/currencies/${currencyId}/conversion-routes${query}`;
  const response = await GET(new Request(url, { headers }), { params: Promise.resolve({ currencyId }) });
  return { status: response.status, body: await response.json() };
}

describe("200", () => {
  test("without a filter network is null and the routes span all networks (CU-10)", async () => {
    const { status, body } = await get("EUR");
    expect(status).toBe(200);
    expect(body).toMatchObject({ currencyId: "EUR", network: null });
    expect(ConversionRoutesAnswer.parse(body)).toEqual(body);
    expect(new Set(body.conversionRoutes.map((route: { network: string }) => route.network)).size).toBe(8);
  });

  test("one network, or several separated by commas (CU-09)", async () => {
    const one = await get("USD", "?network=sepolia");
    expect(one.body.network).toBe("sepolia");
    expect(one.body.conversionRoutes.map((route: { id: string }) => route.id)).toEqual([
      "FAU-sepolia",
      "USDC-sepolia",
      "fUSDC-sepolia",
      "USDT-sepolia",
      "fUSDT-sepolia",
      "ETH-sepolia",
      "ETH-sepolia-sepolia",
    ]);
    const several = await get("USD", "?networks=base,tron");
    expect(several.body.networks).toEqual(["base", "tron"]);
    expect(several.body.conversionRoutes).toHaveLength(7);
  });
});

test("401 without credentials", async () => {
  expect((await get("USD", "", {})).status).toBe(401);
});

test("404 Token not found for an unknown currency (CU-11)", async () => {
  expect(await get("NOPE-mainnet")).toEqual({
    status: 404,
    body: { statusCode: 404, message: "Token not found", error: "Not Found" },
  });
});
