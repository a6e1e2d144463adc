import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What must never happen on a page of ours. */
export interface PageWatch {
  /** Throws when the console complained, a script failed, or anything but our own server was asked. */
  expectClean(): void;
}

/** Listens to a page from before its first request. */
export function watchPage(page: Page, origin: string): PageWatch {
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.origin !== origin) strangers.push(request.url());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return {
    expectClean() {
      expect.soft(complaints).toEqual([]);
      expect.soft(strangers).toEqual([]);
    },
  };
}

/** WCAG 2.2 AA and axe's best practices, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).analyze();
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
