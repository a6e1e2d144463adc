import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { createDestination, signIn } from "./support/merchant";
import { newApiKey } from "./support/new-api-key";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { allow, aPayer, payPart } from "./support/payer-chain";
import { call, sharedStack } from "./support/shop";

const { stack } = sharedStack();

/** What a press on a link downloads, as text of single bytes. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent("download");
  await press();
  return readFileSync(await (await download).path(), "latin1");
}

async function issueNewest(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Issue", exact: true }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Issue", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("an invoice is written with its preview, issued for a link, paid, downloaded by its payer and taken back", async ({
  page,
  browser,
}) => {
  test.slow();
  await signIn(page, stack, generatePrivateKey());
  await createDestination(page, "Sepolia", "USDC");
  const apiKey = await newApiKey(page, stack);
  const { json } = await call(stack, apiKey, "/v2/secure-payments", { requests: [{ amount: "119" }] });
  const [requestId = ""] = Array.isArray(json.requestIds) ? json.requestIds.map(String) : [];

  await page.goto(`${stack.dashboardUrl}/invoices`);
  await page.getByRole("button", { name: "Say who issues them" }).click();
  const issuer = page.getByRole("dialog", { name: "Issuer of invoices" });
  await issuer.getByLabel("Name", { exact: true }).fill("Acme GmbH");
  await issuer.getByLabel("Country, two letters").fill("de");
  await issuer.getByLabel("VAT ID").fill("DE123456789");
  await issuer.getByLabel("Account holder").fill("Acme GmbH");
  await issuer.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 01");
  await expect(issuer.getByText("The check digits do not fit")).toBeVisible();
  await issuer.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
  await expectAccessible(page);
  await issuer.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("IBAN DE89 3704 0044 0532 0130 00")).toBeVisible();

  const write = async (currency: string, request: string) => {
    await page.getByRole("button", { name: "New invoice" }).click();
    const form = page.getByRole("dialog", { name: "New invoice" });
    await form.getByLabel("Name", { exact: true }).fill("Buyer SARL");
    await form.getByLabel("Country, two letters").fill("fr");
    await form.getByLabel("Currency").fill(currency);
    await form.getByLabel("Description").fill("Consulting");
    await form.getByLabel("Unit price").fill("100");
    await form.getByLabel("Tax %").fill("19");
    await form.getByLabel("Request that it is paid by").fill(request);
    const preview = form.getByRole("region", { name: "Preview" });
    await expect(preview).toContainText("119.00");
    await expect(preview).toContainText("Buyer SARL");
    await expect(preview).toContainText(request === "" ? "IBAN DE89" : "To be paid by its payment link");
    return form;
  };
  const form = await write("USDC-sepolia", requestId);
  await expectAccessible(page);
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoSidewaysScroll(page);
  if (wide) await page.setViewportSize(wide);
  await form.getByRole("button", { name: "Save the draft" }).click();
  await issueNewest(page);
  const invoices = page.getByRole("table", { name: "Invoices" });
  await expect(invoices.getByText("Due", { exact: true })).toBeVisible();

  await (await write("EUR", "")).getByRole("button", { name: "Save the draft" }).click();
  await issueNewest(page);
  const xml = await downloaded(page, () => invoices.getByRole("link", { name: /as XML$/ }).click());
  expect(xml).toContain("<ram:IBANID>DE89370400440532013000</ram:IBANID>");
  const own = invoices.getByRole("row").filter({ hasText: "USDC" });
  const pdf = await downloaded(page, () => own.getByRole("link", { name: /as PDF$/ }).click());
  expect(pdf.startsWith("%PDF-")).toBe(true);

  const payer = await aPayer(stack);
  await allow(stack, payer, 119_000_000n);
  await payPart(stack, { token: String(json.token) }, payer, 119_000_000n);
  const isPaid = async () => (await call(stack, apiKey, `/v2/request/${requestId}`)).json.hasBeenPaid;
  await expect.poll(isPaid, { intervals: [100] }).toBe(true);
  const stranger = await browser.newPage();
  await stranger.goto(String(json.securePaymentUrl));
  const link = stranger.getByRole("link", { name: "Download invoice" });
  await expect(link).toBeVisible();
  await expectAccessible(stranger);
  expect(await downloaded(stranger, () => link.click())).toBe(pdf);
  await stranger.close();

  await page.reload();
  await expect(own.getByText("Paid", { exact: true })).toBeVisible();
  await own.getByRole("button", { name: "Cancel" }).click();
  const cancel = page.getByRole("dialog");
  await cancel.getByLabel("Why").fill("Wrong amount");
  await cancel.getByRole("button", { name: "Issue the credit note" }).click();
  await expect(invoices.getByText("Cancelled, but paid")).toBeVisible();
  await expect(invoices.getByText("Credit note", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoSidewaysScroll(page);
});
