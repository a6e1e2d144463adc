import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { BANK, PERSON } from "@/server/testing/offramp/person";
import { expectAccessible } from "./support/accessibility";
import { signIn } from "./support/merchant";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { aPayer } from "./support/payer-chain";
import { connectWallet, lookNow, openLink, payerPage, switchAccount, watchPayer } from "./support/payer-page";
import { call, demoOf, readRequest, sharedStack } from "./support/shop";

const { stack } = sharedStack();
const key = demoOf(stack).tenantA.apiKey;

async function post(path: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { status, json } = await call(stack, key, path, body);
  expect([200, 201], JSON.stringify(json)).toContain(status);
  return json;
}

/** Presses a button of the page that the payer is led to, in the tab where it opens. */
async function decide(page: Page, context: BrowserContext, link: string, button: string): Promise<void> {
  const opens = context.waitForEvent("page");
  await page.getByRole("link", { name: link }).click();
  const tab = await opens;
  await expect(tab.getByText("Sandbox")).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole("button", { name: button, exact: true }).click();
  await expect(tab.getByText(`Recorded: ${button}.`)).toBeVisible();
  await tab.close();
  await lookNow(page);
}

test("a payer is checked, agrees, pays USDC, and the bank account has euros; then the bank sends them back", async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const payer = await aPayer(stack);
  const clientUserId = `customer-${payer.address.slice(2, 10)}`;
  const at = payerPage(page);
  const watch = watchPayer(page, stack);
  await watch.listening;
  await post("/v2/payer", { ...PERSON, clientUserId });
  const currency = "USDC-sepolia";
  const asked = { amount: "10", invoiceCurrency: currency, paymentCurrency: currency };
  const request = await post("/v2/request", { ...asked, isCryptoToFiatAllowed: true });
  const requestId = String(request.requestId);
  const link = await post("/v2/secure-payments/offramps", { requestId, clientUserId });

  await test.step("passes the check and agrees on the provider's pages", async () => {
    await openLink(page, { url: String(link.securePaymentUrl) }, payer.key);
    await expect(at.heading("Identity check needed")).toBeVisible();
    await expectAccessible(page);
    await decide(page, context, "Open the identity check", "Reject");
    await expect(at.heading("Identity check not passed")).toBeVisible();
    await decide(page, context, "Open the identity check", "Approve");
    await expect(at.heading("Terms of the provider")).toBeVisible();
    await decide(page, context, "Open the terms", "Agree");
    await expect(at.heading("No bank account yet")).toBeVisible();
  });

  await test.step("the bank account is added and approved", async () => {
    const path = `/v2/payer/${clientUserId}/payment-details`;
    const { payment_detail: added } = await post(path, BANK);
    const { id } = added as { id: string };
    await post(`/v2/sandbox/payment-details/${id}`, { status: "approved" });
    await expect(at.connect).toBeVisible();
    await expect(page.getByText("••••3000")).toBeVisible();
    await expect(page.getByText("370400440532")).toHaveCount(0);
  });

  await test.step("pays to the address that the provider opened for this wallet", async () => {
    await connectWallet(page);
    await expect(at.heading("Prepare the payment")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Prepare with this wallet" }).click();
    await expect(page.getByText(/9\.15\d* EUR/)).toBeVisible();
    await switchAccount(page, generatePrivateKey());
    await expect(at.heading("Prepared for another wallet")).toBeVisible();
    await switchAccount(page, payer.key);
    await at.proceed.click();
    await at.approve.click();
    await at.pay.click();
    await expect(at.heading("The provider has your payment")).toBeVisible();
    await expectAccessible(page);
  });

  const step = (outcome: string) => post(`/v2/sandbox/offramps/${requestId}`, { outcome });
  await test.step("sees each step until the bank account has the money", async () => {
    await expect(async () => {
      if ((await readRequest(stack, requestId)).hasBeenPaid !== true) await step("completed");
      await lookNow(page);
      await expect(at.paid).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByText("The bank account has the money.")).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  await test.step("has a receipt that says what arrived, and not whose account it is", async () => {
    await page.goto(`${stack.apiUrl}/request/${requestId}`);
    const line = (text: string) => page.getByRole("definition").filter({ hasText: text });
    await expect(page.getByText("Arrived in the bank account")).toBeVisible();
    await expect(line("9.15 EUR")).toContainText("1 USDC = 0.92 EUR");
    await expect(line("0.05 USDC")).toBeVisible();
    expect(await page.content()).not.toMatch(/Lovelace|First Bank|••••/);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.goBack();
  });

  await test.step("is told when the bank sends it back", async () => {
    await step("bounced");
    await page.reload();
    await expect(at.heading("The bank sent the money back")).toBeVisible();
    await expect(page.getByText("Do not pay again.", { exact: false })).toBeVisible();
    await expectAccessible(page);
    watch.expectClean();
  });

  await test.step("the merchant finds the payer, its account and the payment", async () => {
    const merchant = await (await browser.newContext()).newPage();
    await signIn(merchant, stack, "merchant");
    await merchant.getByRole("link", { name: "Payers" }).click();
    await expectAccessible(merchant);
    await merchant.getByRole("link", { name: clientUserId }).click();
    await expect(merchant.getByText("Identity approved")).toBeVisible();
    await expect(merchant.getByText("••••3000")).toBeVisible();
    await expectAccessible(merchant);
    await merchant.getByRole("link", { name: /10\.00 USDC/ }).click();
    await expect(merchant.getByRole("region", { name: "To the bank account" })).toContainText(
      "Returned by the bank",
    );
    await expectNoSidewaysScroll(merchant);

    await merchant.goBack();
    const erase = merchant.getByRole("button", { name: "Erase personal data" });
    const dialog = merchant.getByRole("dialog");
    await erase.click();
    await dialog.getByRole("button", { name: "Erase" }).click();
    await expect(dialog).toContainText("on its way to a bank");
    await expectAccessible(merchant);
    await dialog.getByRole("button", { name: "Cancel" }).click();

    const forgotten = `forget-${clientUserId}`;
    await post("/v2/payer", { ...PERSON, email: `${forgotten}@people.example`, clientUserId: forgotten });
    await merchant.getByRole("link", { name: "Payers" }).first().click();
    await merchant.getByRole("link", { name: forgotten }).click();
    await erase.click();
    await dialog.getByRole("button", { name: "Erase" }).click();
    await expect(merchant.getByText("Personal data erased.", { exact: true })).toBeVisible();
    await expect(merchant.getByRole("heading", { level: 1, name: "Payers" })).toBeVisible();
    await expect(merchant.getByRole("link", { name: forgotten })).toHaveCount(0);

    // Once nothing is on its way any more, a payer with payments is forgotten too; the payments stay.
    await step("failed");
    await merchant.getByRole("link", { name: clientUserId }).click();
    await expect(merchant.getByText("••••3000")).toBeVisible();
    await erase.click();
    await dialog.getByRole("button", { name: "Erase" }).click();
    await expect(merchant.getByRole("heading", { level: 1, name: "Payers" })).toBeVisible();
    await expect(merchant.getByRole("link", { name: clientUserId })).toHaveCount(0);
    await merchant.goto(`${stack.dashboardUrl}/get-paid/${requestId}`);
    const bank = merchant.getByRole("region", { name: "To the bank account" });
    await expect(bank).toContainText("Bank receives");
    await expect(bank.getByRole("link")).toHaveCount(0);
    const shown = await merchant.getByRole("main").textContent();
    await merchant.getByRole("tab", { name: "Raw JSON" }).click();
    await expect(merchant.getByRole("tabpanel", { name: "Raw JSON" })).toContainText(requestId);
    const raw = await merchant.getByRole("tabpanel", { name: "Raw JSON" }).textContent();
    for (const erased of [clientUserId, PERSON.email, PERSON.lastName, "••••3000"]) {
      expect(`${shown}${raw}`).not.toContain(erased);
    }
    await expectAccessible(merchant);
    await merchant.context().close();
  });
});
