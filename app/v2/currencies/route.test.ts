import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/v2/currencies/route";
import { ListCurrenciesAnswer } from "@/server/currencies/schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";

let api: TestApi;
let apiKey: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ apiKey } = await aTenant(api));
});
afterAll(() => api.close());

async function get(query: string, headers: Record<string, string> = { "x-api-key": apiKey }) {
  const response = await GET(new Request(`http://localhost/v2/currencies${query}`, { headers }));
  return { status: response.status, body: await response.json() };
}

describe("200", () => {
  test("without a filter more than 500 currencies, every one in the documented shape (CU-01, CU-05)", async () => {
    const { status, body } = await get("");
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(500);
    expect(ListCurrenciesAnswer.parse(body)).toEqual(body);
  });

  test("network and symbol answer an array, firstOnly=true one object (CU-02)", async () => {
    const { body } = await get("?network=base&symbol=USDC");
    expect(body).toMatchObject([{ id: "USDC-base" }]);
    expect(await get("?network=base&symbol=USDC&firstOnly=true")).toEqual({ status: 200, body: body[0] });
  });

  test("networks by ID, or by the name they have in documents", async () => {
    expect(await get("?network=polygon&symbol=USDC")).toEqual(await get("?network=matic&symbol=USDC"));
  });

  test("an ID or an alias of it answers one object (CU-03, NT-09)", async () => {
    const canonical = await get("?id=USDC-sepolia");
    expect(canonical.body).toMatchObject({ id: "USDC-sepolia", network: "sepolia", chainId: 11155111 });
    expect(await get("?id=fUSDC-sepolia")).toEqual(canonical);
  });
});

test("400 for another firstOnly, in the documented words (ER-02)", async () => {
  expect(await get("?network=base&symbol=USDC&firstOnly=yes")).toEqual({
    status: 400,
    body: {
      statusCode: 400,
      message: [
        {
          code: "custom",
          message: "firstOnly must be 'true' or 'false' if provided",
          path: ["firstOnly"],
        },
      ],
      error: "Bad Request",
    },
  });
});

test("400 for firstOnly=true without network and symbol (CU-02)", async () => {
  const { status, body } = await get("?firstOnly=true");
  expect([status, body.message]).toEqual([400, "firstOnly requires both network and symbol"]);
});

test("401 without credentials, and with a key that does not exist", async () => {
  expect((await get("", {})).status).toBe(401);
  expect((await get("", { "x-api-key": `sk_${"0".repeat(64)}` })).status).toBe(401);
});

test.each(["?id=NOPE-mainnet", "?network=nowhere", "?network=base&symbol=FAU&firstOnly=true"])(
  "404 Token not found for %s (CU-04)",
  async (query) => {
    expect(await get(query)).toEqual({
      status: 404,
      body: { statusCode: 404, message: "Token not found", error: "Not Found" },
    });
  },
);
