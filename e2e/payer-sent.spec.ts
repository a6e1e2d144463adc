import { expect, type Page } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { test } from "./support/journey";
import { createDestination, signIn } from "./support/merchant";
import {
  allow,
  allowanceOf,
  aPayer,
  balanceOf,
  chainOf,
  payPart,
  replace,
  takeBack,
  withoutMining,
} from "./support/payer-chain";
import { aLink, openLink, payerPage, payNow, readyToPay, shownHash, toReview } from "./support/payer-page";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();

/** Presses Pay while nothing is mined, until the page knows the transaction's place in the wallet's order. */
async function payUnmined(page: Page, token: string): Promise<`0x${string}`> {
  await payerPage(page).pay.click();
  await expect(payerPage(page).sent).toBeVisible();
  const stored = () => page.evaluate((key) => localStorage.getItem(key), `quittance:sent:${token}`);
  await expect.poll(stored).toMatch(/"nonce":\d/);
  return shownHash(page);
}

test("a payment that the wallet speeds up is followed under its new hash", async ({ page }) => {
  const { link, payer } = await readyToPay(page, stack);
  await withoutMining(stack, "sepolia", async (mine) => {
    const slow = await payUnmined(page, link.token);
    const fast = await replace(stack, payer, slow, "the same call");
    await mine();
    await expect(payerPage(page).paid).toBeVisible();
    expect(await shownHash(page)).toBe(fast);
  });
});

test("a payment that the wallet replaces by something else is not called paid, and can be made again", async ({
  page,
}) => {
  const { link, payer } = await readyToPay(page, stack);
  const at = payerPage(page);
  await withoutMining(stack, "sepolia", async (mine) => {
    await replace(stack, payer, await payUnmined(page, link.token), "nothing");
    await mine();
    await expect(at.alert).toContainText("replaced the payment by another transaction");
  });
  await at.proceed.click();
  await at.pay.click();
  await expect(at.paid).toBeVisible();
});

test("a wallet that reports success for a reverted transaction pays nothing, and the page says so", async ({
  page,
}) => {
  const { payer } = await readyToPay(page, stack);
  const before = await balanceOf(stack, payer.address);
  const at = payerPage(page);
  // Enough to begin with, and too little to end: the transaction gets into a block and is undone there.
  await page.route("**/rpc/sepolia", async (route) => {
    const { id, method } = route.request().postDataJSON();
    if (method !== "eth_estimateGas") return route.continue();
    await route.fulfill({ json: { jsonrpc: "2.0", id, result: "0xafc8" } });
  });
  await at.pay.click();
  await expect(at.alert).toContainText("The network refused the transaction and undid it");
  const hash = /0x[0-9a-f]{64}/.exec((await at.alert.textContent()) ?? "")?.[0];
  const receipt = await chainOf(stack, "sepolia").getTransactionReceipt({ hash: `0x${hash?.slice(2)}` });
  expect(receipt.status).toBe("reverted");
  expect(await balanceOf(stack, payer.address)).toBe(before);
  await page.unroute("**/rpc/sepolia");
  await at.proceed.click();
  await at.pay.click();
  await expect(at.paid).toBeVisible();
});

test("a part that the chain takes back is asked for again, without reloading", async ({ page }) => {
  const link = await aLink(stack, { amount: "3" });
  const payer = await aPayer(stack);
  await allow(stack, payer, 4_000_000n);
  const at = payerPage(page);
  await payPart(stack, link, payer, 1_000_000n);
  const seen = page.getByText("1.00 USDC arrived already. Left to pay: 2.00 USDC.");
  await expect(async () => {
    await page.goto(link.url);
    await expect(seen).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await openLink(page, link, payer.key);
  await toReview(page);
  await expect(at.pay).toHaveText("Pay 2.00 USDC on Sepolia");

  await takeBack(stack, 1);
  await expect(page.getByText("has changed meanwhile")).toBeVisible();
  await expect(at.heading(/3\.00 USDC/)).toBeVisible();
  await expect(at.alert).not.toContainText("does not match what is shown");
  await at.proceed.click();
  await expect(at.pay).toHaveText("Pay 3.00 USDC on Sepolia");
  await at.pay.click();
  await expect(at.paid).toBeVisible();
});

test("a permission that is not taken back says so, and can be taken back again", async ({ page }) => {
  const { payer } = await readyToPay(page, stack, 5_000_000n);
  const at = payerPage(page);
  const revoke = page.getByRole("button", { name: "Revoke permission" });
  await at.pay.click();
  await expect(at.paid).toBeVisible();
  // Enough to begin with, and too little to end.
  await page.route("**/rpc/sepolia", async (route) => {
    const { id, method } = route.request().postDataJSON();
    if (method !== "eth_estimateGas") return route.continue();
    await route.fulfill({ json: { jsonrpc: "2.0", id, result: "0x5a00" } });
  });
  await revoke.click();
  await expect(page.getByText("The permission was not taken back. Try again.")).toBeVisible();
  expect(await allowanceOf(stack, payer.address)).toBe(3_500_000n);
  await page.unroute("**/rpc/sepolia");
  await expect(revoke).toBeEnabled();
  await revoke.click();
  await expect(page.getByText("The permission is gone.")).toBeVisible();
  expect(await allowanceOf(stack, payer.address)).toBe(0n);
});

test("a link in a token of a test network is paid, and the service is told what to look for", async ({
  page,
  browser,
}) => {
  const merchant = await (await browser.newContext()).newPage();
  await signIn(merchant, stack, generatePrivateKey());
  await createDestination(merchant, "Sepolia", "FAU");
  const created = await merchant.request.post(`${stack.apiUrl}/v2/secure-payments`, {
    data: { requests: [{ amount: "2.25" }], reference: "Faucet order" },
  });
  expect(created.status()).toBe(201);
  const { securePaymentUrl: url } = await created.json();
  const payer = await aPayer(stack);
  const claim = page.waitForResponse(
    (response) => response.request().method() === "POST" && /\/intents?$/.test(response.url()),
  );
  await openLink(page, { url }, payer.key);
  await payNow(page);
  await expect(payerPage(page).paid).toBeVisible();
  expect((await claim).status()).toBe(200);
  expect(await balanceOf(stack, payer.address, "sepolia", "FAU")).toBe(997_750_000_000_000_000_000n);
  await merchant.goto(`${stack.dashboardUrl}/get-paid`);
  await expect(merchant.getByRole("row", { name: /Faucet order/ })).toContainText(/2\.25 FAU.*Paid/);
  await merchant.context().close();
});
