import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbiParameters,
  zeroAddress,
} from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lifiDiamondAbi } from "@/contracts/abis";
import { erc20Payment, spentBy } from "@/server/chains/evm/calldata";
import { totalOf } from "@/server/chains/evm/crosschain/message";
import { verifyDeposit } from "@/server/chains/evm/crosschain/verify";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { acrossBridge } from "@/server/providers/crosschain/across";
import { bridgesOf } from "@/server/providers/crosschain/connect";
import { lifiHttp } from "@/server/providers/crosschain/lifi/api";
import { lifiBridge } from "@/server/providers/crosschain/lifi/bridge";
import { localBridge } from "@/server/providers/crosschain/local";
import {
  type BridgeAsked,
  BridgeFault,
  type BridgeToken,
  NoRoute,
} from "@/server/providers/crosschain/provider";

const NOW = new Date("2026-11-22T12:00:00Z");
const SECONDS = NOW.getTime() / 1_000;
const PAYER: Hex = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
const PAYEE: Hex = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
const STRANGER: Hex = "0x00000000000000000000000000000000DeaDBeef";
const INTEGRATOR = "quittance";

/** What the provider answers next, and what it was asked. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let calls: { path: string; headers: IncomingMessage["headers"]; body: string }[] = [];
let server: Server;
let url: string;
let time = NOW;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      calls.push({ path: request.url ?? "", headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  url = `http://127.0.0.1:${address.port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  calls = [];
  time = NOW;
});

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  answer = (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

function token(id: string): BridgeToken {
  const found = tokenById(id);
  if (!found?.address) throw new Error(`no ${id}`);
  return { address: `0x${found.address.slice(2)}`, symbol: found.symbol, decimals: found.decimals };
}

function asked(
  source: EvmNetworkId = "base",
  destination: EvmNetworkId = "arbitrum-one",
  symbol = "USDC",
): BridgeAsked {
  const outputToken = token(`${symbol}-${destination}`);
  const amount = 100n * 10n ** BigInt(outputToken.decimals);
  return {
    source: EVM_NETWORKS[source],
    destination: EVM_NETWORKS[destination],
    payer: PAYER,
    inputToken: token(`${symbol}-${source}`),
    outputToken,
    payments: [
      {
        token: outputToken.address,
        payee: PAYEE,
        amount,
        reference: "0x8a60fb2742425e9e",
        fee: { address: PAYER, amount: 1_000n },
      },
    ],
  };
}

/** The call of the fee proxy with a part changed, and what goes with it. */
function callOf(changes: Partial<BridgeAsked["payments"][number]>) {
  const of = asked();
  const [payment] = of.payments;
  if (!payment) throw new Error("nothing is asked for");
  const changed = { ...payment, ...changes };
  const { data } = erc20Payment(of.destination.contracts.erc20FeeProxy.address, changed);
  return { callData: data, sendingAssetId: changed.token, fromAmount: spentBy(changed) };
}

const MESSAGE = parseAbiParameters([
  "bytes32 transactionId, SwapData[] calls, address receiver",
  "struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }",
]);
const ID: Hex = `0x${"ab".repeat(32)}`;

/** Every part of LI.FI's answer, so that a test can change one. */
interface Parts {
  call: Record<string, unknown>;
  message: { id: Hex; receiver: Hex; extra: boolean };
  bridge: Record<string, unknown>;
  across: Record<string, unknown>;
  transaction: Record<string, unknown>;
  action: Record<string, unknown>;
  estimate: Record<string, unknown>;
}

function step(of: BridgeAsked, changes: { [K in keyof Parts]?: Partial<Parts[K]> } = {}) {
  const { source, destination, payments, inputToken, outputToken } = of;
  const proxy = destination.contracts.erc20FeeProxy.address;
  const receiver = destination.contracts.lifiReceiver?.address ?? zeroAddress;
  const diamond = source.contracts.lifiRouter?.address ?? zeroAddress;
  const fromAmount = 100_200_000n * 10n ** BigInt(inputToken.decimals - 6);
  const swaps = payments.map((payment) => ({
    callTo: proxy,
    approveTo: proxy,
    sendingAssetId: payment.token,
    receivingAssetId: payment.token,
    fromAmount: spentBy(payment),
    callData: erc20Payment(proxy, payment).data,
    requiresDeposit: true,
    ...changes.call,
  }));
  const { id = ID, receiver: fallback = PAYEE, extra = false } = changes.message ?? {};
  const message = encodeAbiParameters(MESSAGE, [id, extra ? [...swaps, ...swaps] : swaps, fallback] as never);
  const bridge = {
    transactionId: ID,
    bridge: "across",
    integrator: INTEGRATOR,
    referrer: zeroAddress,
    sendingAssetId: inputToken.address,
    receiver: PAYEE,
    minAmount: fromAmount,
    destinationChainId: BigInt(destination.chainId),
    hasSourceSwaps: false,
    hasDestinationCall: true,
    ...changes.bridge,
  };
  const across = {
    receiverAddress: pad(receiver),
    refundAddress: pad(PAYER),
    sendingAssetId: pad(inputToken.address),
    receivingAssetId: pad(outputToken.address),
    outputAmount: totalOf(payments),
    outputAmountMultiplier: 10n ** 18n,
    exclusiveRelayer: pad(zeroAddress),
    quoteTimestamp: SECONDS - 20,
    fillDeadline: SECONDS + 7_200,
    exclusivityParameter: 0,
    message,
    ...changes.across,
  };
  const data = encodeFunctionData({
    abi: lifiDiamondAbi,
    functionName: "startBridgeTokensViaAcrossV4",
    args: [bridge, across] as never,
  });
  const side = (one: BridgeToken, chainId: number) => ({
    address: one.address,
    chainId,
    decimals: one.decimals,
    symbol: one.symbol,
    name: "x",
  });
  return {
    id: "step-1",
    type: "lifi",
    tool: "across",
    integrator: INTEGRATOR,
    action: {
      fromChainId: source.chainId,
      toChainId: destination.chainId,
      fromToken: side(inputToken, source.chainId),
      toToken: side(outputToken, destination.chainId),
      fromAmount: fromAmount.toString(),
      fromAddress: PAYER,
      toAddress: receiver,
      slippage: 0.005,
      ...changes.action,
    },
    estimate: {
      tool: "across",
      fromAmount: fromAmount.toString(),
      toAmount: totalOf(payments).toString(),
      toAmountMin: totalOf(payments).toString(),
      approvalAddress: diamond,
      executionDuration: 12,
      feeCosts: [],
      gasCosts: [],
      ...changes.estimate,
    },
    includedSteps: [],
    transactionRequest: {
      to: diamond,
      from: PAYER,
      data,
      value: "0x0",
      gasLimit: "0x1",
      gasPrice: "0x1",
      chainId: source.chainId,
      ...changes.transaction,
    },
  };
}

const lifi = (key: string | null = null) =>
  lifiBridge(
    lifiHttp({ url, key, timeoutMs: 400 }),
    { integrator: INTEGRATOR, hasKey: key !== null },
    () => time,
  );
const across = () => acrossBridge({ url, key: "secret-key", timeoutMs: 400 }, () => time);

describe("LI.FI", () => {
  test("is asked for exactly this payment, and its transaction is taken when it is that", async () => {
    const of = asked();
    json(200, step(of));
    const quote = await lifi("my-key").quote(of);
    expect(quote).toMatchObject({
      provider: "lifi",
      inputAmount: 100_200_000n,
      spender: of.source.contracts.lifiRouter?.address,
      expiresAt: SECONDS + 60,
      fillDeadline: SECONDS + 7_200,
      seconds: 12,
    });
    expect(calls[0]?.headers["x-lifi-api-key"]).toBe("my-key");
    expect(JSON.parse(calls[0]?.body ?? "")).toMatchObject({
      fromChain: 8453,
      toChain: 42161,
      toAmount: "100001000",
      toFallbackAddress: PAYEE,
      allowBridges: ["across"],
      contractCalls: [
        {
          fromAmount: "100001000",
          toContractCallData: erc20Payment(
            of.destination.contracts.erc20FeeProxy.address,
            of.payments[0] ?? (of.payments as never)[0],
          ).data,
        },
      ],
    });
  });

  test("with 18 decimals on one side", async () => {
    const of = asked("bsc", "base");
    json(200, step(of));
    expect((await lifi().quote(of)).inputAmount).toBe(100_200_000n * 10n ** 12n);
    json(
      200,
      step(of, { action: { fromToken: { address: of.inputToken.address, chainId: 56, decimals: 6 } } }),
    );
    await expect(lifi().quote(of)).rejects.toThrow("fromToken decimals");
  });

  const altered: [string, Parameters<typeof step>[1], string?][] = [
    ["diamond", { transaction: { to: STRANGER } }],
    ["value", { transaction: { value: "0x1" } }],
    ["chainId", { transaction: { chainId: 1 } }],
    ["approvalAddress", { estimate: { approvalAddress: STRANGER } }],
    ["toAmountMin", { estimate: { toAmountMin: "1" } }],
    ["fromAmount", { action: { fromAmount: "1" } }],
    ["fromAddress", { action: { fromAddress: STRANGER } }],
    ["bridge", { bridge: { bridge: "stargate" } }],
    ["integrator", { bridge: { integrator: "somebody" } }],
    ["referrer", { bridge: { referrer: STRANGER } }],
    ["sendingAssetId", { bridge: { sendingAssetId: STRANGER } }],
    ["receiver", { bridge: { receiver: STRANGER } }],
    ["minAmount", { bridge: { minAmount: 100_200_001n } }],
    ["destinationChainId", { bridge: { destinationChainId: 10n } }],
    ["hasSourceSwaps", { bridge: { hasSourceSwaps: true } }],
    ["hasDestinationCall", { bridge: { hasDestinationCall: false } }],
    ["receiverAddress", { across: { receiverAddress: pad(STRANGER) } }],
    ["refundAddress", { across: { refundAddress: pad(STRANGER) } }],
    ["acrossSendingAssetId", { across: { sendingAssetId: pad(STRANGER) } }],
    ["receivingAssetId", { across: { receivingAssetId: pad(STRANGER) } }],
    ["outputAmount", { across: { outputAmount: 100_000_999n } }],
    // More than it costs, so that nobody would fill it.
    ["outputAmount", { across: { outputAmount: 100_200_001n } }],
    ["quoteTimestamp", { across: { quoteTimestamp: SECONDS - 3_700 } }],
    ["fillDeadline", { across: { fillDeadline: SECONDS + 40_000 } }],
    ["exclusivity", { across: { exclusiveRelayer: pad(STRANGER), exclusivityParameter: 7_200 } }],
    ["transactionId", { message: { id: `0x${"cd".repeat(32)}` } }],
    ["fallback", { message: { receiver: STRANGER } }],
    ["calls", { message: { extra: true } }],
    ["proxy", { call: { callTo: STRANGER, approveTo: STRANGER } }],
    ["message", { call: { callTo: STRANGER } }],
    ["message", { call: { approveTo: STRANGER } }],
    ["message", { call: { sendingAssetId: STRANGER } }],
    ["message", { call: { fromAmount: 1n } }],
    ["message", { call: { callData: "0x12345678" } }],
    ["token", { call: callOf({ token: STRANGER }) }],
    ["payee", { call: callOf({ payee: STRANGER }) }],
    ["amount", { call: callOf({ amount: 99_000_000n }) }],
    ["reference", { call: callOf({ reference: "0x8a60fb2742425e9f" }) }],
    ["feeAmount", { call: callOf({ fee: { address: PAYER, amount: 2_000n } }) }],
    ["feeAddress", { call: callOf({ fee: { address: STRANGER, amount: 1_000n } }) }],
  ];
  test.each(altered)("with another %s is refused", async (part, changes) => {
    const of = asked();
    json(200, step(of, changes));
    await expect(lifi().quote(of)).rejects.toThrow(new RegExp(`another ${part}\\b`));
  });

  test("with calldata of another entry point, or with bytes behind it, is refused", async () => {
    const of = asked();
    const { data } = step(of).transactionRequest;
    const long = `${data}${"00".repeat(50_000)}`;
    for (const other of ["0x", `${data}00`, `0x12345678${data.slice(10)}`, long]) {
      json(200, step(of, { transaction: { data: other } }));
      await expect(lifi().quote(of)).rejects.toThrow("calldata with another calldata");
    }
  });

  test("an absurd fee is no route", async () => {
    const of = asked();
    const amount = "200000000";
    json(
      200,
      step(of, {
        action: { fromAmount: amount },
        estimate: { fromAmount: amount },
        bridge: { minAmount: BigInt(amount) },
      }),
    );
    await expect(lifi().quote(of)).rejects.toMatchObject({ reason: "too_expensive" });
  });

  test("another token before the bridge is no route, and nobody is asked", async () => {
    const of = asked();
    await expect(lifi().quote({ ...of, inputToken: token("USDT-base") })).rejects.toBeInstanceOf(NoRoute);
    expect(calls).toEqual([]);
  });

  test.each([
    [
      "a 404 for too little",
      404,
      {
        message: "none",
        code: 1002,
        errors: { failed: [{ subpaths: { x: [{ code: "AMOUNT_TOO_LOW" }] } }] },
      },
      "amount_too_low",
    ],
    ["a 404 without a quote", 404, { message: "No available quotes", code: 1002, errors: [] }, "no_route"],
    ["a 400", 400, { message: "bad", code: 1011 }, "no_route"],
  ])("answers %s: no route", async (_what, status, body, reason) => {
    json(status, body);
    await expect(lifi().quote(asked())).rejects.toMatchObject({ reason });
  });

  test("stamps a step anew where it has one, as it was answered, and asks for a new one where that is gone (XC-09)", async () => {
    const of = asked();
    const { restamp, quote } = lifi();
    if (!restamp) throw new Error("cannot be stamped anew");
    json(200, { ...step(of), anything: "kept" });
    await restamp(of);
    await quote(of);
    await restamp(of);
    expect(calls.map(({ path }) => path)).toEqual([
      "/quote/contractCalls",
      "/quote/contractCalls",
      "/advanced/stepTransaction",
    ]);
    expect(JSON.parse(calls[2]?.body ?? "")).toEqual({ ...step(of), anything: "kept" });
    // What comes back is compared like any other.
    json(200, step(of, { across: { refundAddress: pad(STRANGER) } }));
    await expect(restamp(of)).rejects.toThrow("another refundAddress");
    const [first] = calls.splice(0);
    expect(first).toBeDefined();
    answer = (request, response) => {
      const isGone = request.url === "/advanced/stepTransaction";
      response.writeHead(isGone ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(isGone ? { code: 1003 } : step(of)));
    };
    await restamp(of);
    expect(calls.map(({ path }) => path)).toEqual(["/advanced/stepTransaction", "/quote/contractCalls"]);
    // Steps are of one payment: another reference has none.
    const [payment] = of.payments;
    if (!payment) throw new Error("nothing is asked for");
    const other = { ...of, payments: [{ ...payment, reference: "0x8a60fb2742425e9f" as const }] };
    await expect(restamp(other)).rejects.toThrow("another reference");
    expect(calls.at(-1)?.path).toBe("/quote/contractCalls");
    time = new Date(time.getTime() + 11 * 60_000);
    await expect(restamp(of)).resolves.toBeDefined();
    expect(calls.at(-1)?.path).toBe("/quote/contractCalls");
  });

  test("that is throttled, times out or is down is a fault", async () => {
    json(429, {}, { "ratelimit-reset": "120" });
    await expect(lifi().quote(asked())).rejects.toMatchObject({ name: "BridgeFault", retryAfterMs: 120_000 });
    json(400, { message: "timeout", code: 1009 });
    await expect(lifi().quote(asked())).rejects.toMatchObject({ name: "BridgeFault", isQuota: false });
    json(400, { message: "rate limit", code: 1005 });
    await expect(lifi().quote(asked())).rejects.toMatchObject({ name: "BridgeFault", isQuota: true });
    json(502, {});
    await expect(lifi().quote(asked())).rejects.toBeInstanceOf(BridgeFault);
    answer = (_, response) => response.end("<html>maintenance</html>");
    await expect(lifi().quote(asked())).rejects.toThrow("not JSON");
    answer = () => {};
    await expect(lifi().quote(asked())).rejects.toThrow("nothing within 400 ms");
    json(200, { id: "x" });
    await expect(lifi().quote(asked())).rejects.toThrow("another form");
  });
});

describe("Across", () => {
  const fees = (changes: Record<string, unknown> = {}) => ({
    totalRelayFee: { pct: "1000000000000000", total: "100000" },
    relayerCapitalFee: { pct: "0", total: "0" },
    timestamp: String(SECONDS - 5),
    fillDeadline: String(SECONDS + 10_000),
    estimatedFillTimeSec: 4,
    exclusivityDeadline: 0,
    exclusiveRelayer: zeroAddress,
    spokePoolAddress: EVM_NETWORKS.base.contracts.acrossSpokePool?.address,
    isAmountTooLow: false,
    inputToken: { address: token("USDC-base").address, decimals: 6, symbol: "USDC", chainId: 8453 },
    ...changes,
  });

  test("gives the price of a deposit that is ours to build", async () => {
    json(200, fees());
    const of = asked();
    const quote = await across().quote(of);
    expect(quote).toMatchObject({
      inputAmount: 100_001_000n + 102_001n,
      seconds: 4,
      expiresAt: SECONDS + 60,
    });
    const expected = {
      source: of.source,
      destination: of.destination,
      payer: PAYER,
      inputToken: of.inputToken.address,
      inputAmount: quote.inputAmount,
      payments: of.payments,
      now: SECONDS,
    };
    expect(verifyDeposit(expected, quote.call).ok).toBe(true);
    expect(calls[0]?.headers.authorization).toBe("Bearer secret-key");
    expect(calls[0]?.path).toContain("originChainId=8453");
  });

  test("asks for unmatched decimals where they differ", async () => {
    const of = asked("bsc", "base");
    json(
      200,
      fees({ inputToken: undefined, spokePoolAddress: of.source.contracts.acrossSpokePool?.address }),
    );
    await across().quote(of);
    expect(calls[0]?.path).toContain("allowUnmatchedDecimals=true");
  });

  test.each([
    ["another pool", { spokePoolAddress: STRANGER }, "names another pool"],
    [
      "wrong decimals",
      { inputToken: { address: token("USDC-base").address, decimals: 18 } },
      "speaks of another USDC",
    ],
    ["a quote older than an hour", { timestamp: String(SECONDS - 3_700) }, "quoteTimestamp"],
    ["a far deadline", { fillDeadline: String(SECONDS + 90_000) }, "fillDeadline"],
    [
      "a long exclusivity",
      { exclusiveRelayer: STRANGER, exclusivityDeadline: SECONDS + 5_000 },
      "exclusivity",
    ],
    ["another form", { totalRelayFee: {} }, "another form"],
  ])("with %s is a fault", async (_what, changes, message) => {
    json(200, fees(changes));
    await expect(across().quote(asked())).rejects.toThrow(message);
  });

  test("says no where the amount is too low, the fee absurd or the call fails", async () => {
    json(200, fees({ isAmountTooLow: true }));
    await expect(across().quote(asked())).rejects.toMatchObject({ reason: "amount_too_low" });
    json(200, fees({ totalRelayFee: { total: "50000000" } }));
    await expect(across().quote(asked())).rejects.toMatchObject({ reason: "too_expensive" });
    json(400, { type: "AcrossApiError", code: "SIMULATION_ERROR", status: 400, message: "x" });
    await expect(across().quote(asked())).rejects.toMatchObject({ reason: "no_route" });
    json(400, { type: "AcrossApiError", code: "AMOUNT_TOO_LOW", status: 400, message: "x" });
    await expect(across().quote(asked())).rejects.toMatchObject({ reason: "amount_too_low" });
    json(401, { message: "key" });
    await expect(across().quote(asked())).rejects.toBeInstanceOf(BridgeFault);
  });
});

describe("the breaker", () => {
  test("asks a dead provider once, then nobody waits for it, then one tries again", async () => {
    const bridges = bridgesOf(lifi(), () => time);
    json(503, {});
    await expect(bridges.quote(asked())).rejects.toThrow("status 503");
    expect(bridges.isAvailable()).toBe(false);
    for (let i = 0; i < 5; i++) await expect(bridges.quote(asked())).rejects.toThrow("left alone");
    expect(calls).toHaveLength(1);
    time = new Date(time.getTime() + 16_000);
    expect(bridges.isAvailable()).toBe(true);
    const both = await Promise.allSettled([bridges.quote(asked()), bridges.quote(asked())]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(calls).toHaveLength(2);
    time = new Date(time.getTime() + 40_000);
    const of = asked();
    json(
      200,
      step(of, {
        across: {
          quoteTimestamp: Math.floor(time.getTime() / 1_000),
          fillDeadline: Math.floor(time.getTime() / 1_000) + 7_200,
        },
      }),
    );
    await bridges.quote(of);
    expect(bridges.isAvailable()).toBe(true);
  });

  test("takes several that were on their way when it died for one fault", async () => {
    const bridges = bridgesOf(lifi(), () => time);
    json(503, {});
    await Promise.allSettled(Array.from({ length: 20 }, () => bridges.quote(asked())));
    expect(bridges.isAvailable()).toBe(false);
    time = new Date(time.getTime() + 16_000);
    expect(bridges.isAvailable()).toBe(true);
  });

  test("stays closed when the answer is that there is no route", async () => {
    const bridges = bridgesOf(lifi(), () => time);
    json(404, { code: 1002 });
    await expect(bridges.quote(asked())).rejects.toBeInstanceOf(NoRoute);
    expect(bridges.isAvailable()).toBe(true);
  });
});

test("local chains are quoted without anybody, a deposit that verifies, on every pair of networks and tokens", async () => {
  const ids: EvmNetworkId[] = ["mainnet", "arbitrum-one", "optimism", "base", "matic", "bsc"];
  for (const source of ids) {
    for (const symbol of ["USDC", "USDT"]) {
      const of = {
        ...asked(source, source === "base" ? "optimism" : "base"),
        inputToken: token(`${symbol}-${source}`),
      };
      const quote = await localBridge(() => time).quote(of);
      const expected = {
        source: of.source,
        destination: of.destination,
        payer: PAYER,
        inputToken: of.inputToken.address,
        inputAmount: quote.inputAmount,
        payments: of.payments,
        now: SECONDS,
      };
      expect(verifyDeposit(expected, quote.call), source).toMatchObject({ ok: true });
    }
  }
});
