import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { startWebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { expectAccessible } from "./support/accessibility";
import { atNight } from "./support/at-night";
import { holdCalls } from "./support/hold-calls";
import { test } from "./support/journey";
import { createDestination, signIn } from "./support/merchant";
import { newApiKey } from "./support/new-api-key";
import { expectNoSidewaysScroll, watchPage } from "./support/page-watch";
import { accountOf, aPayer } from "./support/payer-chain";
import { payNow } from "./support/payer-page";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();
const dashboard = stack.dashboardUrl;
const MARKUP = '=SUM(A1) <img src=x onerror="alert(1)">';

test("a merchant's day: asks for money, is paid, fixes a failing webhook, pays several, takes it all home", async ({
  page,
  browser,
}) => {
  test.slow();
  const watch = watchPage(page, new URL(dashboard).origin);
  const receiver = await startWebhookReceiver();
  receiver.answer({ status: 500 });
  await signIn(page, stack, generatePrivateKey());
  await createDestination(page, "Sepolia", "USDC");

  await test.step("is told of payments", async () => {
    await page.goto(`${dashboard}/manage-destination`);
    await page.getByRole("button", { name: "Add webhook" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "URL" }).fill(receiver.url);
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await page.getByRole("button", { name: "Done" }).click();
  });

  const link = await test.step("asks for money", async () => {
    await page.goto(`${dashboard}/get-paid`);
    await expect(page.getByText("No payment requests yet")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "New request" }).click();
    await page.getByRole("textbox", { name: "Payment reference" }).fill(MARKUP);
    await page.getByRole("textbox", { name: "Amount" }).fill("12.5");
    const preview = page.getByRole("region", { name: "Preview of the payment page" });
    await expect(preview).toContainText("12.50");
    await expect(preview).toContainText(MARKUP);
    await expect(preview).toContainText("Connect wallet");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create request" }).click();
    const url = page.getByRole("textbox", { name: "Payment link" });
    await expect(url).toHaveValue(/\/pay\/?\?token=/);
    return url.inputValue();
  });

  await test.step("is paid by somebody with a wallet", async () => {
    const context = await browser.newContext();
    const payerPage = await context.newPage();
    const { key } = await aPayer(stack);
    await payerPage.addInitScript((account) => localStorage.setItem("quittance:test-wallet", account), key);
    await payerPage.goto(link);
    await payNow(payerPage);
    await expect(payerPage.getByRole("heading", { name: "Payment successful" })).toBeVisible();
    await context.close();
  });

  await test.step("sees why it is paid, in three clicks from Home", async () => {
    await page.goto(dashboard);
    await page.getByRole("link", { name: "Get paid" }).click();
    const row = page.getByRole("table", { name: "Payment requests" }).getByRole("row", { name: /SUM/ });
    await expect(row).toContainText("Paid");
    await row.getByRole("link", { name: MARKUP }).click();
    await expect(page.getByRole("heading", { level: 1, name: MARKUP })).toBeVisible();
    await expect(page.getByText("The whole amount was covered.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("pays two others together", async () => {
    await page.goto(`${dashboard}/pay`);
    for (const reference of ["Salary Ada", "Salary Bob"]) {
      await page.getByRole("button", { name: "New payment" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: /^Recipient/ }).fill(accountOf(stack, "recipient").address);
      await dialog.getByRole("textbox", { name: "Amount" }).fill("1.25");
      await dialog.getByRole("textbox", { name: "Payment reference" }).fill(reference);
      await dialog.getByRole("button", { name: "Create payment" }).click();
      await expect(dialog.getByRole("textbox", { name: "Payment link" })).toHaveValue(/token=/);
      await dialog.getByRole("button", { name: "Done" }).click();
      await page.getByRole("checkbox", { name: `Choose ${reference}` }).check();
    }
    await page.getByRole("button", { name: "Pay 2 together" }).click();
    await expect(page.getByRole("dialog")).toContainText("2.5");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create multicall" }).click();
    await expect(page.getByRole("link", { name: "Open the payment page" })).toHaveAttribute("href", /token=/);
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  });

  await test.step("reads a file of payouts and says what is wrong with each row", async () => {
    await page.getByRole("button", { name: "Import CSV" }).click();
    await page.getByLabel("CSV file").setInputFiles({
      name: "payouts.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        `recipient,amount,memo\n${accountOf(stack, "recipient").address},3,Rent\nnobody,1,Oops\n`,
      ),
    });
    await expect(page.getByText("1 of 2 rows can be paid.")).toBeVisible();
    await page.getByRole("button", { name: "Create 1 payment" }).click();
    await expect(page.getByText("1 created.")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("row", { name: /Rent/ })).toContainText("Pending");
  });

  await test.step("takes the list home, with nothing in it that a spreadsheet would run", async () => {
    await page.goto(`${dashboard}/get-paid`);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    const csv = readFileSync(await (await download).path(), "utf8");
    expect(csv).toContain("'=SUM(A1)");
    expect(csv).not.toMatch(/(^|,)"?=SUM/m);
    expect(csv).toContain("12.5");
  });

  await test.step("finds the calls of a program, and it all fits a phone", async () => {
    await fetch(`${stack.apiUrl}/v2/request`, { headers: { "x-api-key": await newApiKey(page, stack) } });
    const calls = page.getByRole("table", { name: "Request log" });
    // Calls are noted a moment after they are answered.
    await expect(async () => {
      await page.goto(`${dashboard}/developers`);
      await expect(calls).toContainText("Shop", { timeout: 500 });
    }).toPass();
    await expect(calls).not.toContainText("/v1/dashboard");
    await page
      .getByRole("combobox", { name: "Credential" })
      .selectOption({ label: "Programs and this dashboard" });
    await expect(calls).toContainText("/v1/dashboard");
    await expectAccessible(page);
    const paths = ["", "/get-paid", "/pay", "/webhooks", "/developers", "/get-paid/new", "/api-keys"];
    for (const path of paths) {
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(`${dashboard}${path}`);
      // The first one is the page's; the preview beside a new request shows that of the payer's page.
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      const preview = page.getByRole("region", { name: "Preview of the payment page" });
      if (path === "/get-paid/new") await preview.getByText("You pay").waitFor();
      await expectNoSidewaysScroll(page, path);
    }
  });

  await test.step("finds the deliveries that failed, and has them sent again", async () => {
    // The last of four attempts comes after 21 seconds, most of which have passed by now.
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${dashboard}/webhooks`);
    const confirmed = page
      .getByRole("table", { name: "Deliveries" })
      .getByRole("row")
      .filter({ hasText: "payment.confirmed" });
    await expect(confirmed.first()).toContainText("500");
    await confirmed.first().getByRole("button", { name: "Details" }).click();
    await expect(page.getByRole("dialog")).toContainText("Attempt 1");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    receiver.answer({ status: 200 });
    await expect(confirmed.first().getByRole("button", { name: "Replay" })).toBeEnabled({ timeout: 120_000 });
    await confirmed.first().getByRole("button", { name: "Replay" }).click();
    await expect(confirmed.filter({ hasText: "200" }).first()).toBeVisible();
    await expectAccessible(page);
  });

  watch.expectClean();
  await receiver.close();
});

test.describe("a merchant in a hurry", () => {
  atNight("types on while the list answers, and no letter is lost", async ({ page }) => {
    await signIn(page, stack, generatePrivateKey());
    await createDestination(page, "Sepolia", "USDC");
    await page.goto(`${dashboard}/get-paid`);
    const search = page.getByRole("searchbox", { name: "Search" });
    // Whatever the page asks for because of the first letters is answered after the next ones are typed.
    const answer = await holdCalls(page, /[?&]q=INV(&|$)/);
    const first = page.waitForRequest(/[?&]q=INV(&|$)/);
    await expect(search).toBeEnabled();
    await search.pressSequentially("INV");
    await first;
    await search.pressSequentially("-2026");
    answer();
    await expect(page).toHaveURL(/q=INV-2026/);
    await expect(search).toHaveValue("INV-2026");
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(search).toHaveValue("");
  });

  test("can press and type nothing before the page listens", async ({ page }) => {
    await signIn(page, stack, generatePrivateKey());
    await createDestination(page, "Sepolia", "USDC");
    const release = await holdCalls(page, "**/_next/static/**/*.js");
    await page.goto(`${dashboard}/get-paid`, { waitUntil: "commit" });
    const search = page.getByRole("searchbox", { name: "Search" });
    await expect(search).toBeDisabled();
    await expect(page.getByRole("button", { name: /account menu/ })).toBeDisabled();
    await expect(page.getByRole("link", { name: "New request" })).toBeEnabled();
    release();
    await search.fill("INV-2026");
    await expect(page).toHaveURL(/q=INV-2026/);
    await page.getByRole("button", { name: /account menu/ }).click();
    await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  });

  atNight(
    "opens a row at once with what the list knows, and comes back to the list as it was left",
    async ({ page, context }) => {
      await signIn(page, stack, generatePrivateKey());
      await createDestination(page, "Sepolia", "USDC");
      for (let number = 1; number <= 20; number += 1) {
        const data = { requests: [{ amount: `${number}.5` }], reference: `INV-${number}` };
        await page.request.post(`${stack.apiUrl}/v2/secure-payments`, { data });
      }
      const release = await holdCalls(page, /\/v1\/dashboard\/payments\/[0-9a-f]{20,}$/);
      await page.goto(`${dashboard}/get-paid?network=sepolia`);
      const row = page.getByRole("link", { name: "INV-2", exact: true });
      await row.scrollIntoViewIfNeeded();
      const scrolled = await page.evaluate(() => window.scrollY);
      const pages: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("_rsc=")) pages.push(request.url());
      });
      await row.click();
      const title = page.getByRole("heading", { level: 1, name: "INV-2" });
      await expect(title).toBeFocused();
      await expect(page).toHaveTitle("Payment · Quittance");
      await expect(page.getByRole("main")).toContainText("2.50 USDC");
      await expect(page.getByRole("main")).toContainText("Pending");
      await expect(page.getByText("Loading the timeline")).toBeAttached();
      await expectAccessible(page);
      release();
      await expect(page.getByRole("tab", { name: "Timeline" })).toBeVisible();

      await page.getByRole("link", { name: "Get paid", exact: true }).last().click();
      await expect(row).toBeVisible();
      await expect(page).toHaveURL(/\/get-paid\?network=sepolia$/);
      await expect(page).toHaveTitle("Get paid · Quittance");
      expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
      await row.click();
      await expect(title).toBeFocused();
      await page.goBack();
      await expect(page.getByRole("heading", { level: 1, name: "Get paid" })).toBeFocused();
      await page.goForward();
      await expect(page.getByRole("tab", { name: "Timeline" })).toBeVisible();
      expect(pages).toEqual([]);

      // The address is a page of its own, and a new tab gets it.
      await page.reload();
      await expect(title).toBeVisible();
      await page.goto(`${dashboard}/get-paid`);
      const [tab] = await Promise.all([
        context.waitForEvent("page"),
        row.click({ modifiers: ["ControlOrMeta"] }),
      ]);
      await expect(tab.getByRole("heading", { level: 1, name: "INV-2" })).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: "Get paid" })).toBeVisible();
    },
  );

  test("keeps a page in one piece whatever a stranger calls a payment", async ({ page }) => {
    await signIn(page, stack, generatePrivateKey());
    await createDestination(page, "Sepolia", "USDC");
    const endless = "a".repeat(255);
    await page.request.post(`${stack.apiUrl}/v2/secure-payments`, {
      data: { requests: [{ amount: "1" }], reference: endless, payerIdentifier: endless },
    });
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${dashboard}/get-paid`);
      await expect(page.getByRole("link", { name: endless })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.getByRole("link", { name: endless }).click();
      await expect(page.getByRole("heading", { level: 1, name: endless })).toBeVisible();
      await expect(page).toHaveTitle("Payment · Quittance");
      await expectNoSidewaysScroll(page);
    }
  });

  test("without a connection keeps the page, and is told that it may be out of date", async ({
    page,
    context,
  }) => {
    await signIn(page, stack, generatePrivateKey());
    await createDestination(page, "Sepolia", "USDC");
    await page.goto(`${dashboard}/get-paid`);
    await expect(page.getByText("No payment requests yet")).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("This page may be out of date")).toBeVisible();
    await page.getByRole("combobox", { name: "Status" }).selectOption({ label: "Paid" });
    await expect(page.getByText("The service cannot be reached")).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page.getByText("This page may be out of date")).toHaveCount(0);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Nothing fits these filters")).toBeVisible();
  });

  atNight("comes back from a payment to the page of the list that was left", async ({ page }) => {
    await signIn(page, stack, generatePrivateKey());
    await createDestination(page, "Sepolia", "USDC");
    for (let number = 1; number <= 26; number += 1) {
      const created = await page.request.post(`${stack.apiUrl}/v2/secure-payments`, {
        data: { requests: [{ amount: "1" }], reference: `No. ${number}` },
      });
      expect(created.status()).toBe(201);
    }
    await page.goto(`${dashboard}/get-paid?status=pending`);
    await page.getByRole("button", { name: "Next" }).click();
    const first = page.getByRole("link", { name: "No. 1", exact: true });
    await first.click();
    await expect(page.getByRole("heading", { level: 1, name: "No. 1" })).toBeVisible();
    await page.goBack();
    await expect(page.getByText("Page 2")).toBeVisible();
    await expect(first).toBeVisible();
    await page.reload();
    await expect(page.getByText("Page 2")).toBeVisible();
    await page.getByRole("combobox", { name: "Status" }).selectOption({ label: "Paid" });
    await expect(page.getByText("Nothing fits these filters")).toBeVisible();
  });

  test("whose connection breaks after the service has created a payment creates it once", async ({
    page,
  }) => {
    await signIn(page, stack, generatePrivateKey());
    await createDestination(page, "Sepolia", "USDC");
    await page.goto(`${dashboard}/pay`);
    await page.route(
      "**/v2/secure-payments/payouts",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "New payment" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: /^Recipient/ }).fill(accountOf(stack, "recipient").address);
    await dialog.getByRole("textbox", { name: "Amount" }).fill("1.25");
    await dialog.getByRole("textbox", { name: "Payment reference" }).fill("Only once");
    await dialog.getByRole("button", { name: "Create payment" }).click();
    await expect(dialog).toContainText("The service cannot be reached");
    await dialog.getByRole("button", { name: "Create payment" }).click();
    await expect(dialog.getByRole("textbox", { name: "Payment link" })).toHaveValue(/token=/);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("row", { name: /Only once/ })).toHaveCount(1);
  });

  atNight("copies a link where the browser gives no clipboard, and hears of it", async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await signIn(page, stack, generatePrivateKey());
    await createDestination(page, "Sepolia", "USDC");
    await page.goto(`${dashboard}/get-paid/new`);
    await page.getByRole("textbox", { name: "Amount" }).fill("1");
    await page.getByRole("button", { name: "Create request" }).click();
    const link = await page.getByRole("textbox", { name: "Payment link" }).inputValue();
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Payment link copied.")).toBeVisible();
    await page.goto(`${dashboard}/get-paid`);
    const search = page.getByRole("searchbox", { name: "Search" });
    await expect(search).toBeEnabled();
    await search.press("ControlOrMeta+V");
    await expect(search).toHaveValue(link);
  });

  test("is told that the deliveries cannot be read, instead of waiting for ever", async ({ page }) => {
    await signIn(page, stack, generatePrivateKey());
    await createDestination(page, "Sepolia", "USDC");
    await page.route("**/v1/webhook", (route) =>
      route.fulfill({ status: 400, json: { message: "Refused." } }),
    );
    await page.goto(`${dashboard}/manage-destination`);
    await expect(page.getByText("Refused.")).toHaveCount(2);
    await expect(page.getByText("Loading Deliveries")).toHaveCount(0);
  });
});
