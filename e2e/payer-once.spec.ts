import { expect, type Page } from "@playwright/test";
import { test } from "./support/journey";
import { aPayer, type Payer, sentBy, withoutMining } from "./support/payer-chain";
import {
  aLink,
  openLink,
  type PageLink,
  payerPage,
  payNow,
  readyToPay,
  refuseOnce,
  toReview,
} from "./support/payer-page";
import { call, demoOf, sharedStack } from "./support/shop";

const { stack } = sharedStack();

test("who is slower than somebody else does not pay a second time", async ({ page, browser }) => {
  const link = await aLink(stack);
  const [quick, slow] = [await aPayer(stack), await aPayer(stack)];
  await openLink(page, link, slow.key);
  await toReview(page);
  await payerPage(page).approve.click();
  await expect(payerPage(page).pay).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await openLink(other, link, quick.key);
  await payNow(other);
  await expect(payerPage(other).paid).toBeVisible();

  // The page may have heard of it by itself meanwhile.
  await payerPage(page)
    .pay.click({ timeout: 1_000 })
    .catch(() => {});
  await expect(payerPage(page).paid).toBeVisible();
  expect(await sentBy(stack, slow.address)).toBe(1);
  await other.context().close();
});

/** Two pages of the same link, each one press away from paying it. */
async function bothBefore(link: PageLink, pages: readonly [Page, Payer][]): Promise<void> {
  for (const [page, { key }] of pages) {
    await openLink(page, link, key);
    await toReview(page);
  }
  for (const [page] of pages) {
    await payerPage(page).approve.click();
    await expect(payerPage(page).pay).toBeVisible();
  }
}

test("two tabs of one browser pay once: the second one follows what the first has sent", async ({
  page,
  context,
}) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  const other = await context.newPage();
  await bothBefore(link, [
    [page, payer],
    [other, payer],
  ]);
  const before = await sentBy(stack, payer.address);
  await withoutMining(stack, "sepolia", async () => {
    await payerPage(page).pay.click();
    await expect(payerPage(page).sent).toBeVisible();
    await expect(payerPage(other).sent).toBeVisible();
    await expect(payerPage(other).pay).toHaveCount(0);
    expect(await sentBy(stack, payer.address)).toBe(before + 1);
  });
  await expect(payerPage(page).paid).toBeVisible();
  await expect(payerPage(other).paid).toBeVisible();
});

test("a payment that another device has just sent is told before a second one is made", async ({
  page,
  browser,
}) => {
  const link = await aLink(stack);
  const [quick, slow] = [await aPayer(stack), await aPayer(stack)];
  const other = await (await browser.newContext()).newPage();
  await bothBefore(link, [
    [page, quick],
    [other, slow],
  ]);
  const before = await sentBy(stack, slow.address);
  await withoutMining(stack, "sepolia", async () => {
    const announced = page.waitForResponse("**/intent");
    await payerPage(page).pay.click();
    await announced;
    await payerPage(other).pay.click();
    await expect(other.getByText("have sent this payment")).toBeVisible();
    await expect(payerPage(other).pay).toBeVisible();
    expect(await sentBy(stack, slow.address)).toBe(before);
    // Anybody can say that they have paid: who insists is not stopped for ever.
    await call(stack, demoOf(stack).tenantA.apiKey, `/v2/secure-payments/${link.token}/intent`, {
      chain: "ETHEREUM",
      token: "USDC",
      txHash: `0x${"ab".repeat(32)}`,
    });
    await refuseOnce(other);
    await payerPage(other).pay.click();
    await expect(other.getByText("You said no in your wallet")).toBeVisible();
  });
  await expect(payerPage(other).paid).toBeVisible();
  expect(await sentBy(stack, slow.address)).toBe(before);
  await other.context().close();
});

test("a wallet that fails without a reason may have paid: the page does not deny it, and finds the payment", async ({
  page,
}) => {
  const { payer } = await readyToPay(page, stack);
  const at = payerPage(page);
  await withoutMining(stack, "sepolia", async (mine) => {
    // The transaction is out, and the wallet does not know.
    await page.route("**/rpc/sepolia", async (route) => {
      if (!route.request().postData()?.includes("eth_sendRawTransaction")) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await at.pay.click();
    await expect(at.alert).toContainText("See there whether it has sent something");
    await expect(page.locator("main")).not.toContainText("Nothing was paid");
    await expect(page.locator("main")).not.toContainText("Nothing was signed");
    expect(await sentBy(stack, payer.address)).toBe(2);
    await page.unroute("**/rpc/sepolia");
    // Pressed again, the wallet is not asked: what it has not told of may be on its way.
    await at.pay.click();
    await expect(at.alert).toContainText("may have sent this payment already");
    expect(await sentBy(stack, payer.address)).toBe(2);
    await mine();
  });
  await expect(at.paid).toBeVisible();
  expect(await sentBy(stack, payer.address)).toBe(2);
});
