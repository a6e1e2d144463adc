import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { FIRST_STATES } from "@/components/pay/gallery/first-states";
import { FLOW_STATES } from "@/components/pay/gallery/flow-states";
import { SCHEDULE_STATES } from "@/components/pay/gallery/schedule-states";
import { VERDICTS } from "@/components/pay/gallery/verdicts";
import { isLong } from "@/server/testing/long";
import { expectAccessible } from "./support/accessibility";
import { groupsOf, openByTurns, showState } from "./support/gallery";
import { expectNoSidewaysScroll, type PageWatch, watchPage } from "./support/page-watch";
import { sharedStack } from "./support/shop";

/**
 * Colours depend on the scheme and sizes on the width, so the first two screens show every one of them. `npm test` asks a
 * state on one of these, by turns: neighbours in the gallery are made of the same parts. The narrow one is the narrowest
 * then, where every state is looked at anyway.
 */
const ALL = [
  { width: 375, colorScheme: "light", ask: "everything" },
  { width: 1280, colorScheme: "dark", ask: "everything" },
  { width: 375, colorScheme: "dark", ask: "looks" },
  { width: 1280, colorScheme: "light", ask: "looks" },
] as const;
/** The narrowest screen, and what is left of 1280 pixels at 400 % zoom. */
const NARROWEST = 320;

let context: BrowserContext;
let page: Page;
let watch: PageWatch;

// One page for all: opening and closing one takes as long as looking at a state.
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ reducedMotion: "reduce" });
  page = await context.newPage();
  watch = watchPage(page, sharedStack().stack.apiUrl);
});
test.afterAll(() => context.close());
/** As a browser opens it, whatever the state before it was asked on. */
async function resetScreen(): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: null });
}

const ALL_STATES = [FIRST_STATES, FLOW_STATES, VERDICTS, SCHEDULE_STATES];

/** At night each state is loaded anew and asked on all four screens. */
async function askAnew(name: string): Promise<void> {
  await page.setViewportSize({ width: NARROWEST, height: 800 });
  await page.goto(`${sharedStack().stack.apiUrl}/pay/gallery/${name}`);
  await expect(page).toHaveTitle(new RegExp(`^${name}\\b`));
  await expect(page.getByRole("heading").first(), name).toBeVisible();
  await expectNoSidewaysScroll(page, name);
  for (const { width, colorScheme, ask } of ALL) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, ask, name);
  }
  await expectNoSidewaysScroll(page, name);
  watch.expectClean(name);
}

for (const group of groupsOf(ALL_STATES.flatMap((states) => Object.keys(states)))) {
  const names = group.map(({ name }) => name);
  test(`${names[0]} to ${names.at(-1)}: readable for everybody, on every screen, in light and dark`, async () => {
    if (isLong()) {
      for (const name of names) await askAnew(name);
      return;
    }
    await page.setViewportSize({ width: NARROWEST, height: 800 });
    await page.emulateMedia({ colorScheme: "light" });
    await openByTurns(page, "pay", names);
    for (const { name, index } of group) {
      await showState(page, name);
      await expectNoSidewaysScroll(page, name);
      if (index % 2 === 0) await expectAccessible(page, "everything", name);
      watch.expectClean(name);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    for (const { name } of group.filter(({ index }) => index % 2 === 1)) {
      await showState(page, name);
      await expectAccessible(page, "everything", name);
      await expectNoSidewaysScroll(page, name);
      watch.expectClean(name);
    }
  });
}

test("a text of a merchant is a text, whatever stands in it", async () => {
  const { stack } = sharedStack();
  await resetScreen();
  await page.goto(`${stack.apiUrl}/pay/gallery`);
  await page.getByRole("link", { name: "ready-strange-texts", exact: true }).click();
  await expect(page.getByText("<script>alert(1)</script>", { exact: false }).first()).toBeVisible();
  expect(await page.locator("main img, main script:not([nonce])").count()).toBe(0);
  watch.expectClean();
});

test("a merchant's colours are what the page is drawn in", async () => {
  const { stack } = sharedStack();
  await resetScreen();
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${stack.apiUrl}/pay/gallery/ready-branded`);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 247, 237)");
  const button = page.getByRole("button", { name: "Connect wallet" });
  await expect(button).toHaveCSS("background-color", "rgb(255, 212, 0)");
  await expect(button).toHaveCSS("color", "rgb(0, 0, 0)");
  watch.expectClean();
});

test("Arabic is written from right to left, and fits", async () => {
  const { stack } = sharedStack();
  await resetScreen();
  await page.setViewportSize({ width: NARROWEST, height: 800 });
  for (const name of ["ready", "bundle", "pay", "done", "schedule", "schedule-sign"]) {
    await page.goto(`${stack.apiUrl}/pay/gallery/${name}?lang=ar`);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.goto(`${stack.apiUrl}/pay/gallery/ready?lang=en`);
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  watch.expectClean();
});

test("without a script the page says what is paid to whom until when", async ({ browser }) => {
  const { stack } = sharedStack();
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${stack.apiUrl}/pay/gallery/ready`);
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText(/1,250\.50 USDC/);
  await expect(plain.getByText("on Base")).toBeVisible();
  await expect(plain.getByText("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")).toBeVisible();
  await expect(plain.getByText("May 4, 2031", { exact: false })).toBeVisible();
  await expect(plain.getByRole("button", { name: "Connect wallet" })).toBeHidden();
  await plain.goto(`${stack.apiUrl}/pay/gallery/ready-masked`);
  expect(await plain.content()).not.toContain("70997970C51812dc3A010C7d01b50e0d17dc79C8");
  await plain.close();
});

test("a hash leads to the explorer of its network; on a local chain it leads nowhere and can be copied", async () => {
  const { stack } = sharedStack();
  await resetScreen();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const hash = `0x${"5e1f0c77".repeat(8)}`;
  const links = page.locator("main a[href*=basescan]");
  const copy = page.getByRole("button", { name: "Copy Transaction hash" });
  await page.goto(`${stack.apiUrl}/pay/gallery/done`);
  await expect(page.getByRole("link").filter({ hasText: hash })).toHaveAttribute(
    "href",
    `https://basescan.org/tx/${hash}`,
  );
  await page.getByRole("button", { name: "Show details" }).click();
  await page.getByRole("button", { name: "Copy Recipient" }).click();
  const recipient = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recipient);
  // Selected by hand it is as whole: the gaps between its groups are no text.
  expect(await selectedIn(page.getByText(recipient).first())).toBe(recipient);
  await expect(page.getByRole("link", { name: "View on the block explorer" })).toHaveAttribute(
    "href",
    /^https:\/\/basescan\.org\/address\/0x/,
  );
  await page.goto(`${stack.apiUrl}/pay/gallery/done-local`);
  await expect(page.getByText(hash)).toBeVisible();
  await page.getByRole("button", { name: "Show details" }).click();
  await expect(links).toHaveCount(0);
  await copy.click();
  await expect(page.getByRole("button", { name: "Transaction hash copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hash);
  watch.expectClean();
});

/** What is copied where somebody selects all of an element. */
function selectedIn(element: Locator): Promise<string> {
  return element.evaluate((node) => {
    getSelection()?.selectAllChildren(node);
    return getSelection()?.toString() ?? "";
  });
}

test("a wallet on another device is shown this page and the payment, as codes to scan", async () => {
  const { stack } = sharedStack();
  await resetScreen();
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`${stack.apiUrl}/pay/gallery/ready`);
  await page.getByRole("button", { name: "No wallet on this device?" }).click();
  await expect(page.getByRole("img", { name: "QR code of this page" })).toBeVisible();
  await page.getByText("Scan the payment itself").click();
  await expect(page.getByRole("img", { name: /^Allow the contract to take 1,250\.50 USDC/ })).toBeVisible();
  await expect(page.getByRole("img", { name: "Pay 1,250.50 USDC on Base" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // Where wallets are screened, one that never came by this page must not be led to pay.
  await page.goto(`${stack.apiUrl}/pay/gallery/ready-masked`);
  await page.getByRole("button", { name: "No wallet on this device?" }).click();
  await expect(page.getByRole("img", { name: "QR code of this page" })).toBeVisible();
  await expect(page.getByText("Scan the payment itself")).toHaveCount(0);
  watch.expectClean();
});
