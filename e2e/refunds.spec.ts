import { expect, type Page } from "@playwright/test";
import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { startWebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { expectAccessible } from "./support/accessibility";
import { confirmedCall } from "./support/confirmed-call";
import { test } from "./support/journey";
import { signIn } from "./support/merchant";
import { expectNoSidewaysScroll, watchPage } from "./support/page-watch";
import { pairSafe } from "./support/paired-safe";
import { accountOf, allow, aPayer, balanceOf, payPart, sentBy } from "./support/payer-chain";
import { anIncomingLink, refuseOnce } from "./support/payer-page";
import { accountsOf, aTronPayer, sendOnTron, tronBalance } from "./support/payer-tron";
import { aFundedSafe } from "./support/safe-owners";
import { call, demoOf, npmRun, readRequest, sharedStack, untilPaid } from "./support/shop";

const { stack, dataDir } = sharedStack();
const { apiKey } = demoOf(stack).tenantA;
const THIEF = "0x9999999999999999999999999999999999999999";
const MERCHANT = accountOf(stack, "merchant");

const card = (page: Page) => page.getByRole("region", { name: "Refunds" });
const dialog = (page: Page) => page.getByRole("dialog");
const sendBack = (page: Page) => dialog(page).getByRole("button", { name: /^Send back as/ });

/** A link over 20 USDC that a wallet has paid, with so many base units above it. */
async function paidByWallet(extra = 0n): Promise<{ requestId: string; payer: Address }> {
  const link = await anIncomingLink(stack, ["20"]);
  const [requestId = ""] = link.requestIds;
  const payer = await aPayer(stack);
  await allow(stack, payer, 20_000_000n + extra);
  await payPart(stack, link, payer, 20_000_000n + extra);
  await untilPaid(stack, requestId);
  return { requestId, payer: payer.address };
}

/** Opens the page of a payment, signed in as the merchant of tenant A. */
async function openPayment(page: Page, requestId: string): Promise<void> {
  await signIn(page, stack, "merchant");
  await page.goto(`${stack.dashboardUrl}/get-paid/${requestId}`);
  await card(page).waitFor();
}

/** From the card to a refund that can be sent. */
async function prepare(page: Page, amount?: string): Promise<void> {
  await card(page).getByRole("button", { name: "Send money back" }).click();
  if (amount !== undefined) await dialog(page).getByLabel("Amount in USDC").fill(amount);
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(page).getByText("To the wallet that paid")).toBeVisible();
}

const untilSentBack = (page: Page) =>
  expect(card(page).getByRole("listitem").first().getByText("Sent back", { exact: true })).toBeVisible();

test("a merchant's wallet sends money back in two parts, and the webhook tells each", async ({ page }) => {
  test.slow();
  const { requestId, payer } = await paidByWallet();
  const before = await balanceOf(stack, payer);
  const watch = watchPage(page, new URL(stack.dashboardUrl).origin);
  await openPayment(page, requestId);
  const receiver = await startWebhookReceiver();
  const made = await confirmedCall(page, "POST", `${stack.apiUrl}/v1/webhook`, {
    url: receiver.url,
    events: ["payment.refunded"],
  });
  expect(made.status()).toBe(201);

  await card(page).getByRole("button", { name: "Send money back" }).click();
  await dialog(page).getByLabel("Amount in USDC").fill("20.5");
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(page).getByText("No more than 20 can be sent back")).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel("Amount in USDC").fill("5");
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(page).getByText("To the wallet that paid")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoSidewaysScroll(page);

  // Somebody who says no has lost nothing, and asks again.
  await refuseOnce(page);
  await sendBack(page).click();
  await expect(dialog(page)).toContainText("You said no in the wallet");
  await sendBack(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await untilSentBack(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  expect(await readRequest(stack, requestId)).toMatchObject({ status: "paid", refundedAmount: "5" });

  await page.setViewportSize({ width: 1280, height: 900 });
  await prepare(page);
  await sendBack(page).click();
  await expect.poll(async () => (await readRequest(stack, requestId)).status).toBe("refunded");
  expect((await balanceOf(stack, payer)) - before).toBe(20_000_000n);
  await expect
    .poll(() => receiver.received.map(({ json }) => [json.event, json.refundAmount]))
    .toEqual([
      ["payment.refunded", "5"],
      ["payment.refunded", "15"],
    ]);
  await receiver.close();
  watch.expectClean();
});

test("a refund that was swapped on its way is not signed", async ({ page }) => {
  const { requestId } = await paidByWallet();
  await openPayment(page, requestId);
  await prepare(page);
  const sent = await sentBy(stack, MERCHANT.address);
  await page.route(`**/v2/request/${requestId}/refunds/*`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const payer = String(body.refund.receiver).slice(2).toLowerCase();
    const swapped = JSON.stringify(body).replaceAll(payer, THIEF.slice(2));
    await route.fulfill({ response: answer, json: JSON.parse(swapped) });
  });
  await sendBack(page).click();
  await expect(dialog(page)).toContainText("This refund is not what you chose");
  await expect(sendBack(page)).toHaveCount(0);
  expect(await sentBy(stack, MERCHANT.address)).toBe(sent);
});

test("two tabs cannot send the same money back twice, and what was not sent is given up", async ({
  page,
  context,
}) => {
  const { requestId } = await paidByWallet(4_000_000n);
  await openPayment(page, requestId);
  const second = await context.newPage();
  await second.goto(`${stack.dashboardUrl}/get-paid/${requestId}`);
  await card(second).getByRole("button", { name: "Send it back" }).click();
  await expect(dialog(second).getByLabel("Amount in USDC")).toHaveValue("4");
  await dialog(second).getByLabel("Amount in USDC").fill("24");
  await prepare(page);
  await dialog(second).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(second)).toContainText("Nothing is left that could be sent back");
  await dialog(page).getByRole("button", { name: "Close" }).first().click();
  await card(page).getByRole("button", { name: "Give up" }).click();
  await dialog(page).getByRole("button", { name: "Give up" }).click();
  await expect(card(page).getByText("Not sent", { exact: true })).toBeVisible();
  await dialog(second).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(second).getByText("To the wallet that paid")).toBeVisible();
});

test("a Safe sends back what an exchange paid, to the address that the payer named", async ({
  page,
  context,
}) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const link = await anIncomingLink(stack, ["25"]);
  await npmRun(dataDir, "demo:pay", ["--exchange", link.token]);
  const requestId = link.requestIds[0] ?? "";
  const own = privateKeyToAccount(generatePrivateKey()).address;
  await openPayment(page, requestId);
  await card(page).getByRole("button", { name: "Ask the payer for an address" }).click();
  const url = await dialog(page)
    .getByText(/pay\/refund/)
    .textContent();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Done" }).click();
  const payer = await context.newPage();
  await payer.goto(url ?? "");
  await payer.getByLabel("Your address on Sepolia").fill(own);
  await payer.getByRole("button", { name: "Continue" }).click();
  await payer.getByRole("button", { name: "Yes, send it there" }).click();
  await payer.getByRole("heading", { name: "Your address is named" }).waitFor();
  await payer.close();

  const safe = await aFundedSafe(stack);
  await page.reload();
  await card(page).getByRole("button", { name: "Send money back" }).click();
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(page).getByText("To the address that the payer named")).toBeVisible();
  await expect(dialog(page)).toContainText(own);
  await dialog(page).getByRole("button", { name: "Use another wallet" }).click();
  await page.getByRole("button", { name: "WalletConnect" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  const uri = await page.evaluate(() => navigator.clipboard.readText());
  const paired = await pairSafe(stack, process.env.E2E_WALLET_RELAY ?? "", safe, uri);
  await expect(sendBack(page)).toBeDisabled();
  await dialog(page).getByLabel("I have compared it, group by group").check();
  await expectAccessible(page);
  await sendBack(page).click();
  await expect(card(page).getByText("Proposed to the owners of the Safe")).toBeVisible();
  expect(paired.proposals.map(({ calls }) => calls.length)).toEqual([2]);
  await paired.execute();
  await expect.poll(async () => (await readRequest(stack, requestId)).status).toBe("refunded");
  expect(await balanceOf(stack, own)).toBe(25_000_000n);
  await untilSentBack(page);
  await paired.close();
});

test("on Tron a refund is signed by a wallet of Tron, and the service sends it", async ({ page }) => {
  test.slow();
  const { merchant } = accountsOf(stack);
  const { status, json } = await call(stack, apiKey, "/v2/request", {
    payee: merchant.tronAddress,
    amount: "20",
    invoiceCurrency: "USDT-tron",
    paymentCurrency: "USDT-tron",
  });
  expect(status).toBe(201);
  const requestId = String(json.requestId);
  const payer = await aTronPayer(stack);
  const path = `/v2/request/${requestId}/pay?wallet=${payer.address}`;
  const { json: paying } = await call(stack, apiKey, path);
  await sendOnTron(stack, payer, paying.transactions as { to: string; data: string }[]);
  await untilPaid(stack, requestId);
  const before = await tronBalance(stack, payer.address);

  await openPayment(page, requestId);
  await card(page).getByRole("button", { name: "Send money back" }).click();
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(page)).toContainText(payer.address);
  await dialog(page).getByRole("button", { name: "Connect a wallet" }).click();
  await page.getByRole("button", { name: "Test wallet" }).click();
  await sendBack(page).click();
  await untilSentBack(page);
  expect((await tronBalance(stack, payer.address)) - before).toBe(20_000_000n);
});
