import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import {
  type EmbeddingShop,
  eventsOn,
  expectRefused,
  guideCode,
  guidePage,
  hearEvents,
  insideOf,
  linkOfClient,
  linkOfGuide,
  startShop,
} from "./support/embedding-shop";
import { plainTransfer } from "./support/exchange";
import { test } from "./support/journey";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { allow, aPayer } from "./support/payer-chain";
import { aLink, type PageLink, payerPage, toReview } from "./support/payer-page";
import { accountsOf, aTronPayer, payOnTron } from "./support/payer-tron";
import { demoOf, readRequest, sharedStack } from "./support/shop";

const { stack, dataDir } = sharedStack();
const SERVICE = new URL(stack.payUrl).origin;

let shop: EmbeddingShop;
let order: PageLink & { clientId: string };

test.beforeAll(async () => {
  shop = await startShop();
  order = await linkOfGuide(stack, dataDir, shop);
});
test.afterAll(() => shop?.close());

const aShopLink = (amount = "25") =>
  linkOfClient(stack, shop, order.clientId, "/v2/secure-payments", { requests: [{ amount }] });

/** Serves the page of the guide for a link, and opens it. */
async function openShop(page: Page, { token }: Pick<PageLink, "token">, mark = "html embed") {
  shop.serve("/", guidePage(stack, mark, token));
  await hearEvents(page);
  await page.goto(`${shop.origin}/`);
}

/** Every page of this browser has this account in its Test wallet. */
const holdWallet = (context: BrowserContext, key: string, network: string) =>
  context.addInitScript(
    ([key, network]) => {
      localStorage.setItem("quittance:test-wallet", key);
      localStorage.setItem("quittance:test-wallet-chain", network);
    },
    [key, network] as const,
  );

/** Presses the one button for wallets; what opens is a window of the payment page, which no other window reaches. */
async function openWindow(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent("page");
  await insideOf(page).getByRole("link", { name: "Pay with a browser wallet" }).click();
  const opened = await opening;
  await opened.waitForLoadState();
  expect(new URL(opened.url()).origin).toBe(SERVICE);
  expect(await opened.evaluate(() => [window.opener, window.parent === window, document.referrer])).toEqual([
    null,
    true,
    "",
  ]);
  return opened;
}

test("the guide: a shop shows a link, a wallet pays in a window, and the shop's own server says that it is paid", async ({
  page,
}) => {
  Object.assign(process.env, { API: stack.apiUrl, CLIENT: order.clientId, SHOP: shop.origin });
  const file = join(mkdtempSync(join(tmpdir(), "embed-")), "server.mjs");
  writeFileSync(file, guideCode("js embed"));
  const { isPaid } = await import(pathToFileURL(file).href);
  const [requestId] = order.requestIds;
  expect(await isPaid(requestId)).toBe(false);
  shop.serve("/orders/1042", async () => ({ isPaid: await isPaid(requestId) }));
  shop.serve("/thanks", "<!doctype html><title>Thanks</title><h1>Thank you</h1>");

  const payer = await aPayer(stack);
  await allow(stack, payer, 25_000_000n);
  await holdWallet(page.context(), payer.key, "sepolia");
  const loaded: string[] = [];
  page.on(
    "request",
    (request) => request.url().startsWith(`${SERVICE}/pay/embed?`) && loaded.push(request.url()),
  );
  await openShop(page, order);
  await expect(insideOf(page).getByRole("heading", { name: /25\.00 USDC/ })).toBeVisible();
  await expect(insideOf(page).getByText("ORDER-1042")).toBeVisible();
  await expect(insideOf(page).getByRole("img", { name: "QR code of this page" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Pay 25 USDC" })).toBeHidden();
  await expect.poll(() => eventsOn(page)).toEqual(["start"]);
  expect(loaded).toHaveLength(1);

  const pays = await openWindow(page);
  await toReview(pays);
  await payerPage(pays).pay.click();
  await expect(payerPage(pays).paid).toBeVisible();
  await page.waitForURL("**/thanks");
  expect((await readRequest(stack, String(requestId))).hasBeenPaid).toBe(true);
});

test("a plain transfer pays from inside the frame, and the receipt opens outside of it", async ({ page }) => {
  const link = await aShopLink("12");
  shop.serve("/orders/1042", async () => ({ isPaid: false }));
  await page.setViewportSize({ width: 320, height: 900 });
  await openShop(page, link);
  const inside = insideOf(page);
  await inside.getByRole("button", { name: "Send from an exchange or any wallet" }).click();
  const address = inside.locator("dt", { hasText: /^Address$/ }).locator("xpath=following-sibling::dd[1]");
  await expect(address).toContainText(/0x[0-9a-fA-F]{40}/);
  const to = /0x[0-9a-fA-F]{40}/.exec((await address.textContent()) ?? "")?.[0] ?? "";
  // The frame is as high as what is in it.
  const overflow = () =>
    inside
      .locator("html")
      .evaluate((html) => [html.scrollWidth - html.clientWidth, html.scrollHeight - html.clientHeight]);
  await expect.poll(overflow).toEqual([0, 0]);

  await inside.getByRole("button", { name: "Copy Address" }).click();
  await expect(inside.getByRole("button", { name: "Address copied" })).toBeVisible();
  await plainTransfer(stack, await aPayer(stack), to, 12_000_000n);
  await expect(inside.getByRole("heading", { name: "Payment successful" })).toBeVisible();
  await expect.poll(() => eventsOn(page)).toEqual(["start", "complete"]);
  const opening = page.context().waitForEvent("page");
  await inside.getByRole("link", { name: "View receipt" }).click();
  const receipt = await opening;
  await expect(receipt).toHaveURL(`${SERVICE}/request/${link.requestIds[0]}`);
  await expect(inside.getByRole("heading", { name: "Payment successful" })).toBeVisible();
});

test("a Tron wallet pays in a window of the payment page", async ({ page }) => {
  test.slow();
  const { recipient, merchant } = accountsOf(stack);
  const link = await linkOfClient(stack, shop, order.clientId, "/v2/secure-payments/payouts", {
    recipient: recipient.tronAddress,
    creatorWalletAddress: merchant.tronAddress,
    network: "tron",
    currency: "USDT",
    amount: "7.5",
  });
  const payer = await aTronPayer(stack);
  await holdWallet(page.context(), payer.key, "tron");
  await openShop(page, link);
  await expect(insideOf(page).getByRole("heading", { name: /7\.50 USDT/ })).toBeVisible();
  const pays = await openWindow(page);
  await toReview(pays);
  await payerPage(pays).approve.click();
  await payOnTron(pays, stack);
  await expect(insideOf(page).getByRole("heading", { name: "Payment successful" })).toBeVisible();
  await expect.poll(() => eventsOn(page)).toEqual(["start", "complete"]);
});

test("a dialog keeps the focus, closes with Escape from inside and outside of the frame, and gives the focus back", async ({
  page,
}) => {
  const link = await aShopLink();
  shop.serve("/orders/1042", async () => ({ isPaid: false }));
  await openShop(page, link, "html dialog");
  const dialog = page.getByRole("dialog");
  const button = page.getByRole("button", { name: "Pay", exact: true });
  for (const from of ["inside", "outside", "button"] as const) {
    await button.click();
    await expect(insideOf(page).getByRole("heading", { name: /25\.00 USDC/ })).toBeVisible();
    await expect.poll(() => eventsOn(page)).toContain("start");
    const asked = page.waitForRequest("**/orders/1042");
    if (from === "button") await dialog.getByRole("button", { name: "Close" }).click();
    else {
      if (from === "inside") await insideOf(page).getByRole("button", { name: "Show details" }).focus();
      else await dialog.getByRole("button", { name: "Close" }).focus();
      await page.keyboard.press("Escape");
    }
    await asked;
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test.describe("in a real browser", () => {
  test("no page of another origin shows the link, whatever it is called", async ({ page }) => {
    const { token } = await aShopLink();
    shop.serve("/", guidePage(stack, "html embed", token));
    for (const origin of ["127.0.0.1", "evil.localhost", "localhost.evil.localhost"].map(shop.otherOrigin)) {
      await page.goto(`${origin}/`);
      await expectRefused(page);
    }
  });

  test("no page of the shop shows the link of another client, nor one that no client ID made", async ({
    page,
  }) => {
    const { tenantB } = demoOf(stack);
    const stranger = { ...shop, origin: tenantB.clientOrigin };
    const body = { requests: [{ amount: "1" }] };
    const theirs = await linkOfClient(stack, stranger, tenantB.clientId, "/v2/secure-payments", body);
    for (const { token } of [theirs, await aLink(stack), { token: "01J8ZC0FFEE0000000000TOKEN" }]) {
      shop.serve("/", guidePage(stack, "html embed", token));
      await page.goto(`${shop.origin}/`);
      await expectRefused(page);
    }
  });

  test("the payment page itself stands in no frame, and neither does another page of the service", async ({
    page,
  }) => {
    const { url, token } = await aShopLink();
    for (const shown of [
      url,
      `${SERVICE}/pay?token=${token}`,
      `${SERVICE}/pay/refund?token=${token}`,
      stack.dashboardUrl,
    ]) {
      shop.serve("/", `<!doctype html><title>Shop</title><iframe src="${shown}"></iframe>`);
      await page.goto(`${shop.origin}/`);
      await expectRefused(page);
    }
  });

  test("a page that stands in a stranger's frame shows no link: every page around it has to be allowed", async ({
    page,
  }) => {
    const { token } = await aShopLink();
    shop.serve("/", guidePage(stack, "html embed", token));
    shop.serve("/around", `<!doctype html><title>Around</title><iframe src="${shop.origin}/"></iframe>`);
    await page.goto(`${shop.otherOrigin("evil.localhost")}/around`);
    await expectRefused(page, 2);
    // The shop's own pages may stand in one another.
    await page.goto(`${shop.origin}/around`);
    const nested = page.frameLocator("iframe").locator("quittance-checkout iframe").contentFrame();
    await expect(nested.getByRole("heading", { name: /25\.00 USDC/ })).toBeVisible();
  });

  test("floods of messages to the shop's page and to the frame change nothing", async ({ page }) => {
    const { token } = await aShopLink();
    const forging = `<script>
      const complete = JSON.stringify({ jsonrpc: "2.0", method: "ec.complete", params: {} });
      for (let n = 0; n < 20000; n++) { parent.postMessage(complete, "*"); parent.postMessage("x".repeat(2000), "*"); }
      parent.postMessage("flooded", "*");</script>`;
    shop.serve("/forging", `<!doctype html><title>Forging</title>${forging}`);
    await openShop(page, { token });
    await expect.poll(() => eventsOn(page)).toEqual(["start"]);
    await page.evaluate(
      (url) =>
        new Promise((done) => {
          addEventListener("message", ({ data }) => data === "flooded" && done(null));
          document.body.append(Object.assign(document.createElement("iframe"), { src: url }));
          const inside = document
            .querySelector("quittance-checkout")
            ?.shadowRoot?.querySelector("iframe")?.contentWindow;
          const [own, answer] = [
            { method: "ec.complete", params: {} },
            { id: 1, result: {} },
          ].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }));
          for (let n = 0; n < 20_000; n++) {
            postMessage(own, "*");
            inside?.postMessage(answer, "*");
          }
        }),
      `${shop.otherOrigin("evil.localhost")}/forging`,
    );
    await expect(insideOf(page).getByRole("link", { name: "Pay with a browser wallet" })).toBeVisible();
    await insideOf(page).getByRole("button", { name: "Show details" }).click();
    await expect(insideOf(page).getByRole("button", { name: "Hide details" })).toBeVisible();
    expect(await eventsOn(page)).toEqual(["start"]);
  });

  test("nothing in the frame asks a wallet for anything, so that there is nothing a page above it could have pressed", async ({
    page,
  }) => {
    await page.context().addInitScript(() => {
      const asked: string[] = [];
      Object.assign(window, {
        asked,
        ethereum: { request: async ({ method }: { method: string }) => asked.push(method) },
      });
    });
    const { token } = await aShopLink();
    await openShop(page, { token });
    const inside = insideOf(page);
    await expect(inside.getByRole("link", { name: "Pay with a browser wallet" })).toBeVisible();
    // Above everything, unseen, as in an attack with presses.
    await page.evaluate(() => {
      const above = document.createElement("div");
      above.style.cssText = "position:fixed;inset:0;opacity:0;pointer-events:none";
      document.body.append(above);
    });
    await expect(inside.getByRole("button", { name: "Show details" })).toBeEnabled();
    const names = await inside.getByRole("button").allTextContents();
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) await inside.getByRole("button", { name }).first().click();
    const opened = page.context().waitForEvent("page");
    for (const link of await inside.getByRole("link").all()) {
      expect(new URL(await link.evaluate((one: HTMLAnchorElement) => one.href)).origin).toBe(SERVICE);
      expect(await link.getAttribute("rel")).toContain("noopener");
      await link.click();
    }
    await opened;
    const frame = page.frames()[1];
    expect(await frame?.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual([]);
    const scripts = await frame?.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).length,
    );
    expect(scripts).toBeGreaterThan(0);
  });

  test("an address that is a script leads nowhere: not as the page around, not as the token, not as the way back", async ({
    page,
  }) => {
    const { token } = await aShopLink();
    const script = "javascript:parent.heard.push('owned')";
    const show = async (query: string) => {
      const listening = `<script>heard = []; addEventListener("message", ({ data }) => heard.push(data));</script>`;
      const frame = `<iframe src="${SERVICE}/pay/embed?${query}"></iframe>`;
      shop.serve("/", `<!doctype html><title>Shop</title>${listening}${frame}`);
      await page.goto(`${shop.origin}/`);
    };
    const stranger = shop.otherOrigin("evil.localhost");
    for (const more of [
      ["host", script],
      ["lang", script],
      ["host", stranger],
    ]) {
      await show(`token=${token}&${new URLSearchParams([more])}`);
      const inside = page.frameLocator("iframe");
      await expect(inside.getByRole("button", { name: "Show details" })).toBeEnabled();
      expect(await eventsOn(page)).toEqual([]);
      for (const link of await inside.getByRole("link").all()) {
        expect(await link.evaluate((one: HTMLAnchorElement) => new URL(one.href).origin)).toBe(SERVICE);
      }
    }
    await show(String(new URLSearchParams({ token: script })));
    await expectRefused(page);
    const answer = await fetch(`${stack.apiUrl}/v2/secure-payments`, {
      method: "POST",
      headers: { "x-client-id": order.clientId, origin: shop.origin, "content-type": "application/json" },
      body: JSON.stringify({ requests: [{ amount: "1" }], redirectUrl: script }),
    });
    expect(answer.status).toBe(400);
  });

  test("it has the colours of the shop's page where that says which, also for a reader of dark pages", async ({
    browser,
  }) => {
    const { token } = await aShopLink();
    const context = await browser.newContext({ colorScheme: "dark" });
    const page = await context.newPage();
    const ground = () =>
      insideOf(page)
        .locator("body")
        .evaluate((body) => getComputedStyle(body).backgroundColor);
    await openShop(page, { token });
    await expect.poll(ground).toBe("rgb(20, 22, 26)");
    await page.evaluate(() => document.querySelector("quittance-checkout")?.setAttribute("theme", "light"));
    await expect.poll(ground).toBe("rgb(251, 250, 247)");
    await context.close();
  });

  for (const scheme of ["light", "dark"] as const) {
    test(`it stands on 320 pixels and less in every language, ${scheme}, for everybody`, async ({
      browser,
    }) => {
      const { token } = await aShopLink();
      const context = await browser.newContext({
        viewport: { width: 320, height: 900 },
        colorScheme: scheme,
      });
      const page = await context.newPage();
      for (const lang of ["en", "de", "es", "fr", "pt", "ar", "zh"]) {
        await page.goto(`${SERVICE}/pay/embed?token=${token}&lang=${lang}`);
        await expect(page.locator("fieldset[data-starting]")).toHaveCount(0);
        // A shop's page of 320 pixels has margins of its own.
        for (const width of [280, 320]) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoSidewaysScroll(page, `${lang} ${width}`);
        }
        await expectAccessible(page, lang === "en" ? "everything" : "looks", lang);
      }
      await context.close();
    });
  }
});
