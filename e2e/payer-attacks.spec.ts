import { expect, type Page } from "@playwright/test";
import { test } from "./support/journey";
import { exchangeWord, type PayAnswer } from "./support/pay-answer";
import { accountOf, aPayer, fund, type Payer, sentBy } from "./support/payer-chain";
import {
  aLink,
  aMulticall,
  anIncomingLink,
  connectWallet,
  lookNow,
  openLink,
  type PageLink,
  payerPage,
  toChoice,
  watchPayer,
} from "./support/payer-page";
import { demoOf, sharedStack } from "./support/shop";

const { stack } = sharedStack();
const THIEF = "0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0";

const approval = ({ transactions }: PayAnswer) => transactions[0];
const payment = ({ transactions }: PayAnswer) => transactions[1];

/**
 * One in the payment and one in the approval show that the page compares before it signs. What it finds is tried, kind by
 * kind, in `components/pay/safety/compare.test.ts`. `transferFromWithReferenceAndFee(token, to, …)`, `approve(spender, …)`.
 */
const ATTACKS: Record<string, (answer: PayAnswer) => void> = {
  recipient: (answer) => exchangeWord(payment(answer), 1, THIEF),
  spender: (answer) => exchangeWord(approval(answer), 0, THIEF),
};

/** Opens a link up to the button that asks for calldata, and counts what gets as far as the wallet. */
async function standBefore(page: Page, link: PageLink, payer: Payer) {
  const broadcasts: string[] = [];
  const reports: unknown[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("eth_sendRawTransaction")) broadcasts.push(request.url());
    if (request.url().endsWith("/pay/report")) reports.push(request.postDataJSON());
  });
  await openLink(page, link, payer.key);
  await toChoice(page);
  return { broadcasts, reports };
}

/** Answers about a link stay as they are until `lie`; from then on they name another recipient. */
async function lieLater(page: Page): Promise<{ lie(): void }> {
  const honest = accountOf(stack, "recipient").address;
  const thief = accountOf(stack, "payer").address;
  let lying = false;
  await page.route("**/pay/state", async (route) => {
    if (!lying) return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(honest, thief) });
  });
  return {
    lie: () => {
      lying = true;
    },
  };
}

async function expectRefused(page: Page): Promise<void> {
  const at = payerPage(page);
  await expect(at.alert).toContainText("does not match what is shown");
  await expect(at.pay).toHaveCount(0);
  await expect(at.approve).toHaveCount(0);
}

test("an answer that was altered on its way never reaches the wallet", async ({ page }) => {
  const link = await aLink(stack, { amount: "1.5" });
  const payer = await aPayer(stack);
  const seen = await standBefore(page, link, payer);
  const at = payerPage(page);
  let attack: (answer: PayAnswer) => void = () => {};
  await page.route("**/v2/secure-payments/*/pay?*", async (route) => {
    const answer = await (await route.fetch()).json();
    const before = JSON.stringify(answer);
    attack(answer);
    expect(JSON.stringify(answer)).not.toBe(before);
    await route.fulfill({ json: answer });
  });
  for (const [name, change] of Object.entries(ATTACKS)) {
    await test.step(name, async () => {
      attack = change;
      await at.proceed.click();
      await expectRefused(page);
      await at.tryAgain.click();
      await expect(at.proceed).toBeVisible();
    });
  }
  expect(await sentBy(stack, payer.address)).toBe(0);
  expect(seen.broadcasts).toEqual([]);
  expect(seen.reports).toHaveLength(Object.keys(ATTACKS).length);
  expect(seen.reports[0]).toMatchObject({ token: link.token, field: "recipient" });

  await page.unroute("**/v2/secure-payments/*/pay?*");
  await at.proceed.click();
  await at.approve.click();
  await at.pay.click();
  await expect(at.paid).toBeVisible();
});

test("an altered answer for a multicall is refused too", async ({ page }) => {
  const children = await Promise.all([aLink(stack, { amount: "1" }), aLink(stack, { amount: "2" })]);
  const payer = await aPayer(stack);
  const seen = await standBefore(page, await aMulticall(stack, children), payer);
  const at = payerPage(page);
  const recipient = stack.accounts?.recipient.address.slice(2).toLowerCase() ?? "";
  await page.route("**/v2/secure-payments/*/pay?*", async (route) => {
    const answer: PayAnswer = await (await route.fetch()).json();
    for (const call of answer.transactions) {
      call.data = `0x${call.data.slice(2).toLowerCase().replace(recipient, THIEF.slice(2))}`;
    }
    Object.assign(answer, { batchPaymentTransaction: answer.transactions.at(-1) });
    await route.fulfill({ json: answer });
  });
  await at.proceed.click();
  await expectRefused(page);
  await page.unroute("**/v2/secure-payments/*/pay?*");
  await at.tryAgain.click();
  await expect(at.proceed).toBeVisible();
  expect(await sentBy(stack, payer.address)).toBe(0);
  expect(seen.broadcasts).toEqual([]);
});

test("what the payer was shown first cannot be exchanged under their eyes", async ({ page }) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  await fund(stack, payer.address, { network: "mainnet" });
  const answers = await lieLater(page);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await at.connect.click();
  await expect(at.testWallet).toBeVisible();
  answers.lie();
  // The altered answer may arrive before the press, and the page then offers no wallet any more.
  await at.testWallet.or(at.alert).first().click();
  await expectRefused(page);
  await expect(payerPage(page).proceed).toHaveCount(0);
  expect(await sentBy(stack, payer.address)).toBe(0);
});

test("nor while nobody has connected: what the server drew is what counts", async ({ page }) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  const answers = await lieLater(page);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await at.connect.click();
  await expect(at.testWallet).toBeVisible();
  answers.lie();
  const lie = page.waitForResponse("**/pay/state");
  await lookNow(page);
  await lie;
  await at.testWallet.or(at.alert).first().click();
  await expectRefused(page);
  expect(await sentBy(stack, payer.address)).toBe(0);
});

test("a page that names one recipient and would pay another never reaches the wallet", async ({ page }) => {
  // Nothing was shown before the wallet passed, so the first answer that tells the payment is already a lie.
  const link = await anIncomingLink(stack, ["2"], { accessPolicy: { mode: "off", hideUntilApproved: true } });
  const payer = await aPayer(stack);
  const merchant = demoOf(stack).accounts.merchant.address;
  let lies = 0;
  await page.route("**/pay/state", async (route) => {
    const answer = await (await route.fetch()).json();
    for (const { recipient } of answer.shown?.legs ?? []) {
      Object.assign(recipient, { address: THIEF });
      lies++;
    }
    await route.fulfill({ json: answer });
  });
  await page.route("**/v2/secure-payments/*/pay?*", async (route) => {
    const text = await (await route.fetch()).text();
    const body = text.replaceAll(merchant.slice(2).toLowerCase(), THIEF.slice(2));
    await route.fulfill({ contentType: "application/json", body });
  });
  await openLink(page, link, payer.key);
  await connectWallet(page);
  await expectRefused(page);
  expect(lies).toBeGreaterThan(0);
  await expect(payerPage(page).proceed).toHaveCount(0);
  expect(await sentBy(stack, payer.address)).toBe(0);
});

test("the page does not open in a frame, of whatever site", async ({ page }) => {
  const link = await aLink(stack, { amount: "31.415" });
  for (const site of ["http://shop.example/", `${new URL(stack.payUrl).origin}/frame-test`]) {
    await page.route(site, (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${link.url}"></iframe>` }),
    );
    await page.goto(site);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    const frames = await Promise.all(page.frames().map((frame) => frame.content().catch(() => "")));
    expect(frames.join()).not.toContain("31.415");
  }
});

test("markup in what a merchant wrote is text, and breaks no policy", async ({ page }) => {
  const { apiKey } = demoOf(stack).tenantB;
  const markup = `"><img src=x onerror="window.hit=1"><script>window.hit=1</script>{{7*7}}`;
  const brand = "<b onclick=alert(1)>Shop</b>";
  const branding = (method: string, body?: object) =>
    fetch(`${stack.apiUrl}/v1/branding`, {
      method,
      headers: { "x-api-key": apiKey, ...(body ? { "content-type": "application/json" } : {}) },
      body: body ? JSON.stringify(body) : undefined,
    });
  expect((await branding("PUT", { displayName: brand, primaryActionColor: "#f06" })).status).toBe(200);
  try {
    const link = await aLink(
      stack,
      {
        reference: markup,
        recipientIdentifier: markup,
        redirectUrl: "https://shop.example/?q=%3Cscript%3E",
        redirectLabel: "javascript:alert(1) {{7*7}}",
      },
      apiKey,
    );
    const other = await aLink(stack, { amount: "2", reference: markup }, apiKey);
    const payer = await aPayer(stack);
    const watch = watchPayer(page, stack);
    await watch.listening;
    await openLink(page, link, payer.key);
    await expect(page.getByText(markup)).toBeVisible();
    await expect(page.getByRole("banner").getByText(brand)).toBeVisible();
    await expect(page.getByRole("region").getByText(brand)).toBeVisible();
    await connectWallet(page);
    await payerPage(page).approve.click();
    await payerPage(page).pay.click();
    await expect(payerPage(page).paid).toBeVisible();
    await expect(page.getByRole("link", { name: "javascript:alert(1) {{7*7}}" })).toHaveAttribute(
      "href",
      "https://shop.example/?q=%3Cscript%3E",
    );
    await page.getByRole("link", { name: "View receipt" }).click();
    await expect(payerPage(page).heading("Paid")).toBeVisible();
    const third = await aLink(stack, { amount: "3" }, apiKey);
    const multicall = await aMulticall(stack, [other, third], apiKey);
    await page.goto(multicall.url);
    await expect(page.getByText(markup)).toBeVisible();
    expect(await page.evaluate(() => "hit" in window)).toBe(false);
    watch.expectClean();
  } finally {
    expect((await branding("DELETE")).status).toBe(200);
  }
});
