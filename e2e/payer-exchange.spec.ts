import { expect } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { plainTransfer, told, unfold } from "./support/exchange";
import { test } from "./support/journey";
import { expectNoSidewaysScroll, watchPage } from "./support/page-watch";
import { aPayer } from "./support/payer-chain";
import { aLink, anIncomingLink, type PageLink } from "./support/payer-page";
import { aTronLink } from "./support/payer-tron";
import { call, demoOf, npmRun, readRequest, sharedStack } from "./support/shop";

const { stack, dataDir } = sharedStack();
const { apiKey } = demoOf(stack).tenantA;
const THIEF = "0x9999999999999999999999999999999999999999";

async function addressFromApi({ requestIds: [requestId] }: PageLink): Promise<string> {
  const { json } = await call(stack, apiKey, `/v2/request/${requestId}/pay?method=deposit`);
  return (json.depositAddress as { address: string }).address;
}

test("a plain transfer pays a link without a wallet that connects, in part and then the rest", async ({
  page,
}) => {
  const link = await anIncomingLink(stack, ["25"]);
  const exchange = await aPayer(stack);
  const watch = watchPage(page, stack.apiUrl);
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto(link.url);
  await unfold(page).click();
  await expect(told(page, "Network")).toHaveText("Sepolia");
  await expect(told(page, "Amount that has to arrive")).toContainText("25.00 USDC");
  const address = await addressFromApi(link);
  await expect(told(page, "Address")).toContainText(address);
  await expectAccessible(page, "everything");
  await expectNoSidewaysScroll(page);

  // Its fee was deducted.
  await plainTransfer(stack, exchange, address, 24_000_000n);
  await expect(told(page, "Amount that has to arrive")).toContainText("1.00 USDC");
  await expect(told(page, "Address")).toContainText(address);
  await expect(page.getByText(/24\.00 USDC/).first()).toBeVisible();
  await expectAccessible(page, "everything");
  await plainTransfer(stack, exchange, address, 1_000_000n);
  await expect(page.getByRole("heading", { name: "Payment successful" })).toBeVisible();
  watch.expectClean();
  const { payments } = await readRequest(stack, link.requestIds[0] ?? "");
  expect(payments).toMatchObject([{ type: "deposit" }, { type: "deposit" }]);
});

test("an address that was swapped on the way is not shown, and the operator is told", async ({ page }) => {
  const link = await aLink(stack);
  await page.route("**/pay/deposit-address", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), address: THIEF } });
  });
  const report = page.waitForRequest("**/pay/report");
  await page.goto(link.url);
  await unfold(page).click();
  await expect(page.getByText("This address is not shown")).toBeVisible();
  await expect(page.getByText("the address for the transfer")).toBeVisible();
  await expect(told(page, "Address")).toHaveCount(0);
  expect(await page.content()).not.toContain(THIEF);
  expect((await report).postDataJSON()).toMatchObject({ token: link.token, field: "depositAddress" });
});

test("without JavaScript the address is text, and the page says that nothing has checked it", async ({
  browser,
}) => {
  const link = await aLink(stack);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(link.url);
  await page.getByRole("link", { name: "Send from an exchange or any wallet" }).click();
  const main = page.locator("main");
  await expect(main).toContainText("could not check the address", { useInnerText: true });
  await expect(main).toContainText(await addressFromApi(link), { useInnerText: true });
  await expect(main).toContainText("Amount that has to arrive", { useInnerText: true });
  await context.close();
});

test("on Tron an exchange pays in two parts while the page is open", async ({ page }) => {
  test.slow();
  const link = await aTronLink(stack, { amount: "25" });
  await page.goto(link.url);
  await unfold(page).click();
  await expect(told(page, "Network")).toHaveText("Tron");
  await expect(told(page, "Address")).toContainText(/^T[1-9A-HJ-NP-Za-km-z]{33}/);
  const address = /T\w{33}/.exec((await told(page, "Address").textContent()) ?? "")?.[0] ?? "";
  const printed = await npmRun(dataDir, "demo:pay", ["--exchange", link.token]);
  expect(printed).toContain(address);
  expect(printed).toContain("Partly paid");
  await expect(page.getByRole("heading", { name: "Payment successful" })).toBeVisible();
});
