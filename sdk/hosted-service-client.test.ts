import { createHmac } from "node:crypto";
import { ethers } from "ethers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Quittance } from "@/sdk/index";
import { toEthers } from "@/sdk/safety/transactions";
import { startService, type TestService } from "@/sdk/testing/service";
import { unwrap } from "@/sdk/webhooks/index";
import { aTenant } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { watchAll } from "@/server/testing/evm/watch-all";
import { type SentWebhooks, sendWebhooksOf } from "@/server/testing/webhooks/sent-webhooks";

/**
 * One script, run by an application that was written for a compatible hosted service (fetch, ethers 5, an HMAC of its own) and
 * by our client: both get the same answers and the same event.
 */
const ORDER = {
  amount: "10",
  payee: "0x7777777777777777777777777777777777777777",
  invoiceCurrency: "fUSDC-sepolia",
  paymentCurrency: "fUSDC-sepolia",
};

let chain: TestChain;
let service: TestService;
let webhooks: SentWebhooks;
let apiKey: string;
let signer: ethers.Wallet;

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia" });
  service = await startService({
    NETWORK_PROFILE: "local",
    RPC_URL_SEPOLIA: chain.rpcUrl,
    WEBHOOK_ALLOW_LOOPBACK: "true",
  });
  const tenant = await aTenant(service.api);
  ({ apiKey } = tenant);
  webhooks = await sendWebhooksOf(service.api, tenant.platformId);
  const provider = new ethers.providers.StaticJsonRpcProvider(chain.rpcUrl, 11155111);
  provider.pollingInterval = 20;
  signer = new ethers.Wallet(chain.accounts.payer.privateKey, provider);
});

afterAll(async () => {
  await webhooks?.stop();
  await service?.close();
  await chain?.stop();
});

type Json = Record<string, unknown>;
interface Plan {
  transactions: { to: string; data: string; value: unknown }[];
}

/** The calls of the script, as each of the two makes them. */
interface Client {
  create(): Promise<{ requestId: string; paymentReference: string }>;
  plan(requestId: string): Promise<Plan>;
  transaction(one: Plan["transactions"][number]): ethers.providers.TransactionRequest;
  event(body: string, headers: Record<string, string>): Promise<Json> | Json;
  read(requestId: string): Promise<Json>;
}

function asHostedClient(): Client {
  const call = async (path: string, body?: Json) => {
    const response = await fetch(`${service.url}/v2/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
    return response.json();
  };
  return {
    create: () => call("request", ORDER),
    plan: (id) => call(`request/${id}/pay?wallet=${signer.address}`),
    transaction: (one) => one as ethers.providers.TransactionRequest,
    event: (body, headers) => {
      const mine = createHmac("sha256", webhooks.secret).update(body).digest("hex");
      expect(headers["x-service-signature"]).toBe(mine);
      return JSON.parse(body);
    },
    read: (id) => call(`request/${id}`),
  };
}

function asOurClient(): Client {
  const { requests } = new Quittance({ baseUrl: service.url, apiKey });
  return {
    create: () => requests.create(ORDER),
    plan: async (id) => (await requests.pay(id, { wallet: signer.address })) as Plan,
    transaction: toEthers,
    event: async (body, headers) => ({ ...(await unwrap(body, headers, webhooks.secret)).body }),
    read: async (id) => ({ ...(await requests.get(id)) }),
  };
}

async function run(client: Client): Promise<{ plan: Plan; event: Json; read: Json }> {
  const { requestId, paymentReference } = await client.create();
  const plan = await client.plan(requestId);
  for (const one of plan.transactions) await (await signer.sendTransaction(client.transaction(one))).wait();
  await watchAll(service.api, "sepolia");
  const { headers, body } = await webhooks.receiver.next(
    ({ json }) => json.event === "payment.confirmed" && json.requestId === requestId,
  );
  const event = await client.event(body.toString(), headers as Record<string, string>);
  const read = await client.read(requestId);
  expect(event).toMatchObject({ requestId, paymentReference, amount: "10" });
  expect(read).toMatchObject({ requestId, hasBeenPaid: true });
  // What is of one request alone.
  const own = [requestId, paymentReference, ...idsOf(event), ...idsOf(read)];
  return JSON.parse(own.reduce(without, JSON.stringify({ plan, event, read })));
}

const without = (text: string, own: string) => text.replaceAll(own.replace(/^0x/, ""), "…");

/** Everything that differs between two payments: hashes, IDs, blocks, times and places in a sequence. */
function idsOf(json: unknown): string[] {
  return JSON.stringify(json).match(/0x[0-9a-f]{64}|[0-9A-HJKMNP-TV-Z]{26}/g) ?? [];
}

test("an application of the hosted service and our client run one script with the same results", async () => {
  const theirs = await run(asHostedClient());
  const ours = await run(asOurClient());
  expect(shapeOf(ours)).toEqual(shapeOf(theirs));
});

/** The same without times, blocks and counters, which only move on. */
function shapeOf(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, one) =>
      /^(?:timestamp|sequence|.*At|.*[bB]lock.*|explorer|.*Timestamp)$/.test(key) ? typeof one : one,
    ),
  );
}
