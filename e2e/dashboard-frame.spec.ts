import { expect, test } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { startWebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { expectAccessible } from "./support/accessibility";
import { atNight } from "./support/at-night";
import { signIn } from "./support/merchant";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();
const { demo } = stack;
if (!demo) throw new Error("the stack of the journeys has a demo");
const origin = new URL(stack.dashboardUrl).origin;

atNight(
  "Ctrl-K leads to a payment, a setting and a page of the reference, by keyboard alone",
  async ({ page }) => {
    await signIn(page, stack, "merchant");
    const box = page.getByRole("combobox", { name: /Payments, links/ });
    await page.keyboard.press("Control+K");
    await expect(box).toBeFocused();
    await expectAccessible(page);
    await box.fill(demo.requestId);
    await expect(page.getByRole("option", { name: /Request ·/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/dashboard/get-paid/${demo.requestId}$`));

    await page.getByRole("button", { name: "Search" }).click();
    await box.fill("audit");
    await expect(page.getByRole("status").filter({ hasText: /places?\./ })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("option", { name: "Audit log" }).first()).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();

    await page.keyboard.press("Control+K");
    await box.fill("createSecurePayment");
    await page.getByRole("option", { name: /POST \/v2\/secure-payments$/ }).click();
    await expect(page).toHaveURL(/\/docs\/secure-payments\/createSecurePayment$/);
  },
);

atNight(
  "the chosen colours are there from the first view on, and Escape closes the search",
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await signIn(page, stack, generatePrivateKey());
    await page.getByRole("button", { name: /account menu/ }).click();
    await page.getByRole("radio", { name: "Dark" }).check();
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = "rgb(20, 22, 26)";
    expect(await ground()).toBe(dark);
    // Written by the server: no script has to run for it.
    const html = await (await page.request.get(stack.dashboardUrl)).text();
    expect(html).toMatch(/<html[^>]* data-theme="dark"/);
    for (const path of ["/dashboard/audit-log", "/docs"]) {
      await page.goto(`${origin}${path}`);
      expect(await ground()).toBe(dark);
      await expectAccessible(page, "looks");
    }
    // Payers see the merchant's look in the colours of their system, whatever a merchant chose here.
    const payer = await (await page.request.get(demo.securePaymentUrl)).text();
    expect(payer).not.toMatch(/<html[^>]* data-theme/);
    await page.goto(stack.dashboardUrl);
    await page.keyboard.press("Control+K");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: /account menu/ }).click();
    await page.getByRole("radio", { name: "System" }).check();
    expect(await ground()).not.toBe(dark);
  },
);

atNight("a missing page keeps the frame, says 404 and leads on", async ({ page }) => {
  await signIn(page, stack, generatePrivateKey());
  for (const width of [320, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    const answer = await page.goto(`${stack.dashboardUrl}/no/such/page`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "To Home", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
});

atNight("anchors of sections that moved lead to the page that holds the setting now", async ({ page }) => {
  await signIn(page, stack, generatePrivateKey());
  const moved = { branding: "branding", "api-keys": "api-keys", team: "account" };
  for (const [anchor, now] of Object.entries(moved)) {
    await page.goto(`${stack.dashboardUrl}/manage-destination#${anchor}`);
    await expect(page).toHaveURL(`${stack.dashboardUrl}/${now}`);
  }
  // What is still there stays; an address typed over it leads on as well.
  await page.goto(`${stack.dashboardUrl}/manage-destination#webhooks`);
  await expect(page.getByRole("heading", { name: "Webhooks", exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${stack.dashboardUrl}/manage-destination#webhooks`);
  await page.evaluate(() => {
    window.location.hash = "api-keys";
  });
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
});

test("a webhook hears what was chosen, a test goes to it alone, and both are in the audit log", async ({
  page,
}) => {
  const receiver = await startWebhookReceiver();
  await signIn(page, stack, generatePrivateKey());
  await page.goto(`${stack.dashboardUrl}/manage-destination`);
  const dialog = page.getByRole("dialog");
  for (const url of [`${receiver.url}/some`, `${receiver.url}/all`]) {
    await page.getByRole("button", { name: "Add webhook" }).click();
    await dialog.getByRole("textbox", { name: "URL" }).fill(url);
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
  }
  const row = page
    .getByRole("table", { name: "Webhooks" })
    .getByRole("row", { name: `${receiver.url}/some` });
  await row.getByRole("button", { name: "Actions for" }).click();
  await page.getByRole("button", { name: "Edit events and retries" }).click();
  await dialog.getByRole("checkbox", { name: "All events" }).uncheck();
  const boxes = dialog.getByRole("checkbox", { checked: true });
  for (let left = await boxes.count(); left > 1; left -= 1) await boxes.last().uncheck();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("payment.confirmed");
  await row.getByRole("button", { name: "Actions for" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await dialog.getByRole("button", { name: "Send test" }).click();
  await expect.poll(() => receiver.received.map(({ path }) => path)).toEqual(["/hook/some"]);

  await page.goto(`${stack.dashboardUrl}/audit-log`);
  const log = page.getByRole("table", { name: "Audit log" });
  await expect(log.getByRole("row", { name: /Webhook tested/ })).toBeVisible();
  await expect(log.getByRole("row", { name: /Webhook updated/ })).toContainText("payment.confirmed");
  await expectAccessible(page);
  await page.goto(`${stack.dashboardUrl}/developers`);
  await page
    .getByRole("combobox", { name: "Credential" })
    .selectOption({ label: "This dashboard and other sessions" });
  await page.getByRole("button", { name: /Details of POST \/v1\/webhook\/test/ }).click();
  await expect(dialog).toContainText("testWebhook");
  await expectAccessible(page);
  await receiver.close();
});

test("the account page says whose it is and what it may do, and ends every other session", async ({
  page,
  browser,
}) => {
  const key = generatePrivateKey();
  await signIn(page, stack, key);
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await signIn(elsewhere, stack, key);

  await page.getByRole("button", { name: /account menu/ }).click();
  await page.getByRole("link", { name: "Account settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  const rights = page.getByRole("region", { name: "What this account may do" }).getByRole("listitem");
  await expect(rights.filter({ hasText: "Create payouts" })).toContainText("Allowed");
  await expect(rights.filter({ hasText: "Pay to bank accounts" })).toContainText("Not allowed");
  await expect(page.getByRole("region", { name: "Identity" })).toContainText("No name");
  const sessions = page.getByRole("table", { name: "Sessions" }).getByRole("row");
  // The head, this one and the other one.
  await expect(sessions).toHaveCount(3);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page, "looks");
  for (const width of [320, 1600, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }

  await page.getByRole("button", { name: "End other sessions" }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "End other sessions" }).click();
  await expect(page.getByText("One session ended.", { exact: true })).toBeVisible();
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: "This session" })).toHaveCount(1);
  await elsewhere.reload();
  await expect(elsewhere.getByRole("button", { name: "Connect wallet" })).toBeVisible();
  await context.close();

  await page.getByRole("link", { name: "Choose a name" }).click();
  await page.getByRole("textbox", { name: "Shown as" }).fill("Corner shop");
  await page.getByRole("button", { name: "Save branding" }).click();
  await expect(page.getByText("Branding saved. Links show it at once.", { exact: true })).toBeVisible();
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: /Payments, links/ }).fill("sign out everywhere");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Identity" })).toContainText("Corner shop");
});
