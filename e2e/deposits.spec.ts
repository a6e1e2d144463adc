import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { signIn } from "./support/merchant";
import { expectNoSidewaysScroll, watchPage } from "./support/page-watch";
import { pairSafe } from "./support/paired-safe";
import { accountOf, balanceOf, sentBy } from "./support/payer-chain";
import { anIncomingLink, type PageLink, refuseOnce } from "./support/payer-page";
import { accountsOf, aTronLink, tronBalance } from "./support/payer-tron";
import { aFundedSafe } from "./support/safe-owners";
import { call, demoOf, npmRun, readRequest, sharedStack } from "./support/shop";

const { stack, dataDir } = sharedStack();
const { apiKey } = demoOf(stack).tenantA;
const THIEF = "0x9999999999999999999999999999999999999999";

/** An exchange pays a link: with its fee missing at first, then the rest. */
async function payFromExchange({ token, requestIds: [requestId = ""] }: PageLink): Promise<string> {
  const printed = await npmRun(dataDir, "demo:pay", ["--exchange", token]);
  expect(printed).toContain("Partly paid");
  expect(printed).toContain("Paid.");
  const { payments } = await readRequest(stack, requestId);
  expect(payments).toHaveLength(2);
  return requestId;
}

/** Opens the page of deposits, signed in as the merchant of tenant A. */
async function openDeposits(page: Page): Promise<void> {
  await signIn(page, stack, "merchant");
  await page.getByRole("link", { name: "Deposits" }).click();
  await page.getByRole("heading", { level: 1, name: "Deposits to collect" }).waitFor();
}

const cardOf = (page: Page, network: string) => page.getByRole("region", { name: network, exact: true });
const rowOf = (page: Page, network: string, requestId: string) =>
  cardOf(page, network)
    .getByRole("row")
    .filter({ has: page.locator(`a[href$="/${requestId}"]`) });
const collect = (page: Page, network: string) =>
  cardOf(page, network).getByRole("button", { name: /^Collect \d+ deposits?$/ });
const confirm = (page: Page) => page.getByRole("dialog").getByRole("button", { name: /^Collect .* as 0x/ });

test("an exchange pays in two parts, and the merchant collects with one signature", async ({ page }) => {
  test.slow();
  const { address: merchant } = accountOf(stack, "merchant");
  const requestId = await payFromExchange(await anIncomingLink(stack, ["25"]));
  const before = await balanceOf(stack, merchant);
  const watch = watchPage(page, new URL(stack.dashboardUrl).origin);
  await openDeposits(page);
  const row = rowOf(page, "Sepolia", requestId);
  await expect(row).toContainText("25.00 USDC");
  await expect(row).toContainText("At the deposit address");
  await expectAccessible(page);

  await row.getByRole("link").click();
  await expect(page.getByText("At the deposit address").first()).toBeVisible();
  await expect(page.getByText("Plain transfer").first()).toBeVisible();
  await page.getByRole("link", { name: "Collect it with the other deposits" }).click();

  // Somebody who says no has lost nothing, and asks again.
  await collect(page, "Sepolia").click();
  await expect(page.getByRole("dialog")).toContainText("The wallet you are signed in with");
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoSidewaysScroll(page);
  await refuseOnce(page);
  await confirm(page).click();
  await expect(page.getByRole("dialog")).toContainText("You said no in the wallet");
  await confirm(page).click();
  await expect(cardOf(page, "Sepolia").getByText(/^Collected \d+ deposits?$/)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect((await balanceOf(stack, merchant)) - before).toBeGreaterThanOrEqual(25_000_000n);

  await page.goto(`${stack.dashboardUrl}/get-paid/${requestId}`);
  await expect(page.getByText("Collected", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("At the deposit address")).toHaveCount(0);
  watch.expectClean();
  const { json } = await call(stack, apiKey, "/v1/dashboard/deposits");
  expect(JSON.stringify(json)).not.toContain(requestId);
});

test("a prepared transaction that was swapped is not signed", async ({ page }) => {
  const requestId = await payFromExchange(await anIncomingLink(stack, ["25"]));
  await openDeposits(page);
  const { address } = accountOf(stack, "merchant");
  const sent = await sentBy(stack, address);
  await page.route("**/v1/dashboard/deposits/collect", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const transactions = body.transactions.map((one: object) => ({ ...one, to: THIEF }));
    await route.fulfill({ response: answer, json: { ...body, transactions } });
  });
  await collect(page, "Sepolia").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This transaction is not what you chose");
  await expect(dialog.getByRole("button", { name: /^Collect/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).first().click();
  expect(await sentBy(stack, address)).toBe(sent);
  await expect(rowOf(page, "Sepolia", requestId)).toBeVisible();
});

test("a Safe proposes a collection to its owners, over WalletConnect", async ({ page, context }) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { address: merchant } = accountOf(stack, "merchant");
  const requestId = await payFromExchange(await anIncomingLink(stack, ["25"]));
  const safe = await aFundedSafe(stack);
  await openDeposits(page);
  await collect(page, "Sepolia").click();
  await page.getByRole("dialog").getByRole("button", { name: "Use another wallet" }).click();
  await page.getByRole("button", { name: "WalletConnect" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  const uri = await page.evaluate(() => navigator.clipboard.readText());
  const paired = await pairSafe(stack, process.env.E2E_WALLET_RELAY ?? "", safe, uri);
  await confirm(page).click();
  const card = cardOf(page, "Sepolia");
  await expect(card.getByText("Proposed to the owners of the Safe")).toBeVisible();
  expect(paired.proposals.map(({ calls }) => calls.length)).toEqual([1]);
  expect(paired.asked).not.toContain("eth_sendTransaction");
  await expect(rowOf(page, "Sepolia", requestId)).toBeVisible();
  const before = await balanceOf(stack, merchant);
  await paired.execute();
  await expect(card.getByText(/^Collected \d+ deposits?$/)).toBeVisible();
  await expect(rowOf(page, "Sepolia", requestId)).toHaveCount(0);
  expect((await balanceOf(stack, merchant)) - before).toBeGreaterThanOrEqual(25_000_000n);
  await paired.close();
});

test("on Tron a wallet of Tron collects, and the service sends what it signed", async ({ page }) => {
  test.slow();
  const { recipient } = accountsOf(stack);
  const requestId = await payFromExchange(await aTronLink(stack, { amount: "25" }));
  const before = await tronBalance(stack, recipient.tronAddress);
  await openDeposits(page);
  await expect(rowOf(page, "Tron", requestId)).toContainText("25.00 USDT");
  await collect(page, "Tron").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Another wallet than the one you are signed in with");
  await dialog.getByRole("button", { name: "Connect a wallet" }).click();
  await page.getByRole("button", { name: "Test wallet" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Collect .* as T/ })
    .click();
  await expect(cardOf(page, "Tron").getByText(/^Collected \d+ deposits?$/)).toBeVisible();
  await expect(rowOf(page, "Tron", requestId)).toHaveCount(0);
  expect((await tronBalance(stack, recipient.tronAddress)) - before).toBeGreaterThanOrEqual(25_000_000n);
});
