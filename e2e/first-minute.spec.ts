import { createHmac } from "node:crypto";
import { expect, test } from "@playwright/test";
import { pay } from "./support/payer";
import {
  askFor,
  call,
  demoOf,
  npmRun,
  readRequest,
  receiveWebhooks,
  sharedStack,
  untilPaid,
} from "./support/shop";

test("a request is created, paid on chain, seen as paid, and announced by a signed webhook", async () => {
  const { stack, dataDir } = sharedStack();
  const { receiver, secret } = await receiveWebhooks(dataDir);
  try {
    const requestId = await askFor(stack, "12.5");
    expect(await readRequest(stack, requestId)).toMatchObject({ status: "created", hasBeenPaid: false });

    const txHash = await pay(stack, requestId);
    await untilPaid(stack, requestId);
    expect(await readRequest(stack, requestId)).toMatchObject({ status: "paid", txHash });

    const webhook = await receiver.next(({ json }) => json.requestId === requestId);
    const signature = createHmac("sha256", secret).update(webhook.body).digest("hex");
    expect(webhook.headers["x-service-signature"]).toBe(signature);
    expect(webhook.headers["x-service-delivery"]).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(webhook.json).toMatchObject({
      event: "payment.confirmed",
      requestId,
      amount: "12.5",
      totalAmountPaid: "12.5",
      txHash,
      sequence: expect.any(Number),
      paymentId: expect.any(String),
      payerAddress: demoOf(stack).accounts.payer.address,
    });
    expect(webhook.json.sequence).toBeGreaterThan(0);
  } finally {
    await receiver.close();
  }
});

test("quittance demo pay pays the ready request, and says so again when it is asked twice", async () => {
  const { stack, dataDir } = sharedStack();
  const { requestId } = demoOf(stack).demo;
  expect(await npmRun(dataDir, "demo:pay")).toContain("Paid: ");
  expect(await readRequest(stack, requestId)).toMatchObject({ status: "paid", hasBeenPaid: true });
  expect(await npmRun(dataDir, "demo:pay")).toContain("paid already");
});

test("quittance demo pay pays the request it is given", async () => {
  const { stack, dataDir } = sharedStack();
  const requestId = await askFor(stack, "1");
  await npmRun(dataDir, "demo:pay", [requestId]);
  expect(await readRequest(stack, requestId)).toMatchObject({ hasBeenPaid: true });
});

test("quittance demo pay --safe pays a link from a Safe, and shows where it stands", async () => {
  const { stack, dataDir } = sharedStack();
  const output = await npmRun(dataDir, "demo:pay", ["--safe"]);
  for (const line of [
    "2 have to sign",
    "Proposed: safeTxHash 0x",
    "423: in progress",
    "Executed: 0x",
    "Paid: 0x",
  ]) {
    expect(output).toContain(line);
  }
  expect(output).toContain(stack.safe?.address ?? "no Safe");
});

test("tenant B neither sees nor lists nor pays tenant A's request", async () => {
  const { stack } = sharedStack();
  const { tenantA, tenantB, accounts } = demoOf(stack);
  const requestId = await askFor(stack, "3");
  const pathOfPay = `/v2/request/${requestId}/pay?wallet=${accounts.payer.address}`;
  for (const path of [`/v2/request/${requestId}`, pathOfPay]) {
    expect((await call(stack, tenantA.apiKey, path)).status).toBe(200);
    const { status, json } = await call(stack, tenantB.apiKey, path);
    expect(status).toBe(404);
    expect(JSON.stringify(json)).not.toContain(accounts.merchant.address);
  }
  const listed = async (key: string) => JSON.stringify((await call(stack, key, "/v2/request")).json);
  expect(await listed(tenantA.apiKey)).toContain(requestId);
  expect(await listed(tenantB.apiKey)).not.toContain(requestId);
});

test("quittance audit finds no difference between chains and ledger", async () => {
  const { stack, dataDir } = sharedStack();
  const requestId = await askFor(stack, "2");
  await pay(stack, requestId);
  await untilPaid(stack, requestId);
  const report = await npmRun(dataDir, "audit");
  expect(report).toMatch(/^sepolia: .*[1-9]\d* payment events, [1-9]\d* for our requests, 0 differences$/m);
  expect(report).toContain("requests: 0 whose status does not follow");

  const part = await npmRun(dataDir, "audit", ["--network", "sepolia", "--from", "1", "--to", "2"]);
  expect(part).toMatch(/^sepolia: blocks 1 to 2, .* 0 differences$/m);
  expect(part).not.toContain("base: ");
});
