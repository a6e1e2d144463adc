import { expect } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { allowanceOf, aPayer, balanceOf, chainOf, sentBy, withoutMining } from "./support/payer-chain";
import {
  aLink,
  aMulticall,
  connectWallet,
  openLink,
  payerPage,
  sendsAtOnce,
  shownHash,
  toReview,
  watchPayer,
} from "./support/payer-page";
import { sharedStack, untilPaid } from "./support/shop";

const { stack } = sharedStack();

test("a wallet that does all or nothing pays a token for the first time with one confirmation", async ({
  page,
}) => {
  const link = await aLink(stack, { amount: "3.5" });
  const payer = await aPayer(stack);
  const before = await balanceOf(stack, payer.address);
  const watch = watchPayer(page, stack);
  await watch.listening;
  const at = payerPage(page);
  await sendsAtOnce(page, "atomic");
  await openLink(page, link, payer.key);
  await toReview(page);
  await expect(at.heading("Review and pay in one step")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Approve 3.50 USDC" })).toBeVisible();
  await expect(at.approve).toHaveCount(0);
  await expectAccessible(page);
  await at.pay.click();

  await expect(at.paid).toBeFocused();
  expect(before - (await balanceOf(stack, payer.address))).toBe(3_500_000n);
  expect(await sentBy(stack, payer.address)).toBeLessThanOrEqual(2);
  expect(await allowanceOf(stack, payer.address)).toBe(0n);
  const receipt = await chainOf(stack, "sepolia").getTransactionReceipt({ hash: await shownHash(page) });
  // The permission and the payment are in one transaction, which the account sent to itself.
  expect(receipt).toMatchObject({ from: payer.address.toLowerCase(), to: payer.address.toLowerCase() });
  expect(new Set(receipt.logs.map(({ address }) => address)).size).toBe(2);
  await untilPaid(stack, link.requestIds[0] ?? "");
  watch.expectClean();
});

test("several requests are one confirmation too", async ({ page }) => {
  const children = [
    await aLink(stack, { amount: "1" }),
    await aLink(stack, { amount: "2", currency: "USDT" }),
  ];
  const link = await aMulticall(stack, children);
  const payer = await aPayer(stack);
  await sendsAtOnce(page, "atomic");
  await openLink(page, link, payer.key);
  await connectWallet(page);
  // Both tokens are paid, so that there is nothing to choose.
  await expect(page.getByRole("listitem").filter({ hasText: "Approve 1.00 USDC" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Approve 2.00 USDT" })).toBeVisible();
  await payerPage(page).pay.click();
  await expect(payerPage(page).paid).toBeFocused();
});

test("a batch is followed over a reload, before the wallet has named its transaction", async ({ page }) => {
  const link = await aLink(stack, { amount: "2" });
  const payer = await aPayer(stack);
  const at = payerPage(page);
  await sendsAtOnce(page, "atomic");
  await openLink(page, link, payer.key);
  await toReview(page);
  await withoutMining(stack, "sepolia", async (mine) => {
    await at.pay.click();
    await expect(at.sent).toBeVisible();
    await page.reload();
    await expect(at.sent).toBeVisible();
    await expect(at.connect).toHaveCount(0);
    await mine();
    await expect(at.paid).toBeVisible();
  });
  expect(await allowanceOf(stack, payer.address)).toBe(0n);
});

test("a wallet whose second call fails, although it said all or nothing, has paid nothing, and the page says so", async ({
  page,
}) => {
  const link = await aLink(stack, { amount: "4" });
  const payer = await aPayer(stack);
  const before = await balanceOf(stack, payer.address);
  const at = payerPage(page);
  await sendsAtOnce(page, "one-by-one");
  await openLink(page, link, payer.key);
  await toReview(page);
  await at.pay.click();
  await expect(at.alert).toContainText("undid it");
  await expect(at.paid).toHaveCount(0);
  expect(await balanceOf(stack, payer.address)).toBe(before);
  // The permission is there, as the chain says, so that the payment alone is left.
  expect(await allowanceOf(stack, payer.address)).toBe(4_000_000n);
  await at.proceed.click();
  await expect(at.heading("Review and pay")).toBeVisible();
  await at.pay.click();
  await expect(at.paid).toBeFocused();
  expect(before - (await balanceOf(stack, payer.address))).toBe(4_000_000n);
});

test("a wallet that is not atomic is asked step by step, and never gets a batch", async ({ page }) => {
  const link = await aLink(stack, { amount: "1" });
  const payer = await aPayer(stack);
  await openLink(page, link, payer.key);
  await toReview(page);
  await expect(page.getByText("Step 1 of 2", { exact: true })).toBeVisible();
  await expect(payerPage(page).approve).toBeVisible();
});
