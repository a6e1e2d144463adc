import { expect } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { expectAccessible } from "./support/accessibility";
import { plainTransfer, toldAddress, unfold } from "./support/exchange";
import { test } from "./support/journey";
import { createDestination, signIn } from "./support/merchant";
import { expectNoSidewaysScroll, watchPage } from "./support/page-watch";
import { aPayer } from "./support/payer-chain";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();
const dashboard = stack.dashboardUrl;

test("a merchant tolerates what an exchange deducts, and reads how much it was", async ({
  page,
  browser,
}) => {
  test.slow();
  const watch = watchPage(page, new URL(dashboard).origin);
  await signIn(page, stack, generatePrivateKey());
  await createDestination(page, "Sepolia", "USDC");

  await test.step("says how much may be missing", async () => {
    await page.goto(`${dashboard}/account`);
    const card = page.getByRole("region", { name: "Underpayments" });
    await expect(card).toContainText("Nothing is tolerated.");
    await card.getByRole("button", { name: "Change" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Tolerated for" }).selectOption("deposits");
    await page.setViewportSize({ width: 375, height: 800 });
    await dialog.getByRole("textbox", { name: "Percent of the amount" }).fill("50");
    await dialog.getByRole("textbox", { name: "At most, in USD" }).fill("5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toContainText("Enter a number above 0, at most 10");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole("textbox", { name: "Percent of the amount" }).fill("10");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(card).toContainText("10% of the amount, 5 USD at most, for plain transfers");
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  const link = await test.step("asks for money", async () => {
    await page.goto(`${dashboard}/get-paid`);
    await page.getByRole("link", { name: "New request" }).click();
    await page.getByRole("textbox", { name: "Payment reference" }).fill("INV-short");
    await page.getByRole("textbox", { name: "Amount" }).fill("25");
    await page.getByRole("button", { name: "Create request" }).click();
    const url = page.getByRole("textbox", { name: "Payment link" });
    await expect(url).toHaveValue(/\/pay\/?\?token=/);
    return url.inputValue();
  });

  await test.step("is paid by an exchange that deducts its fee", async () => {
    const payerPage = await (await browser.newContext()).newPage();
    await payerPage.goto(link);
    await unfold(payerPage).click();
    await plainTransfer(stack, await aPayer(stack), await toldAddress(payerPage), 24_000_000n);
    await expect(payerPage.getByRole("heading", { name: "Payment successful" })).toBeVisible();
    await payerPage.context().close();
  });

  await test.step("reads what is missing", async () => {
    await page.goto(`${dashboard}/get-paid`);
    const row = page.getByRole("table", { name: "Payment requests" }).getByRole("row", { name: /INV-short/ });
    await expect(row).toContainText("Paid");
    await row.getByRole("link", { name: "INV-short" }).click();
    await expect(page.getByText("Missing, and tolerated")).toBeVisible();
    await expect(page.getByText("1.00 USDC").first()).toBeVisible();
    await expectAccessible(page);
  });
  watch.expectClean();
});
