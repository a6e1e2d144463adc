import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What must never happen on a page of ours. */
export interface PageWatch {
  /** Throws when the console complained, a script failed, or anything but our own server was asked. */
  expectClean(): void;
}

/**
 * Listens to a page from before its first request. `isProvoked` knows the refusals that a journey asks for on
 * purpose.
 */
export function watchPage(
  page: Page,
  origin: string,
  isProvoked: (url: string, status: number) => boolean = () => false,
): PageWatch {
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    const status = Number(/responded with a status of (\d+)/.exec(text)?.[1]);
    if (isProvoked(message.location().url, status)) return;
    if (message.type() === "error" || message.type() === "warning") complaints.push(text);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.origin !== origin) strangers.push(request.url());
  });
  page.on("response", (response) => {
    const [url, status] = [response.url(), response.status()];
    if (status >= 400 && !isProvoked(url, status)) complaints.push(`${status} ${url}`);
  });
  return {
    expectClean() {
      expect.soft(complaints).toEqual([]);
      expect.soft(strangers).toEqual([]);
    },
  };
}

/** Rules of axe whose outcome depends on the colour scheme or on the width, and on nothing else of a page. */
const RULES_OF_LOOKS = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"];

/**
 * WCAG 2.2 AA and axe's best practices, on the page as it stands; `looks` asks only what may differ between two
 * looks of a page that was asked everything already.
 */
export async function expectAccessible(
  page: Page,
  what: "everything" | "looks" = "everything",
): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  const { violations } = await (what === "looks" ? axe.withRules(RULES_OF_LOOKS) : axe).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect.soft(found).toEqual([]);
}

/** Nothing sticks out sideways: a reader scrolls in one direction only. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow).toBe(0);
}
