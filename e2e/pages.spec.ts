import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { expectNoSidewaysScroll, watchPage } from "./support/page-watch";
import { sharedStack } from "./support/shop";

const WIDTHS = [375, 1280] as const;
const SCHEMES = ["light", "dark"] as const;
const PAGES = [
  { path: "/", heading: "Payment requests for stablecoins, on your own server." },
  { path: "/docs", heading: "API reference" },
];

for (const { path, heading } of PAGES) {
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      test(`${path} at ${width} px, ${colorScheme}: complete, ours alone, accessible`, async ({
        browser,
      }) => {
        const { stack } = sharedStack();
        const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
        const page = await context.newPage();
        const watch = watchPage(page, stack.apiUrl);
        await page.goto(`${stack.apiUrl}${path}`, { waitUntil: "networkidle" });
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        // Narrow and light, wide and dark are asked everything: what is left differs from one of them in looks.
        const isWhole = (width === 375) === (colorScheme === "light");
        await expectAccessible(page, isWhole ? "everything" : "looks");
        await expectNoSidewaysScroll(page);
        watch.expectClean();
        await context.close();
      });
    }
  }
}

/** The list of operations; on a narrow screen it is folded away. */
async function operations(page: Page, width: number) {
  if (width < 1024) await page.locator("summary", { hasText: /^Operations$/ }).click();
  return page.getByRole("navigation", { name: "Operations" });
}

for (const width of WIDTHS) {
  test(`the reference at ${width} px is searched, and a result leads to its operation`, async ({
    browser,
  }) => {
    const { stack } = sharedStack();
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const watch = watchPage(page, stack.apiUrl);
    await page.goto(`${stack.apiUrl}/docs`);
    const nav = await operations(page, width);
    const all = await nav.getByRole("link").count();
    await nav.getByRole("searchbox").fill("create payment request");
    const results = nav.getByRole("link");
    await expect.poll(() => results.count()).toBeLessThan(all);
    await expect(nav.getByRole("status")).toContainText(/^\d+ operations?$/);

    // With the keyboard alone: arrow down into the list, Enter on the first.
    await nav.getByRole("searchbox").press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#createRequest$/);
    const article = page.getByRole("article", { name: "Create a payment request", exact: true });
    await expect(article).toBeInViewport();
    await expect(article).toContainText(`${stack.apiUrl}/v2/request`);

    await nav.getByRole("searchbox").fill("no such thing");
    await expect(nav.getByRole("status")).toHaveText("0 operations");
    await expect(results).toHaveCount(0);
    watch.expectClean();
    await page.close();
  });
}

test("a link to one operation opens the reference there", async ({ page }) => {
  const { stack } = sharedStack();
  await page.goto(`${stack.apiUrl}/docs#getRequestPayCalldata`);
  const heading = page.locator("#getRequestPayCalldata").getByRole("heading", { level: 3 });
  await expect(heading).toBeInViewport();
});

test("the reference shows every operation of the description that is served", async ({ page, request }) => {
  const { stack } = sharedStack();
  const description = await (await request.get(`${stack.apiUrl}/openapi.json`)).json();
  const ids = Object.values<Record<string, { operationId?: string }>>(description.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId }) => operationId ?? []);
  expect(ids.length).toBeGreaterThan(10);
  await page.goto(`${stack.apiUrl}/docs`);
  const shown = await page.getByRole("article").evaluateAll((articles) => articles.map(({ id }) => id));
  expect(shown.sort()).toEqual(ids.sort());
});

test("without scripts the reference is still there to read", async ({ browser }) => {
  const { stack } = sharedStack();
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${stack.apiUrl}/docs`);
  await expect(page.locator("#createRequest")).toContainText("/v2/request");
  await page.close();
});
