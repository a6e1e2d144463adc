import { expect, test } from "@playwright/test";
import { parseUnits } from "viem";
import { expectAccessible } from "./support/accessibility";
import { holdCalls } from "./support/hold-calls";
import { allow, allowanceOf, aPayer, balanceOf, chainOf, moveFeed, sentBy } from "./support/payer-chain";
import {
  aLink,
  aMulticall,
  anIncomingLink,
  letExpire,
  openLink,
  payerPage,
  payNow,
  shownHash,
  toReview,
  watchPayer,
} from "./support/payer-page";
import { readRequest, receiveWebhooks, sharedStack, untilPaid } from "./support/shop";
import { expectVerifiedQuittance } from "./support/verified-quittance";

const { stack, dataDir } = sharedStack();

test("a link is paid in three presses, and everybody hears of it", async ({ page }) => {
  const { receiver } = await receiveWebhooks(dataDir);
  const link = await aLink(stack, {
    amount: "12.000001",
    reference: "Invoice 2026-11",
    redirectUrl: "https://shop.example/thanks?order=1",
    redirectLabel: "Back to the shop",
  });
  const [requestId = ""] = link.requestIds;
  const payer = await aPayer(stack);
  await allow(stack, payer, 12_000_001n);
  const before = await balanceOf(stack, payer.address);
  const watch = watchPayer(page, stack);
  await watch.listening;
  const at = payerPage(page);

  await openLink(page, link, payer.key);
  await expect(at.heading(/12\.000001 USDC/)).toBeVisible();
  await expect(page.getByText("Sepolia").first()).toBeVisible();
  await expect(page.getByText("Invoice 2026-11")).toBeVisible();
  await at.connect.click();
  await at.testWallet.click();
  await expect(at.pay).toHaveText("Pay 12.000001 USDC on Sepolia");
  await at.pay.click();

  await expect(at.paid).toBeFocused();
  const hash = await shownHash(page);
  // No explorer knows a local chain.
  await page.getByRole("button", { name: "Show details" }).click();
  await expect(page.locator('a[href*="etherscan"]')).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Copy Transaction hash" })).toBeVisible();
  const receipt = await chainOf(stack, "sepolia").getTransactionReceipt({ hash });
  expect(receipt.from).toBe(payer.address.toLowerCase());
  expect(before - (await balanceOf(stack, payer.address))).toBe(12_000_001n);
  await untilPaid(stack, requestId);
  const { json: event } = await receiver.next(
    ({ json }) => json.requestId === requestId && json.event === "payment.confirmed",
  );
  expect(event).toMatchObject({ txHash: hash, amount: "12.000001" });
  await receiver.close();
  await expect(page.getByRole("link", { name: "Back to the shop" })).toHaveAttribute(
    "href",
    "https://shop.example/thanks?order=1",
  );

  const check = page.getByRole("button", { name: "Check the quittance" });
  await page.route(
    "**/quittance",
    async (route) => {
      const json = await (await route.fetch()).json();
      await route.fulfill({ json: { ...json, message: { ...json.message, reference: "another invoice" } } });
    },
    { times: 1 },
  );
  await check.click();
  await expect(at.heading("Not verified")).toBeFocused();
  await check.click();
  await expect(at.heading(/^Verified/)).toBeFocused();
  await expect(page.getByRole("region", { name: /^Verified/ }).getByText("12.000001 USDC")).toBeVisible();

  await page.getByRole("link", { name: "View receipt" }).click();
  await expect(at.heading("Paid")).toBeVisible();
  await expect(page.getByText(/12\.000001/).first()).toBeVisible();
  await check.click();
  await expect(at.heading(/^Verified/)).toBeFocused();
  watch.expectClean();

  await expectVerifiedQuittance(requestId);
});

test("a link in euros is paid with what the promised rate makes of it, while the rate moves", async ({
  page,
}) => {
  const asked = { requests: [{ amount: "49.90", invoiceCurrency: "EUR" }] };
  const link = await anIncomingLink(stack, [], asked);
  const [requestId = ""] = link.requestIds;
  const payer = await aPayer(stack);
  await allow(stack, payer, 1_000_000_000n);
  const before = await balanceOf(stack, payer.address);
  const watch = watchPayer(page, stack);
  await watch.listening;
  const at = payerPage(page);

  await openLink(page, link, payer.key);
  await expect(at.heading(/49\.90 EUR/)).toBeVisible();
  await expect(page.getByText("Paid in USDC.")).toBeVisible();
  await toReview(page);
  await expect(page.getByText("Rate held until")).toBeVisible();
  await expectAccessible(page);
  const [, quoted = ""] = /^Pay (\S+) USDC on Sepolia$/.exec((await at.pay.textContent()) ?? "") ?? [];
  expect(quoted).toMatch(/^\d+\.\d{1,6}$/);

  await moveFeed(stack, payer, "EUR", 150_000_000n);
  await at.pay.click();
  await expect(at.paid).toBeFocused();
  await expect(at.heading(/49\.90 EUR/)).toBeVisible();
  expect(before - (await balanceOf(stack, payer.address))).toBe(parseUnits(quoted, 6));
  await untilPaid(stack, requestId);
  expect(await readRequest(stack, requestId)).toMatchObject({ receivedAmount: "49.9", paidAmount: quoted });
  watch.expectClean();
});

test("a wallet that was never here gives an exact permission first, and none is left over", async ({
  page,
}) => {
  const link = await aLink(stack, { amount: "3" });
  const payer = await aPayer(stack);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await toReview(page);
  await expect(at.approve).toHaveText("Approve 3.00 USDC");
  await at.approve.click();
  await at.pay.click();
  await expect(at.paid).toBeFocused();
  expect(await sentBy(stack, payer.address)).toBe(2);
  expect(await allowanceOf(stack, payer.address)).toBe(0n);
});

test("a batch is paid with one confirmation, every payment of it", async ({ page }) => {
  const link = await anIncomingLink(stack, ["1.25", "2.5", "4"], { reference: "Three at once" });
  const payer = await aPayer(stack);
  const watch = watchPayer(page, stack);
  await watch.listening;
  await openLink(page, link, payer.key);
  await expect(payerPage(page).heading(/7\.75 USDC/)).toBeVisible();
  await page.getByRole("button", { name: "Show details" }).click();
  for (const amount of ["1.25 USDC", "2.50 USDC", "4.00 USDC"]) {
    await expect(page.getByText(amount, { exact: true }).first()).toBeVisible();
  }
  await payNow(page);
  await expect(payerPage(page).paid).toBeFocused();
  for (const requestId of link.requestIds) await untilPaid(stack, requestId);
  const hashes = await Promise.all(link.requestIds.map(async (id) => (await readRequest(stack, id)).txHash));
  expect(new Set(hashes)).toEqual(new Set([await shownHash(page)]));
  await expect(page.getByRole("link", { name: /^View receipt/ })).toHaveCount(3);
  watch.expectClean();
});

test("a multicall pays all but what is blocked, and says why, per recipient", async ({ page }) => {
  const first = await aLink(stack, { amount: "1", reference: "Salary Ada" });
  const second = await aLink(stack, { amount: "2", reference: "Salary Bob" });
  const late = await aLink(stack, { amount: "4", reference: "Salary Cem" });
  const multicall = await aMulticall(stack, [first, second, late]);
  await letExpire(stack, late);
  const payer = await aPayer(stack);
  const before = await balanceOf(stack, payer.address);
  const at = payerPage(page);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });

  await openLink(page, multicall, payer.key);
  await expect(at.heading(/^3\.00 USDC/)).toBeVisible();
  await expect(row("Salary Cem")).toContainText("Its own link has expired");
  await expect(row("Salary Ada")).toContainText("To be paid");
  await payNow(page);
  await expect(row("Salary Ada")).toContainText("Paid");
  await expect(row("Salary Bob")).toContainText("Paid");
  await expect(row("Salary Cem")).toContainText("Left out");
  await expect(page.getByText("2 of 3 paid")).toBeVisible();
  for (const { requestIds } of [first, second]) await untilPaid(stack, requestIds[0] ?? "");
  expect(await readRequest(stack, late.requestIds[0] ?? "")).toMatchObject({ hasBeenPaid: false });
  expect(before - (await balanceOf(stack, payer.address))).toBe(3_000_000n);
  expect(await sentBy(stack, payer.address)).toBe(2);
});

test("a multicall without a blocked child ends as paid", async ({ page }) => {
  const children = await Promise.all(
    ["1", "2"].map((amount) => aLink(stack, { amount, reference: `Row ${amount}` })),
  );
  const multicall = await aMulticall(stack, children);
  const payer = await aPayer(stack);
  await openLink(page, multicall, payer.key);
  await payNow(page);
  await expect(payerPage(page).paid).toBeFocused();
  await expect(page.getByText("2 of 2 paid")).toBeVisible();
});

test("without JavaScript the payer reads amount, network, token, recipient and deadline", async ({
  browser,
}) => {
  const recipient = stack.accounts?.recipient.address ?? "";
  const link = await aLink(stack, { amount: "5.05", reference: "On paper" });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(link.url);
  for (const text of [
    /5\.05\s+USDC/,
    "Sepolia",
    "On paper",
    recipient,
    "needs JavaScript",
    /Payable until\s+.*20\d\d/,
  ]) {
    await expect(page.locator("main")).toContainText(text, { useInnerText: true });
  }
  await context.close();
});

test("whoever opens a paid link again, or on another device, sees that it is paid", async ({
  page,
  browser,
}) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  const other = await (await browser.newContext()).newPage();
  await other.goto(link.url);
  await openLink(page, link, payer.key);
  await payNow(page);
  await expect(payerPage(page).paid).toBeVisible();

  await expect(payerPage(other).paid).toBeVisible();
  await other.reload();
  await expect(payerPage(other).paid).toBeVisible();
  await expect(other.getByText(/already .*paid/)).toBeVisible();
  await expect(payerPage(other).connect).toHaveCount(0);
  await other.context().close();
});

test("before its scripts run the page is read, and offers nothing that would not act", async ({ page }) => {
  const link = await aLink(stack, { amount: "6.5" });
  const payer = await aPayer(stack);
  const at = payerPage(page);
  const details = page.getByRole("button", { name: "Show details" });
  const device = page.getByRole("button", { name: /^No wallet/ });
  const loadAgain = page.getByRole("link", { name: "Load the page again" });
  const release = await holdCalls(page, "**/_next/static/**/*.js");
  await openLink(page, link, payer.key, "sepolia", "commit");
  await expect(at.heading(/6\.50 USDC/)).toBeVisible();
  for (const control of [details, at.connect, device]) await expect(control).toBeDisabled();
  await expect(page.getByRole("link", { name: "Deutsch" })).toBeEnabled();
  await expectAccessible(page);

  // Ten seconds later.
  await expect(loadAgain).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(loadAgain).toBeVisible();
  await expectAccessible(page);

  release();
  await expect(details).toBeEnabled();
  await details.press("Enter");
  await expect(page.getByRole("button", { name: "Hide details" })).toBeVisible();
  await expect(loadAgain).toBeHidden();
  // What is unfolded stays so when the wallets take the place of the first view.
  await at.connect.click();
  await expect(at.testWallet).toBeVisible();
  await expect(page.getByRole("button", { name: "Hide details" })).toBeVisible();
});

test("wallets that did not load are said so, and loaded by the next press", async ({ page }) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await expect(at.connect).toBeEnabled();
  await page.route("**/_next/static/**", (route) => route.abort());
  await at.connect.click();
  await expect(at.alert).toContainText("cannot be reached");
  await page.unrouteAll();
  await at.connect.click();
  await expect(at.testWallet).toBeVisible();
});
