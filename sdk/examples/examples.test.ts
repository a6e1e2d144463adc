import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { NotWhatWasAsked, type Order, payOrder, type Wallet } from "@/sdk/examples/browser-checkout";
import { POST as checkout } from "@/sdk/examples/next-shop/app/checkout/route";
import { POST as hook } from "@/sdk/examples/next-shop/app/hooks/route";
import { fulfilledOrders } from "@/sdk/examples/next-shop/orders";
import { createReceiver, type Orders } from "@/sdk/examples/receiver";
import { askAndWait } from "@/sdk/examples/script";
import { Quittance } from "@/sdk/index";
import { startService, type TestService } from "@/sdk/testing/service";
import { sign } from "@/sdk/webhooks/index";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { watchAll } from "@/server/testing/evm/watch-all";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { balanceOf } from "@/server/testing/paying";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import { createWebhookSender } from "@/server/webhooks/sending/deliver";

const USDC = tokenById("USDC-sepolia")?.address as Hex;
const PAYEE = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const THIEF = "0x7777777777777777777777777777777777777777";

let chain: TestChain;
let service: TestService;
let merchant: Merchant;
let apiKey: string;
/** The server of the shop. */
let shop: Quittance;

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia" });
  service = await startService({
    NETWORK_PROFILE: "local",
    RPC_URL_SEPOLIA: chain.rpcUrl,
    WEBHOOK_ALLOW_LOOPBACK: "true",
  });
  merchant = await aMerchant(service.api);
  apiKey = merchant.key["x-api-key"] ?? "";
  shop = new Quittance({ baseUrl: service.url, apiKey });
});
afterAll(async () => {
  await service?.close();
  await chain?.stop();
});

/** A wallet of the payer that signs what it is asked to, on the local chain. */
function aWallet(): Wallet & { signed: unknown[] } {
  const signed: unknown[] = [];
  return {
    signed,
    async request({ method, params: [first] = [] }) {
      if (method === "eth_requestAccounts") return [chain.accounts.payer.address];
      if (method === "wallet_switchEthereumChain") return null;
      if (method === "eth_getTransactionReceipt") {
        const { status } = await chain.publicClient.waitForTransactionReceipt({ hash: first as Hex });
        return { status: status === "success" ? "0x1" : "0x0" };
      }
      signed.push(first);
      const { to, data, value } = first as { to: Hex; data: Hex; value: Hex };
      return chain.wallet("payer").sendTransaction({ to, data, value: BigInt(value) });
    },
  };
}

/** The answer that the shop's server passes on to its page. */
const planFor = (requestId: string, wallet: string) => shop.requests.pay(requestId, { wallet });

async function anOrder(amount = "10"): Promise<Order> {
  const request = { amount, payee: PAYEE, invoiceCurrency: "USDC-sepolia", paymentCurrency: "USDC-sepolia" };
  return { ...(await shop.requests.create(request)), amount, payee: PAYEE };
}

describe("a script and a browser checkout", () => {
  test("one asks and waits, the other has the wallet pay", async () => {
    const before = await balanceOf(chain, USDC, PAYEE);
    let asked: { requestId: string; paymentReference: string } | undefined;
    const waiting = askAndWait({ baseUrl: service.url, apiKey, payee: PAYEE }, (request) => {
      asked = request;
    });
    await expect.poll(() => asked).toBeDefined();
    if (!asked) throw new Error("nothing was asked for");
    const hashes = await payOrder(aWallet(), { ...asked, amount: "10", payee: PAYEE }, planFor);
    await watchAll(service.api, "sepolia");
    expect(await waiting).toMatchObject({ hasBeenPaid: true, txHash: hashes.at(-1) });
    expect((await balanceOf(chain, USDC, PAYEE)) - before).toBe(10_000_000n);
  });

  test("no wallet signs where the service pays somebody else, more, or under another reference", async () => {
    const order = await anOrder();
    for (const told of [
      { ...order, payee: THIEF },
      { ...order, amount: "9" },
      { ...order, paymentReference: "0x0011223344556677" },
    ]) {
      const wallet = aWallet();
      await expect(payOrder(wallet, told, planFor)).rejects.toBeInstanceOf(NotWhatWasAsked);
      expect(wallet.signed).toEqual([]);
    }
  });
});

test("a receiver sends the goods of a payment once, and of nothing that a stranger tells", async () => {
  const fulfilled: string[] = [];
  const payments = new Set<string>();
  const orders: Orders = {
    knows: async (paymentId) => payments.has(paymentId),
    async fulfil(requestId, paymentId) {
      fulfilled.push(requestId);
      payments.add(paymentId);
    },
  };
  let receiver = createReceiver("not known yet", orders);
  // Where it listens is known before its secret is.
  const port = createServer((request, response) => receiver.emit("request", request, response));
  port.listen(0, "127.0.0.1");
  await once(port, "listening");
  const url = `http://127.0.0.1:${(port.address() as AddressInfo).port}`;
  const { platformId } = merchant;
  const { secret } = await inTransaction(service.api.app.context(systemCaller(platformId)), (tx) =>
    createEndpoint(tx, { platformId, clientIdId: null, url }),
  );
  receiver = createReceiver(secret, orders);
  const order = await anOrder();
  await payOrder(aWallet(), order, planFor);
  await watchAll(service.api, "sepolia");
  const sender = createWebhookSender(service.api.app);
  await sender.start();
  await sender.idle();
  await sender.stop();
  expect(fulfilled).toEqual([order.requestId]);

  const [paymentId = ""] = payments;
  const told = async (event: object, by: string) => {
    const body = JSON.stringify({ event: "payment.confirmed", sequence: 9, ...event });
    const headers = await sign(body, by, { deliveryId: "another", sentAt: new Date() });
    return (await fetch(url, { method: "POST", body, headers })).status;
  };
  expect(await told({ requestId: order.requestId, paymentId }, secret)).toBe(200);
  expect(await told({ requestId: "r", paymentId: "p" }, "of a stranger")).toBe(400);
  expect(await told({ more: "x".repeat(1_000_000) }, secret)).toBe(400);
  expect(fulfilled).toEqual([order.requestId]);
  port.closeAllConnections();
  port.close();
});

describe("a shop in Next.js", () => {
  const secret = "ab".repeat(32);
  beforeAll(() => {
    vi.stubEnv("QUITTANCE_URL", service.url);
    vi.stubEnv("QUITTANCE_API_KEY", apiKey);
    vi.stubEnv("QUITTANCE_WEBHOOK_SECRET", secret);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  const press = (orderId: string) =>
    checkout(
      new Request("https://shop.example/checkout", {
        method: "POST",
        body: new URLSearchParams({ orderId }),
      }),
    );

  test("sends the payer to a link over its own price, to the same one when the button is pressed twice", async () => {
    const [first, second] = [await press("INV-1"), await press("INV-1")];
    expect(first.status).toBe(303);
    const location = first.headers.get("location") ?? "";
    expect(second.headers.get("location")).toBe(location);
    expect(new URL(location).searchParams.get("token")).toMatch(/./);
    const asked = await shop.requests.list().toArray(20);
    expect(asked.filter(({ reference }) => reference === "INV-1")).toMatchObject([{ amount: "25" }]);
  });

  test.each(["INV-99", "", "__proto__", "toString"])("has no order %o", async (orderId) => {
    expect((await press(orderId)).status).toBe(404);
  });

  test("sends the goods of an order once, and of nothing that a stranger tells", async () => {
    const told = async (paymentId: string, deliveryId: string, by = secret) => {
      const event = { event: "payment.confirmed", sequence: 1, reference: "INV-1", paymentId };
      const body = JSON.stringify(event);
      const headers = await sign(body, by, { deliveryId, sentAt: new Date() });
      return (await hook(new Request("https://shop.example/hooks", { method: "POST", body, headers })))
        .status;
    };
    expect(await told("p1", "d1", "cd".repeat(32))).toBe(400);
    expect(fulfilledOrders()).toEqual([]);
    expect([await told("p1", "d1"), await told("p1", "d1"), await told("p1", "d2")]).toEqual([200, 200, 200]);
    expect(fulfilledOrders()).toEqual(["INV-1"]);
  });
});
