import { expect } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { allow, aPayer, sentBy } from "./support/payer-chain";
import { aLink, letExpire, openLink, payerPage, toReview } from "./support/payer-page";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();

test("an expired link says so, before and in the middle of a payment", async ({ page, browser }) => {
  const [late, soon] = await Promise.all([aLink(stack), aLink(stack)]);
  await letExpire(stack, late);
  await page.goto(late.url);
  await expect(payerPage(page).heading(/too late.*expired/i)).toBeVisible();
  await expect(payerPage(page).connect).toHaveCount(0);

  const payer = await aPayer(stack);
  await allow(stack, payer, 1_500_000n);
  const busy = await (await browser.newContext()).newPage();
  await openLink(busy, soon, payer.key);
  await toReview(busy);
  await letExpire(stack, soon);
  await payerPage(busy).pay.click();
  await expect(payerPage(busy).heading(/too late.*expired/i)).toBeVisible();
  expect(await sentBy(stack, payer.address)).toBe(1);
  await busy.context().close();
});

test("a link that expires while it is open offers no wallet and no code from that second on", async ({
  page,
}) => {
  const link = await aLink(stack);
  const leftMs = 600_000;
  await letExpire(stack, link, leftMs);
  const at = payerPage(page);
  // The page knows by itself: whatever the server would say is not answered.
  await page.route("**/pay/state", () => {});
  await page.clock.install();
  await page.goto(link.url);
  await page.getByRole("button", { name: "No wallet on this device?" }).click();
  const code = page.getByRole("img", { name: "QR code of this page" });
  await expect(code).toBeVisible();
  await page.clock.fastForward(leftMs - 120_000);
  await expect(at.connect).toBeVisible();
  await page.clock.fastForward(120_000);
  await at.connect.waitFor({ state: "detached" });
  await expect(at.heading(/too late.*expired/i)).toBeVisible();
  await expect(code).toHaveCount(0);
  await expect(page.locator("[aria-live=polite]")).toHaveText("Too late: this link has expired");
  await expectAccessible(page);
  await expect(at.connect).toHaveCount(0);
});

test("a link that does not exist is called invalid", async ({ page }) => {
  await page.goto(`${stack.payUrl}?token=01ARZ3NDEKTSV4RRFFQ69G5FAV`);
  await expect(payerPage(page).heading(/invalid link.*found/i)).toBeVisible();
});
