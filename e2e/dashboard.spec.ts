import { expect, type Page, test } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { startWebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { expectAccessible } from "./support/accessibility";
import { holdCalls } from "./support/hold-calls";
import { connect, createDestination, signIn } from "./support/merchant";
import { expectNoSidewaysScroll, watchPage } from "./support/page-watch";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();
const origin = new URL(stack.dashboardUrl).origin;
const manageUrl = `${stack.dashboardUrl}/manage-destination`;

test("a merchant's first steps: sign in, destination, client ID, webhook, test event, replay, sign out", async ({
  page,
}) => {
  // Seven steps in one go, with four looks for accessibility.
  test.slow();
  const watch = watchPage(page, origin, (_, status) => status === 400);
  const receiver = await startWebhookReceiver();

  await test.step("signs in with a wallet and nothing else", async () => {
    await page.goto(stack.dashboardUrl);
    await expect(page.getByRole("radio", { name: "EVM" })).toBeChecked();
    await expectAccessible(page);
    await signIn(page, stack, generatePrivateKey());
    await expect(page.getByText("No route configured")).toBeVisible();
    await expect(page.getByRole("link", { name: "Get paid" })).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step("sets up where to be paid", async () => {
    await createDestination(page, "Sepolia", "USDC");
    await expect(page.getByRole("link", { name: "Get paid" })).toBeEnabled();
    await expect(page.getByText("Getting started")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: /^Manage/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Manage destination" })).toBeVisible();
    const loading = await (await page.request.get(manageUrl)).text();
    expect(loading).toMatch(/Loading (?:<!-- -->)?Deliveries/);
    expect(loading.match(/role="(?:status|alert)"|aria-live=/g)?.length).toBeLessThanOrEqual(3);
  });

  await test.step("moves to another token", async () => {
    await page.getByRole("combobox", { name: "Token" }).selectOption({ label: "USDT" });
    await page.getByRole("button", { name: "Update route" }).click();
    await expect(page.getByRole("combobox", { name: "Token" })).toContainText("USDT (current)");
  });

  await test.step("generates a client ID, after a domain that is none", async () => {
    await page.getByRole("button", { name: "Generate new client ID" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Shop <b>one</b>");
    await dialog.getByRole("button", { name: "Add a domain" }).click();
    await dialog.getByRole("textbox", { name: "Domain" }).fill("http://shop.example/path");
    await dialog.getByRole("button", { name: "Generate" }).click();
    await expect(dialog.getByText(/An allowed domain is an https origin/)).toBeVisible();
    await dialog.getByRole("textbox", { name: "Domain" }).fill("https://shop.example");
    // What lies behind a dialog is not there for readers: the button that opened it starts with the same word.
    await page.getByRole("button", { name: /^Generate/ }).click();
    const row = page.getByRole("row", { name: /Shop <b>one<\/b>/ });
    await expect(row).toContainText("Active");
    await expect(row).toContainText("shop.example");
  });

  await test.step("adds a webhook and sees its secret once", async () => {
    await page.getByRole("button", { name: "Add webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "URL" }).fill("ftp://shop.example");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog.getByText("url must use https")).toBeVisible();
    await dialog.getByRole("textbox", { name: "URL" }).fill(receiver.url);
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog).toContainText(/\b[0-9a-f]{64}\b/);
    const secret = /\b[0-9a-f]{64}\b/.exec((await dialog.textContent()) ?? "")?.[0] ?? "no secret";
    // Escape must not lose it, however often: a browser lets a page refuse some of the presses only.
    for (let press = 0; press < 6; press += 1) await page.keyboard.press("Escape");
    await expect(dialog).toContainText(secret);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("row", { name: receiver.url })).toBeVisible();
    expect(await page.content()).not.toContain(secret);
  });

  await test.step("tests it, and sends the delivery again", async () => {
    const row = page.getByRole("table", { name: "Webhooks" }).getByRole("row", { name: receiver.url });
    await row.getByRole("button", { name: "Actions for" }).click();
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send test" }).click();
    const deliveries = page.getByRole("table", { name: "Deliveries" }).getByRole("row");
    const delivery = deliveries.filter({ hasText: "payment.confirmed" });
    await expect(delivery.first()).toContainText("200");
    await delivery.first().getByRole("button", { name: "Replay" }).click();
    await expect(delivery).toHaveCount(2);
    await expect(delivery.first()).toContainText("200");
    expect(receiver.received.length).toBe(2);
  });

  await test.step("chooses long retries, hears that the webhook is gone, and switches it on again", async () => {
    const row = page.getByRole("table", { name: "Webhooks" }).getByRole("row", { name: receiver.url });
    await expect(row).toContainText("4 attempts");
    await row.getByRole("button", { name: "Actions for" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Edit events and retries" }).click();
    const dialog = page.getByRole("dialog");
    const retries = dialog.getByRole("combobox", { name: "Retries" });
    await expect(retries).toHaveValue("standard");
    await retries.selectOption({ label: "10 attempts in three days" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row).toContainText("10 attempts");
    await page.reload();
    await expect(row).toContainText("10 attempts");
    receiver.answer({ status: 410 });
    await row.getByRole("button", { name: "Actions for" }).click();
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send test" }).click();
    await expect(page.getByRole("row", { name: /payment.confirmed/ }).first()).toContainText("410");
    await page.reload();
    await expect(page.getByText("answered that it is gone (410)")).toBeVisible();
    await expect(row.getByRole("switch")).not.toBeChecked();
    await expectAccessible(page);
    receiver.answer({ status: 200 });
    await page.getByRole("button", { name: `Switch on ${receiver.url}` }).click();
    await expect(row.getByRole("switch")).toBeChecked();
    await expect(page.getByText("A webhook was switched off")).toHaveCount(0);
  });

  await test.step("revokes the client ID for ever", async () => {
    const row = page.getByRole("row", { name: /Shop/ });
    await row.getByRole("button", { name: "Revoke" }).click();
    const dialog = page.getByRole("dialog");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expect(row).toContainText("Revoked");
    await expect(row.getByRole("button", { name: "Revoke" })).toHaveCount(0);
  });

  await test.step("leaves nothing unreachable", async () => {
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("signs out, and nothing is read any more once the session has ended", async () => {
    const asked: string[] = [];
    await page.route("**/api/auth/signout", async (route) => {
      const answer = await route.fetch();
      page.on("request", (request) => {
        if (request.url().includes("/v1/")) asked.push(request.url());
      });
      // Whoever comes back to a tab has everything read again.
      await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
      await route.fulfill({ response: answer });
    });
    await page.getByRole("button", { name: /^0x/ }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
    expect(asked).toEqual([]);
    await page.goto(manageUrl);
    await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible();
  });
  watch.expectClean();
  await receiver.close();
});

test.describe("a session that ends", () => {
  const text = "A name that took long to think of";

  const name = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });

  /** A merchant in the middle of a form. */
  async function typing(page: Page) {
    await signIn(page, stack, generatePrivateKey());
    await createDestination(page, "Sepolia", "USDC");
    await page.goto(manageUrl);
    await page.getByRole("button", { name: "Generate new client ID" }).click();
    await name(page).fill(text);
  }

  test("is renewed over the page, and what was sent is then done", async ({ page, context }) => {
    await typing(page);
    await context.clearCookies({ name: "session_token" });
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Sign in again" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Sign in as" }).click();
    await expect(page.getByRole("row", { name: text })).toBeVisible();
  });

  test("keeps the form when the merchant does not want to sign in now", async ({ page, context }) => {
    await typing(page);
    await context.clearCookies({ name: "session_token" });
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    await page.getByRole("dialog", { name: "Sign in again" }).getByRole("button", { name: "Close" }).click();
    await expect(name(page)).toHaveValue(text);
  });

  test("is announced when nobody uses the dashboard, and ends by itself", async ({ page }) => {
    await page.clock.install();
    await typing(page);
    await page.clock.fastForward("13:30");
    await expect(page.getByText("You will be signed out in less than two minutes.")).toBeVisible();
    await page.clock.fastForward("02:00");
    await expect(page.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
    const status = async () => (await page.request.get(`${stack.authUrl}/v1/payee-destination`)).status();
    await expect.poll(status).toBe(401);
    await page.keyboard.press("Escape");
    await expect(name(page)).toHaveValue(text);
  });

  test("by a sign-out in another tab leaves the form of this one, which then asks", async ({
    page,
    context,
  }) => {
    await typing(page);
    // A list that refreshes by itself meets the end before this tab hears of the sign-out.
    const tell = await holdCalls(page, "**/api/auth/session");
    const refused = page.waitForResponse((response) => response.status() === 401);
    const other = await context.newPage();
    await other.goto(stack.dashboardUrl);
    await other.getByRole("button", { name: /^0x/ }).click();
    await other.getByRole("button", { name: "Sign out" }).click();
    await expect(other.getByRole("button", { name: "Connect wallet" })).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await refused;
    await expect(page.getByText("Your session has ended")).toBeAttached();
    await expect(page.getByRole("button", { name: "Generate", exact: true })).toBeVisible();
    tell();

    await expect(page.getByText("You signed out in another tab.")).toBeAttached();
    await expect(name(page)).toHaveValue(text);
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
  });

  test("never sends a form in the name of another account", async ({ page, context }) => {
    await typing(page);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/v1/client-ids")) sent.push(request.url());
    });
    const other = await context.newPage();
    await other.goto(stack.dashboardUrl);
    await other.getByRole("button", { name: /^0x/ }).click();
    await other.getByRole("button", { name: "Sign out" }).click();
    // A sign-out ends in a new document, which forgets what is done to the one before.
    await expect(other.getByRole("button", { name: "Connect wallet" })).toBeVisible();
    await other.evaluate((key) => localStorage.setItem("quittance:test-wallet", key), generatePrivateKey());
    await connect(other);
    await expect(other.getByText("No route configured")).toBeVisible();

    await page.getByRole("button", { name: "Generate", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
    expect(sent).toEqual([]);
  });
});
