import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as payRequest } from "@/app/v2/request/[requestId]/pay/route";
import { GET as readRequest } from "@/app/v2/request/[requestId]/route";
import { GET as listRoutes } from "@/app/v2/request/[requestId]/routes/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { executeSafe } from "@/local/chains/local-safe";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { bridgesOf } from "@/server/providers/crosschain/connect";
import { localBridge } from "@/server/providers/crosschain/local";
import { aTenant } from "@/server/testing/api";
import { type CrosschainChains, startCrosschainChains } from "@/server/testing/evm/crosschain-chains";
import { aSafe, fundSafe, safeNode } from "@/server/testing/evm/safe";
import { balanceOf, signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

const MINUTE = 60_000;

/** Across, as far as a quote goes: what it answers next, and how often it was asked. */
const across = {
  asked: 0,
  answer: (response: ServerResponse): void => {
    response.destroy();
  },
};
const server = createServer((_, response) => {
  across.asked += 1;
  across.answer(response);
});

let bridged: CrosschainChains;
let apiKey: string;
let offset = 0;
const now = () => new Date(Date.now() + offset);

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    CROSSCHAIN_PROVIDER: "across",
    ACROSS_API_KEY: "secret",
    ACROSS_URL: `http://127.0.0.1:${port}`,
  };
  bridged = await startCrosschainChains(["base", "optimism"], env, { now });
  ({ apiKey } = await aTenant(bridged.api));
});
afterAll(async () => {
  await bridged?.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  across.answer = (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

const usdc = (network: "base" | "optimism"): `0x${string}` =>
  `0x${(tokenById(`USDC-${network}`)?.address ?? "").slice(2)}`;

function fees(changes: Record<string, unknown> = {}) {
  const seconds = Math.floor(now().getTime() / 1_000);
  return {
    totalRelayFee: { pct: "1000000000000000", total: "10000" },
    timestamp: String(seconds - 300),
    fillDeadline: String(seconds + 3_600),
    estimatedFillTimeSec: 4,
    exclusivityDeadline: 0,
    exclusiveRelayer: "0x0000000000000000000000000000000000000000",
    spokePoolAddress: EVM_NETWORKS.base.contracts.acrossSpokePool?.address,
    isAmountTooLow: false,
    inputToken: { address: usdc("base"), decimals: 6 },
    ...changes,
  };
}

const payer = () => bridged.on("base").accounts.payer.address;

async function aRequest(): Promise<string> {
  const body = {
    payee: bridged.on("base").accounts.recipient.address,
    amount: "10",
    invoiceCurrency: "USDC-optimism",
    paymentCurrency: "USDC-optimism",
  };
  const created = await send(createRequest, "/v2/request", {
    method: "POST",
    headers: { "x-api-key": apiKey },
    body,
  });
  expect(created.status).toBe(201);
  return created.body.requestId;
}

const get = (handler: typeof payRequest, id: string, rest: string) =>
  send(handler, `/v2/request/${id}${rest}`, { headers: { "x-api-key": apiKey }, params: { requestId: id } });
const fromBase = (id: string) => get(payRequest, id, `/pay?wallet=${payer()}&chain=BASE&token=USDC`);
const onItsOwn = (id: string) => get(payRequest, id, `/pay?wallet=${payer()}`);
const routesOf = (id: string) => get(listRoutes, id, `/routes?wallet=${payer()}`);

test("a Safe pays from another network: its owners sign one transaction, until a deadline (MS-08)", async () => {
  json(200, fees());
  const base = bridged.on("base");
  const safe = await aSafe(base);
  await fundSafe(base, safe, usdc("base"), 50_000_000n);
  const id = await aRequest();
  const query = `/pay?wallet=${safe.address}&isSafe=true&chain=BASE&token=USDC`;
  const { status, body } = await get(payRequest, id, query);
  expect([status, body.error ?? null]).toEqual([200, null]);
  const { metadata, safeTransaction } = body;
  expect(metadata).toMatchObject({ routeType: "crosschain", hasEnoughBalance: true, hasEnoughGas: true });
  const seconds = now().getTime() / 1_000;
  expect(metadata.executionDeadline).toBeGreaterThan(seconds);
  expect(metadata.executionDeadline).toBeLessThanOrEqual(seconds + 3_600);
  const { to, value, data, operation } = safeTransaction;
  await executeSafe(safeNode(base), safe, { to, value: BigInt(value), data, operation });
  await bridged.watch();
  await bridged.fillAll();
  await bridged.watch();
  expect((await get(readRequest, id, "")).body).toMatchObject({
    hasBeenPaid: true,
    payerAddress: safe.address,
  });
  const own = await get(payRequest, await aRequest(), query.replace(safe.address, payer()));
  expect(own.status).toBe(400);
});

describe("a provider that dies", () => {
  test("does not stop a deposit that it has quoted: the chains alone say that it arrived", async () => {
    json(200, fees());
    const id = await aRequest();
    const { status, body } = await fromBase(id);
    expect([status, body.error ?? null]).toEqual([200, null]);
    await signAndSend(bridged.on("base"), "payer", body.transactions);
    across.answer = (response) => {
      response.destroy();
    };
    expect((await fromBase(await aRequest())).status).toBe(503);
    const asked = across.asked;
    await bridged.watch();
    await bridged.fillAll();
    await bridged.watch();
    expect((await get(readRequest, id, "")).body).toMatchObject({ hasBeenPaid: true, payerAddress: payer() });
    expect(across.asked).toBe(asked);
  });

  test("keeps one call waiting for five seconds, and none after it; everything else is untouched", async () => {
    offset += 20 * MINUTE;
    across.answer = () => {};
    const id = await aRequest();
    const before = across.asked;
    const startedAt = performance.now();
    const { status, body } = await fromBase(id);
    const waited = performance.now() - startedAt;
    expect([status, JSON.stringify(body)]).toEqual([503, expect.stringContaining("own network")]);
    expect(waited).toBeGreaterThan(4_900);
    expect(waited).toBeLessThan(7_500);
    const again = performance.now();
    for (let i = 0; i < 10; i += 1) expect((await fromBase(id)).status).toBe(503);
    const { status: listed, body: list } = await routesOf(id);
    expect([listed, list.routes.map((route: { id: string }) => route.id)]).toEqual([
      200,
      ["SERVICE_NETWORK_PAYMENT"],
    ]);
    expect((await onItsOwn(id)).status).toBe(200);
    expect(performance.now() - again).toBeLessThan(4_900);
    expect(across.asked).toBe(before + 1);
  });

  test("offers its routes again as soon as it answers", async () => {
    offset += 20 * MINUTE;
    json(200, fees());
    const id = await aRequest();
    expect((await fromBase(id)).status).toBe(200);
    const routes: { id: string }[] = (await routesOf(id)).body.routes;
    expect(routes.map((route) => route.id)).toContain("BASE_OPTIMISM_USDC_USDC");
  });
});

describe("a provider that", () => {
  test.each<[string, () => void, number]>([
    ["is throttled", () => json(429, {}, { "ratelimit-reset": "5" }), 503],
    ["answers HTML", () => (across.answer = (response) => response.end("<html>")), 503],
    [
      "speaks of other decimals",
      () => json(200, fees({ inputToken: { address: usdc("base"), decimals: 18 } })),
      503,
    ],
    [
      "quotes an hour ago",
      () => json(200, fees({ timestamp: String(now().getTime() / 1_000 - 3_700) })),
      503,
    ],
    ["names another pool", () => json(200, fees({ spokePoolAddress: payer() })), 503],
    ["wants an absurd fee", () => json(200, fees({ totalRelayFee: { total: "9000000" } })), 400],
  ])("%s gets nothing signed", async (_, misbehave, expected) => {
    // Past what the fault before may have cost.
    offset += 30 * MINUTE;
    misbehave();
    const { status, body } = await fromBase(await aRequest());
    expect([status, body.transactions]).toEqual([expected, undefined]);
  });
});

test("a quote that is an hour old when it is signed takes no money", async () => {
  offset = 0;
  const base = bridged.on("base");
  Object.assign(bridged.api.app.providers, { bridges: bridgesOf(localBridge(now), now) });
  const { body } = await fromBase(await aRequest());
  const [approve, deposit] = [body.transactions.slice(0, -1), body.transactions.slice(-1)];
  await signAndSend(base, "payer", approve);
  const before = await balanceOf(base, usdc("base"), payer());
  const snapshot = await base.snapshot();
  await base.rpc("evm_increaseTime", 3_700);
  await base.mine();
  await expect(signAndSend(base, "payer", deposit)).rejects.toThrow();
  expect(await balanceOf(base, usdc("base"), payer())).toBe(before);
  await base.revert(snapshot);
});

test("a budget that runs out stops quotes and nothing else, until its window ends", async () => {
  offset += 200 * MINUTE;
  const provider = { ...localBridge(now), budget: { limit: 2, windowMs: 120 * MINUTE } };
  Object.assign(bridged.api.app.providers, { bridges: bridgesOf(provider, now) });
  const [id, other, third] = [await aRequest(), await aRequest(), await aRequest()];
  expect([(await fromBase(other)).status, (await fromBase(third)).status]).toEqual([200, 200]);
  expect((await fromBase(id)).status).toBe(503);
  expect((await onItsOwn(id)).status).toBe(200);
  expect((await routesOf(id)).status).toBe(200);
  offset += 121 * MINUTE;
  expect((await fromBase(id)).status).toBe(200);
});
