import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { generatePrivateKey } from "viem/accounts";
import { startWebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { expectAccessible } from "./support/accessibility";
import { atNight } from "./support/at-night";
import { confirmedCall } from "./support/confirmed-call";
import { test } from "./support/journey";
import { createDestination, signIn } from "./support/merchant";
import { expectNoSidewaysScroll, watchPage } from "./support/page-watch";
import { aPayer } from "./support/payer-chain";
import { letExpire, openLink, payerPage, payNow } from "./support/payer-page";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();
const dashboard = stack.dashboardUrl;

/** A request of the merchant who is signed in, as the API of the dashboard creates it. */
async function aRequest(page: Page, reference: string): Promise<{ requestId: string; url: string }> {
  const created = await page.request.post(`${stack.apiUrl}/v2/secure-payments`, {
    data: { requests: [{ amount: "12.5" }], reference, payerIdentifier: "ACME" },
  });
  expect(created.status()).toBe(201);
  const { requestIds, securePaymentUrl } = await created.json();
  return { requestId: requestIds[0], url: securePaymentUrl };
}

/** No violation in either theme, and nothing that has to be scrolled sideways, from a phone to a wide screen. */
async function expectFine(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page, "looks");
  for (const width of [320, 375, 1600, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
}

test("an open payment is reminded of, noted, extended, duplicated, cancelled and opened again", async ({
  page,
  browser,
}) => {
  const watch = watchPage(page, new URL(dashboard).origin);
  await signIn(page, stack, generatePrivateKey());
  await createDestination(page, "Sepolia", "USDC");
  const { requestId, url } = await aRequest(page, "INV-7");
  await page.goto(`${dashboard}/get-paid/${requestId}`);
  await expect(page.getByRole("heading", { level: 1, name: "INV-7" })).toBeVisible();
  const dialog = page.getByRole("dialog");

  await test.step("a message to send names the amount, the reference, the link and its end", async () => {
    await page.getByRole("button", { name: "Remind" }).click();
    const message = dialog.getByRole("textbox", { name: "Message" });
    await expect(message).toHaveValue(/INV-7 is still open/);
    await expect(message).toHaveValue(/12\.50? USDC/);
    expect(await message.inputValue()).toContain(url);
    await message.fill("Please pay.");
    await expect(dialog.getByRole("link", { name: "Open in mail" })).toHaveAttribute(
      "href",
      "mailto:?subject=Reminder%3A%20INV-7&body=Please%20pay.",
    );
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).click();
  });

  await test.step("a note stays with the payment, as text", async () => {
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByRole("textbox", { name: "Your note" }).fill("Called <b>Karl</b>");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByText("Called <b>Karl</b>")).toBeVisible();
  });

  await test.step("more time", async () => {
    await page.getByRole("button", { name: "Extend" }).click();
    await dialog.getByRole("combobox", { name: "Longer by" }).selectOption({ label: "14 days" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Extend" }).click();
    await expect(page.getByRole("heading", { name: "Time extended" })).toBeVisible();
  });

  await test.step("cancelled for the payer too, and opened again", async () => {
    const context = await browser.newContext();
    const payer = await context.newPage();
    await page.getByRole("button", { name: "Cancel link" }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel link" }).click();
    await expect(page.getByRole("heading", { name: "Cancelled" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Remind" })).toHaveCount(0);
    await expectFine(page);
    await payer.goto(url);
    await expect(payer.getByRole("heading", { name: /expired/i })).toBeVisible();
    await page.getByRole("button", { name: "Open again" }).click();
    await dialog.getByRole("button", { name: "Open again" }).click();
    await expect(page.getByRole("button", { name: "Cancel link" })).toBeVisible();
    await payer.reload();
    await expect(payer.getByRole("button", { name: "Connect wallet" })).toBeVisible();
    await context.close();
  });

  await test.step("asked for again, with what was typed before", async () => {
    await page.getByRole("link", { name: "Duplicate" }).click();
    await expect(page.getByRole("textbox", { name: "Payment reference" })).toHaveValue("INV-7");
    await expect(page.getByRole("textbox", { name: "Amount" })).toHaveValue("12.5");
    await expect(page.getByRole("textbox", { name: "Payer ID" })).toHaveValue("ACME");
    await page.getByRole("textbox", { name: "Payment reference" }).fill("INV-8");
    await page.getByRole("button", { name: "Create request" }).click();
    await expect(page.getByRole("textbox", { name: "Payment link" })).toHaveValue(/token=/);
  });
  watch.expectClean();
});

atNight(
  "lists count by status, keep views, find what is pasted, and fold their filters on a phone",
  async ({ page }) => {
    const watch = watchPage(page, new URL(dashboard).origin);
    await signIn(page, stack, generatePrivateKey());
    await createDestination(page, "Sepolia", "USDC");
    const first = await aRequest(page, "INV-1");
    for (const reference of ["INV-2", "INV-3"]) await aRequest(page, reference);
    const cancelled = await page.request.post(
      `${stack.apiUrl}/v1/dashboard/payments/${first.requestId}/cancel`,
      { data: {} },
    );
    expect(cancelled.status()).toBe(200);
    await page.goto(`${dashboard}/get-paid`);
    const tab = (name: RegExp) => page.getByRole("button", { name });
    const rows = page.getByRole("table", { name: "Payment requests" }).getByRole("link", { name: /^INV-/ });

    await expect(tab(/^All\s*3$/)).toHaveAttribute("aria-pressed", "true");
    await tab(/^Open\s*2$/).click();
    await expect(rows).toHaveCount(2);
    await expect(page.getByText("1–2 of 2; 3 in all")).toBeVisible();
    await expectFine(page);

    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("button", { name: "Save this view…" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("To chase");
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    await tab(/^Expired\s*1$/).click();
    await expect(rows).toHaveCount(1);
    await page.reload();
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("button", { name: "To chase", exact: true }).click();
    await expect(rows).toHaveCount(2);
    await expect(page).toHaveURL(/status=pending%2Cin_progress/);

    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(`${dashboard}/get-paid`);
    await expect(page.getByRole("combobox", { name: "Network" })).toBeHidden();
    const lines = await page
      .getByRole("heading", { level: 1 })
      .evaluate((title) =>
        Math.round(
          title.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(title).lineHeight),
        ),
      );
    expect(lines).toBe(1);
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("combobox", { name: "Network" }).selectOption({ label: "Sepolia" });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Hide filters" }).click();
    await page.getByRole("button", { name: /^Sepolia/ }).click();
    await expect(page).not.toHaveURL(/network=/);

    await page.getByRole("searchbox", { name: "Search" }).fill(first.url);
    await expect(rows).toHaveText(["INV-1"]);
    await page.getByRole("searchbox", { name: "Search" }).fill(first.requestId.slice(0, 12));
    await expect(rows).toHaveText(["INV-1"]);
    watch.expectClean();
  },
);

test("refused deliveries are said first on Home, which leads to the payment they are about", async ({
  page,
  browser,
}) => {
  const watch = watchPage(page, new URL(dashboard).origin);
  const receiver = await startWebhookReceiver();
  receiver.answer({ status: 500 });
  await signIn(page, stack, generatePrivateKey());
  await createDestination(page, "Sepolia", "USDC");
  const webhook = await confirmedCall(page, "POST", `${stack.apiUrl}/v1/webhook`, { url: receiver.url });
  expect(webhook.status()).toBe(201);
  const { requestId, url } = await aRequest(page, "INV-9");
  const context = await browser.newContext();
  const payer = await context.newPage();
  const { key } = await aPayer(stack);
  await payer.addInitScript((account) => localStorage.setItem("quittance:test-wallet", account), key);
  await payer.goto(url);
  await payNow(payer);
  await expect(payer.getByRole("heading", { name: "Payment successful" })).toBeVisible();
  await context.close();

  await page.goto(dashboard);
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention).toContainText(receiver.url);
  await expect(page.getByText("All endpoints answer.")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Recent payment requests" })).toContainText("INV-9");
  await expectFine(page);

  await page.getByRole("link", { name: /INV-9/ }).click();
  await expect(page).toHaveURL(new RegExp(requestId));
  await expect(page.getByRole("heading", { name: "payment.confirmed", exact: true })).toBeVisible();
  watch.expectClean();
  await receiver.close();
});

atNight(
  "a row's menu copies, reminds, extends, cancels and duplicates, by pointer and by keyboard",
  async ({ page, context }) => {
    const watch = watchPage(page, new URL(dashboard).origin);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { address } = await signedInMerchant(page);
    const { url } = await aRequest(page, "INV-21");
    await page.goto(`${dashboard}/get-paid`);
    const menuOf = (reference: string) => page.getByRole("button", { name: `Actions for ${reference}` });
    const menu = page.getByRole("dialog", { name: "Actions for INV-21" });
    const dialog = page.getByRole("dialog");

    await test.step("copies the link, and a press beside its buttons opens nothing", async () => {
      await menuOf("INV-21").click();
      await expect(menu.getByRole("button", { name: "Cancel link" })).toBeVisible();
      await expectAccessible(page);
      await menu.click({ position: { x: 2, y: 2 } });
      await expect(page).toHaveURL(/\/get-paid$/);
      await menu.getByRole("button", { name: "Copy link" }).click();
      await expect(page.getByText("Link copied.", { exact: true })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    });

    await test.step("reminds and extends, with the keys alone", async () => {
      await menuOf("INV-21").focus();
      await page.keyboard.press("Enter");
      await expect(menu.getByRole("button", { name: "Remind" })).toBeVisible();
      await menu.getByRole("button", { name: "Copy link" }).focus();
      for (const _ of ["Duplicate", "Remind"]) await page.keyboard.press("ArrowDown");
      await expect(menu.getByRole("button", { name: "Remind" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("textbox", { name: "Message" })).toHaveValue(/INV-21 is still open/);
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(menuOf("INV-21")).toBeFocused();
      await menuOf("INV-21").click();
      await menu.getByRole("button", { name: "Extend" }).click();
      await dialog.getByRole("button", { name: "Extend" }).click();
      await expect(page.getByText("Link extended.", { exact: true })).toBeVisible();
    });

    await test.step("cancels, which the row shows, and opens again", async () => {
      const row = page.getByRole("row", { name: /INV-21/ });
      await menuOf("INV-21").click();
      await menu.getByRole("button", { name: "Cancel link" }).click();
      await dialog.getByRole("button", { name: "Cancel link" }).click();
      await expect(row).toContainText("Expired");
      await menuOf("INV-21").click();
      await menu.getByRole("button", { name: "Open again" }).click();
      await dialog.getByRole("button", { name: "Open again" }).click();
      await expect(row).toContainText("Pending");
    });

    await test.step("duplicates a request", async () => {
      await menuOf("INV-21").click();
      await menu.getByRole("link", { name: "Duplicate" }).click();
      await expect(page.getByRole("textbox", { name: "Payment reference" })).toHaveValue("INV-21");
      await expect(page.getByRole("textbox", { name: "Amount" })).toHaveValue("12.5");
    });

    await test.step("duplicates a payout over its list, whose filters stay", async () => {
      const created = await page.request.post(`${stack.apiUrl}/v2/secure-payments/payouts`, {
        data: {
          recipient: address,
          creatorWalletAddress: address,
          network: "sepolia",
          currency: "USDC-sepolia",
          amount: "3",
          reference: "OUT-21",
        },
      });
      expect(created.status()).toBe(201);
      await page.goto(`${dashboard}/pay?network=sepolia`);
      await menuOf("OUT-21").click();
      await page.getByRole("link", { name: "Duplicate" }).click();
      const form = page.getByRole("dialog", { name: "New payment" });
      await expect(form.getByRole("textbox", { name: "Payment reference" })).toHaveValue("OUT-21");
      await expect(form.getByRole("textbox", { name: "Amount" })).toHaveValue("3");
      await form.getByRole("button", { name: "Cancel" }).click();
      await expect(page).toHaveURL(/\/pay\?network=sepolia$/);
      await expectFine(page);
    });
    watch.expectClean();
  },
);

test("an address that only looks like a known one is said to be another before it is paid", async ({
  page,
}) => {
  const watch = watchPage(page, new URL(dashboard).origin);
  const { address } = await signedInMerchant(page);
  await page.goto(`${dashboard}/pay`);
  const middle = address.slice(6, -4) === "0".repeat(32) ? "1" : "0";
  const lookAlike = `${address.slice(0, 6)}${middle.repeat(32)}${address.slice(-4)}`.toLowerCase();
  for (const [recipient, reference] of [
    [address, "To myself"],
    [lookAlike, "Poison"],
  ] as const) {
    await page.getByRole("button", { name: "New payment" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: /^Recipient/ }).fill(recipient);
    await expect(
      dialog.getByText(recipient === address ? "Your own wallet" : "Not the address that it looks like"),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("textbox", { name: "Amount" }).fill("1");
    await dialog.getByRole("textbox", { name: "Payment reference" }).fill(reference);
    await dialog.getByRole("button", { name: "Create payment" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
  }
  await test.step("paid again, with what was typed before", async () => {
    await page.getByRole("link", { name: "To myself" }).click();
    await page.getByRole("link", { name: "Duplicate" }).click();
    const dialog = page.getByRole("dialog", { name: "New payment" });
    await expect(dialog.getByRole("textbox", { name: /^Recipient/ })).toHaveValue(address);
    await expect(dialog.getByRole("textbox", { name: "Amount" })).toHaveValue("1");
    await expect(dialog.getByRole("combobox", { name: "Token" })).toHaveValue("USDC-sepolia");
    await expect(dialog.getByRole("textbox", { name: "Payment reference" })).toHaveValue("To myself");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await page.getByRole("checkbox", { name: /^Choose all 2 on this page/ }).check();
  await page.getByRole("button", { name: "Pay 2 together" }).click();
  const review = page.getByRole("dialog");
  await expect(review.getByText("Not the address that it looks like").first()).toBeVisible();
  await expect(review).toContainText("2");
  await expectFine(page);
  watch.expectClean();
});

atNight(
  "a logo is uploaded, seen by payers once it is saved, and what is no picture is refused",
  async ({ page }) => {
    const watch = watchPage(page, new URL(dashboard).origin, (_, status) => status === 400);
    await signedInMerchant(page);
    const { url } = await aRequest(page, "INV-9");
    await page.goto(`${dashboard}/branding`);
    const file = page.getByLabel("Logo file");
    const upload = (buffer: Buffer) =>
      file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
    await upload(Buffer.from("<svg onload=alert(1)>"));
    await expect(page.getByRole("alert").filter({ hasText: /PNG|picture|image/i })).toBeVisible();
    const picture = sharp({ create: { width: 80, height: 40, channels: 3, background: "#345" } });
    await upload(await picture.png().toBuffer());
    await expect(page.getByRole("img", { name: "The logo that payers see" })).toBeVisible();
    await page.getByRole("textbox", { name: "Shown as" }).fill("Corner shop");
    await page.getByRole("button", { name: "Save branding" }).click();
    await expect(page.getByText("Branding saved. Links show it at once.", { exact: true })).toBeVisible();
    await expectFine(page);
    await page.goto(url);
    const logo = page.getByRole("img", { name: "Corner shop" });
    await expect(logo).toHaveAttribute("src", /^\/branding\/logos\//);
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(80);
    watch.expectClean();
  },
);

atNight(
  "payers are shown how to reach a merchant who says so, from the first view to the receipt",
  async ({ page, browser }) => {
    const watch = watchPage(page, new URL(dashboard).origin, (_, status) => status === 409);
    await signedInMerchant(page);
    const late = await aRequest(page, "INV-10 & more");
    const paid = await aRequest(page, "INV-11");
    await page.goto(`${dashboard}/branding`);
    const contact = page.getByRole("textbox", { name: "Contact for payers" });
    await page.getByRole("textbox", { name: "Shown as" }).fill("Corner shop");
    await contact.fill("javascript:alert(1)");
    await page.getByRole("button", { name: "Save branding" }).click();
    await expect(page.getByText("Must be an e-mail address such as help@shop.example")).toBeVisible();
    await contact.fill("help@corner-shop.example");
    await page.getByRole("button", { name: "Save branding" }).click();
    await expect(page.getByText("Branding saved. Links show it at once.", { exact: true })).toBeVisible();

    await test.step("a payer who comes too late can write a mail about that payment", async () => {
      const token = new URL(late.url).searchParams.get("token") ?? "";
      await letExpire(stack, { token });
      await page.goto(late.url);
      await expect(page.getByText("Questions? Corner shop can be reached at")).toBeVisible();
      await expect(page.getByRole("link", { name: "help@corner-shop.example" })).toHaveAttribute(
        "href",
        `mailto:help@corner-shop.example?subject=Payment%20${token}`,
      );
      await expectFine(page);
    });

    await test.step("a payer finds it on the page before and after paying, and on the receipt", async () => {
      const context = await browser.newContext();
      const payer = await context.newPage();
      const { key } = await aPayer(stack);
      await openLink(payer, { url: paid.url }, key);
      const link = payer.getByRole("link", { name: "help@corner-shop.example" });
      const href = "mailto:help@corner-shop.example?subject=Payment%20INV-11";
      await expect(payerPage(payer).connect).toBeVisible();
      await expect(link).toHaveAttribute("href", href);
      await expectFine(payer);
      await payNow(payer);
      await expect(payerPage(payer).paid).toBeVisible();
      await expect(link).toHaveAttribute("href", href);
      await payer.getByRole("link", { name: "View receipt" }).click();
      await expect(payer.getByRole("heading", { name: "Paid", exact: true })).toBeVisible();
      await expect(link).toHaveAttribute("href", href);
      await expect(payer.getByRole("button", { name: "Mail the receipt" })).toBeVisible();
      await expectFine(payer);
      await context.close();
    });

    await test.step("a page of the merchant's opens by itself, and learns nothing of the payment", async () => {
      await page.goto(`${dashboard}/branding`);
      await contact.fill("https://corner-shop.example/help");
      await page.getByRole("button", { name: "Save branding" }).click();
      await expect(page.getByText("Branding saved. Links show it at once.", { exact: true })).toBeVisible();
      await page.goto(late.url);
      const link = page.getByRole("link", { name: "corner-shop.example/help" });
      await expect(link).toHaveAttribute("href", "https://corner-shop.example/help");
      await expect(link).toHaveAttribute("rel", "noopener noreferrer");
      await expect(link).toHaveAttribute("target", "_blank");
    });
    watch.expectClean();
  },
);

async function signedInMerchant(page: Page): Promise<{ address: string }> {
  await signIn(page, stack, generatePrivateKey());
  await createDestination(page, "Sepolia", "USDC");
  const { walletAddress } = await (await page.request.get(`${stack.apiUrl}/v1/payee-destination`)).json();
  return { address: walletAddress };
}
