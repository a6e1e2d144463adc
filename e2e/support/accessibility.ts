import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { RunOptions, run } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
  interface Window {
    axe: { run: typeof run };
  }
}

/** Rules of axe whose outcome depends on the colour scheme or on the width, and on nothing else of a page. */
const RULES_OF_LOOKS = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"];

/**
 * WCAG 2.2 AA and axe's best practices, on the page as it stands; `looks` asks only what may differ between two
 * looks of a page that was asked everything already. What is found is told with the name of the state, where there is one.
 */
export async function expectAccessible(
  page: Page,
  what: "everything" | "looks" = "everything",
  state?: string,
): Promise<void> {
  // Axe sees one document only, and no page of ours holds another.
  expect(page.frames()).toHaveLength(1);
  // A page that was just gone to has its title a moment after its content.
  await expect(page).toHaveTitle(/./);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  let found = await violationsOf(page, what);
  // A page that was just gone to is drawn in steps, and axe may read it between two of them. What stays counts.
  for (let again = 0; found.length > 0 && again < 2; again++) {
    await changesNoMore(page);
    found = await violationsOf(page, what);
  }
  expect.soft(found, state).toEqual([]);
}

async function violationsOf(page: Page, what: "everything" | "looks"): Promise<string[]> {
  // Colours on their way from one theme to the other are neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  );
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(what === "looks" && { runOnly: { type: "rule", values: RULES_OF_LOOKS } }),
  };
  const { violations } = await page.evaluate((options) => window.axe.run(document, options), options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** Until nothing of the document has changed for half a second, or for ten seconds where something always does. */
async function changesNoMore(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const end = () => {
          observer.disconnect();
          clearTimeout(still);
          clearTimeout(latest);
          resolve();
        };
        let still = setTimeout(end, 500);
        const latest = setTimeout(end, 10_000);
        const observer = new MutationObserver(() => {
          clearTimeout(still);
          still = setTimeout(end, 500);
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
  );
}
