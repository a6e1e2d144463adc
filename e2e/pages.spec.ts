import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { atNight } from "./support/at-night";
import { expectNoSidewaysScroll, watchPage } from "./support/page-watch";
import { sharedStack } from "./support/shop";

const WIDTHS = [375, 1280] as const;
const SCHEMES = ["light", "dark"] as const;
const PAGES = [
  { path: "/", heading: "Payment requests for stablecoins, on your own server." },
  { path: "/docs", heading: "API reference" },
  { path: "/status", heading: "Status" },
  { path: "/docs/requests/createRequest", heading: "Create a payment request" },
  { path: "/docs/webhook-events", heading: "Webhook events" },
  { path: "/docs/guides/webhooks", heading: "Receive and verify webhooks" },
  {
    path: "/docs/guides/hosted-service-clients",
    heading: "A client written for a compatible hosted service",
  },
];

for (const { path, heading } of PAGES) {
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      // Narrow and light, wide and dark show every colour and every width: the other two differ from one of them in looks.
      const isWhole = (width === 375) === (colorScheme === "light");
      const byItsTime = isWhole ? test : atNight;
      byItsTime(
        `${path} at ${width} px, ${colorScheme}: complete, ours alone, accessible`,
        async ({ browser }) => {
          const { stack } = sharedStack();
          const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
          const page = await context.newPage();
          const watch = watchPage(page, stack.apiUrl);
          await page.goto(`${stack.apiUrl}${path}`, { waitUntil: "networkidle" });
          await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
          await expectAccessible(page, isWhole ? "everything" : "looks");
          await expectNoSidewaysScroll(page);
          if (width === 375) {
            await page.setViewportSize({ width: 320, height: 800 });
            await expectNoSidewaysScroll(page);
          }
          watch.expectClean();
          await context.close();
        },
      );
    }
  }
}

/** The list of operations; on a narrow screen it is folded away. */
async function operations(page: Page, width: number) {
  if (width < 1024) await page.locator("summary", { hasText: /^Contents$/ }).click();
  return page.getByRole("navigation", { name: "Guides, operations and events" });
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
    const status = nav.getByRole("status");
    await nav.getByRole("searchbox").fill("no such thing");
    await expect(status).toHaveText("0 pages");
    await expect(nav.getByRole("link")).toHaveCount(0);
    await nav.getByRole("searchbox").fill("post /v2/request create");
    await expect(status).toContainText(/^\d+ pages?$/);

    // With the keyboard alone: arrow down into the list, past the group, Enter.
    await nav.getByRole("searchbox").press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/docs\/requests\/createRequest$/);
    const article = page.getByRole("article", { name: "Create a payment request", exact: true });
    await expect(article).toContainText(`${stack.apiUrl}/v2/request`);
    await expect(page).toHaveTitle("Create a payment request · Quittance API");
    watch.expectClean();
    await page.close();
  });
}

test("an old link to one operation leads to its page", async ({ page }) => {
  const { stack } = sharedStack();
  await page.goto(`${stack.apiUrl}/docs#getRequestPayCalldata`);
  await expect(page).toHaveURL(/\/docs\/requests\/getRequestPayCalldata$/);
});

test("an operation is tried with the demo key, in words of the language that was chosen", async ({
  page,
}) => {
  const { stack } = sharedStack();
  await page.goto(`${stack.apiUrl}/docs/requests/createRequest`);
  await page.getByRole("tab", { name: "Python" }).click();
  await expect(page.getByRole("region", { name: "example of createRequest in Python" })).toContainText(
    "urlopen",
  );
  await page.locator("summary", { hasText: "Call it with the demo key" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("region", { name: "answer" })).toContainText('"requestId"');
  await expectAccessible(page);
  // The language is kept for the next page, also over a reload.
  await page.goto(`${stack.apiUrl}/docs/requests/getRequest`);
  await expect(page.getByRole("tab", { name: "Python" })).toHaveAttribute("data-state", "active");
  await page.locator("summary", { hasText: "Call it with the demo key" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("requestId is missing.")).toBeVisible();
});

atNight("no page of the reference is longer than eight screens of a phone", async ({ browser, request }) => {
  const { stack } = sharedStack();
  const description = await (await request.get(`${stack.apiUrl}/openapi.json`)).text();
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  await page.goto(`${stack.apiUrl}/docs`);
  const links = await page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  const groups = links.filter((href) => href.startsWith("/docs/"));
  expect(groups.length).toBeGreaterThan(10);
  const longest = longestBodies(JSON.parse(description));
  const events = ["/docs/webhook-events/payment.confirmed.checkout"];
  const tooLong: string[] = [];
  for (const path of ["/docs", ...groups, ...longest, ...events]) {
    await page.goto(`${stack.apiUrl}${path}`);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (height > 8 * 844) tooLong.push(`${path}: ${Math.round(height / 844)} screens`);
  }
  expect(tooLong).toEqual([]);
  await page.close();
});

/** Pages of the operations that say most. */
function longestBodies(description: { paths: Record<string, Record<string, LongOperation>> }): string[] {
  return Object.values(description.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, tags, requestBody, parameters }) => ({
      path: `/docs/${tags[0]?.toLowerCase().replace(/\W+/g, "-")}/${operationId}`,
      length: JSON.stringify([requestBody, parameters]).length,
    }))
    .sort((a, b) => b.length - a.length)
    .slice(0, 6)
    .map(({ path }) => path);
}

interface LongOperation {
  operationId: string;
  tags: string[];
  requestBody?: unknown;
  parameters?: unknown;
}

test("without scripts the reference is still there to read", async ({ browser }) => {
  const { stack } = sharedStack();
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${stack.apiUrl}/docs`);
  await page.getByRole("main").getByRole("link", { name: "Requests" }).click();
  await page.getByRole("main").getByRole("link", { name: "Create a payment request" }).click();
  await expect(page.locator("#createRequest")).toContainText("/v2/request");
  await page.close();
});

test("the Chinese typeface is there for Chinese pages, and no other page loads it", async ({ browser }) => {
  const { stack } = sharedStack();
  const context = await browser.newContext();
  const page = await context.newPage();
  const files = new Set<string>();
  page.on("response", (answer) => {
    if (/\.woff2$/.test(answer.url())) files.add(answer.url());
  });
  /** Loads the faces that are for a sign, as a system without a font for it does. */
  const load = (sign: string) =>
    page.evaluate(async (text) => {
      await document.fonts.ready;
      // Those without a range are for everything else, and a stand-in among them is a font that a system may not have.
      const ranged = [...document.fonts].filter(({ unicodeRange }) => unicodeRange !== "U+0-10FFFF");
      const faces = ranged.map(({ family }) => document.fonts.load(`16px "${family}"`, text));
      return (await Promise.all(faces)).flat().length;
    }, sign);
  await page.goto(`${stack.apiUrl}/pay?token=none&lang=en`, { waitUntil: "networkidle" });
  await expect(page.getByRole("link", { name: "中文" })).toBeVisible();
  // Nor does it load the Arabic one, though it writes the name of the language.
  await expect(page.getByRole("link", { name: "العربية" })).toBeVisible();
  expect([...files].filter((file) => /noto_sans_arabic\./.test(file))).toEqual([]);
  expect([...files].filter((file) => /arabic_name/.test(file))).toHaveLength(1);
  const english = new Set(files);
  // The one with the two signs of the name is another file.
  expect(await load("文")).toBe(1);
  const withName = new Set(files);
  expect(await load("付")).toBe(1);
  const [signs, ...others] = [...files].filter((file) => !withName.has(file));
  expect(others).toEqual([]);
  expect(signs).toBeDefined();
  expect(english.has(signs ?? "")).toBe(false);
  await context.close();
});
