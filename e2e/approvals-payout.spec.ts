import { expect } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { chooseAccount, connect, signIn } from "./support/merchant";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { exchangeWord, type PayAnswer } from "./support/pay-answer";
import { accountOf, aPayer, sentBy } from "./support/payer-chain";
import { payerPage, toChoice, toReview } from "./support/payer-page";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();
const THIEF = "0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0";

test("a payout above the sum waits for a second person, and is paid as it was approved and not otherwise", async ({
  page,
  browser,
}) => {
  const asker = await aPayer(stack);
  await signIn(page, stack, asker.key);
  await page.goto(`${stack.dashboardUrl}/members`);
  await page.getByRole("button", { name: "Invite a member" }).click();
  const form = page.getByRole("dialog", { name: "Invite a member" });
  await form.getByRole("combobox", { name: "Role" }).selectOption("admin");
  await form.getByRole("button", { name: "Make link" }).click();
  const shown = page.getByRole("dialog", { name: "Send this link" });
  const invitation = (await shown.textContent())?.match(/http\S+\/dashboard\/join\/[\w-]{43}/)?.[0] ?? "";
  await shown.getByRole("button", { name: "Done" }).click();

  const context = await browser.newContext();
  const approver = await context.newPage();
  await chooseAccount(approver, generatePrivateKey());
  await approver.goto(invitation);
  await connect(approver);
  await approver.getByRole("button", { name: "Accept" }).click();
  await approver.getByRole("heading", { level: 1, name: "Home" }).waitFor();

  // Five USD a day go without a second person.
  await page.goto(`${stack.dashboardUrl}/approvals`);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const policy = page.getByRole("dialog", { name: "What needs a second person" });
  await policy.getByRole("checkbox", { name: "Payouts and refunds above a sum" }).check();
  await policy.getByRole("textbox", { name: "USD a day without a second person" }).fill("5");
  await expectAccessible(page);
  await policy.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Above 5 USD a day; 0 USD are used today")).toBeVisible();

  await page.goto(`${stack.dashboardUrl}/pay`);
  await page.getByRole("button", { name: "New payment" }).click();
  const payout = page.getByRole("dialog", { name: "New payment" });
  await payout.getByRole("combobox", { name: "Network" }).selectOption({ label: "Sepolia" });
  await payout.getByRole("combobox", { name: "Token" }).selectOption("USDC-sepolia");
  await payout.getByRole("textbox", { name: /^Recipient/ }).fill(accountOf(stack, "recipient").address);
  await payout.getByRole("textbox", { name: "Amount" }).fill("20");
  await payout.getByRole("button", { name: "Create payment" }).click();
  await expect(payout).toContainText("This waits for a second person.");

  await approver.goto(`${stack.dashboardUrl}/approvals`);
  await approver.getByRole("link", { name: /^Pay out: 20 USDC-sepolia to 0x/ }).click();
  await expect(approver.getByText("20 USDC on Sepolia")).toBeVisible();
  for (const width of [375, 1280]) {
    await approver.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(approver);
    await expectAccessible(approver);
  }
  await approver.getByRole("button", { name: /^(?:Sign and approve|Connect wallet to approve)$/ }).click();
  const testWallet = approver.getByRole("button", { name: "Test wallet" });
  const isDone = approver.getByText("Approved, and done.", { exact: true });
  await expect(testWallet.or(isDone)).toBeVisible();
  if (await testWallet.isVisible()) await testWallet.click();
  await expect(isDone).toBeVisible();
  await context.close();

  await page.goto(`${stack.dashboardUrl}/approvals`);
  await page.getByRole("link", { name: /^Pay out: 20 USDC-sepolia to 0x/ }).click();
  await page.getByRole("button", { name: "Go on to pay" }).click();
  const url = await page.getByRole("link", { name: "Open the payment page" }).getAttribute("href");
  await page.goto(url ?? "");
  await expect(page.getByText("Approved by")).toBeVisible();
  await toChoice(page);
  const at = payerPage(page);
  await page.route("**/v2/secure-payments/*/pay?*", async (route) => {
    const answer: PayAnswer = await (await route.fetch()).json();
    exchangeWord(answer.transactions[1], 1, THIEF);
    await route.fulfill({ json: answer });
  });
  await at.proceed.click();
  await expect(at.alert).toContainText("does not match what is shown");
  await expect(at.pay).toHaveCount(0);
  expect(await sentBy(stack, asker.address)).toBe(0);
  await page.unroute("**/v2/secure-payments/*/pay?*");

  await page.reload();
  await toReview(page);
  await at.approve.click();
  await at.pay.click();
  await expect(at.paid).toBeVisible();
});
