import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { ONBOARDING_STATES } from "@/components/onboarding/gallery/states";
import { isLong } from "@/server/testing/long";
import { expectAccessible } from "./support/accessibility";
import { groupsOf, openByTurns, showState } from "./support/gallery";
import { expectNoSidewaysScroll, type PageWatch, watchPage } from "./support/page-watch";
import { sharedStack } from "./support/shop";

/** The narrowest screen, and what is left of 1280 pixels at 400 % zoom. */
const NARROWEST = 320;

let context: BrowserContext;
let page: Page;
let watch: PageWatch;

// One page for all.
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ reducedMotion: "reduce" });
  page = await context.newPage();
  watch = watchPage(page, sharedStack().stack.apiUrl);
});
test.afterAll(() => context.close());

const open = (state: string, query = "") =>
  page.goto(`${sharedStack().stack.apiUrl}/onboarding/gallery/${state}${query}`);

for (const group of groupsOf(Object.keys(ONBOARDING_STATES))) {
  const names = group.map(({ name }) => name);
  test(`${names[0]} to ${names.at(-1)}: readable for everybody, on every screen, in light and dark`, async () => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: NARROWEST, height: 800 });
    await openByTurns(page, "onboarding", names);
    for (const name of names) {
      await showState(page, name);
      await expectNoSidewaysScroll(page, name);
    }
    // By day one screen each, by turns: colours depend on the scheme and sizes on the width.
    await page.setViewportSize({ width: 375, height: 800 });
    for (const { name } of group.filter(({ index }) => isLong() || index % 2 === 0)) {
      await showState(page, name);
      await expectAccessible(page, "everything", name);
      watch.expectClean(name);
    }
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.emulateMedia({ colorScheme: "dark" });
    for (const { name, index } of group) {
      await showState(page, name);
      if (isLong()) await expectAccessible(page, "looks", name);
      else if (index % 2 === 1) await expectAccessible(page, "everything", name);
      await expectNoSidewaysScroll(page, name);
      watch.expectClean(name);
    }
  });
}

test("Arabic is written from right to left, and fits", async () => {
  await page.setViewportSize({ width: NARROWEST, height: 800 });
  for (const name of ["welcome-both-flows", "destination", "review", "done"]) {
    await open(name, "?lang=ar");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await open("welcome", "?lang=en");
  watch.expectClean();
});

test("what a partner wrote is a text, whatever stands in it", async () => {
  await open("welcome-strange-texts");
  await expect(page.getByText("<script>alert(1)</script>", { exact: false }).first()).toBeVisible();
  expect(await page.locator("main img, main script:not([nonce])").count()).toBe(0);
  watch.expectClean();
});

test("a partner's colours are what the page is drawn in", async () => {
  await page.emulateMedia({ colorScheme: "light" });
  await open("welcome-branded");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 247, 237)");
  await expect(page.getByRole("button", { name: "Connect wallet" })).toHaveCSS(
    "background-color",
    "rgb(255, 212, 0)",
  );
});

test("without a script the page says in full what would be agreed", async ({ browser }) => {
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${sharedStack().stack.apiUrl}/onboarding/gallery/welcome`);
  await expect(plain.getByText("1.5% of each payment to you.")).toBeVisible();
  await expect(plain.getByText("98.45 USD")).toBeVisible();
  await expect(plain.getByRole("button", { name: "Connect wallet" })).toBeHidden();
  await plain.close();
});
