import { expect, type Page } from "@playwright/test";

/** What must never happen on a page of ours. */
export interface PageWatch {
  /** Fails when the console complained, a script failed, or anything but our own server was asked since the last time. */
  expectClean(state?: string): void;
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
  /** Changes that the dashboard was asked to confirm: a refusal that is part of making them. */
  const confirmed = new Set<string>();
  page.on("console", (message) => {
    const text = message.text();
    const status = Number(/responded with a status of (\d+)/.exec(text)?.[1]);
    if (isProvoked(message.location().url, status)) return;
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${text} ${message.location().url}`.trim());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.origin !== origin) strangers.push(request.url());
  });
  page.on("response", (response) => {
    const [url, status] = [response.url(), response.status()];
    if (response.headers()["x-error-code"] === "step_up_required") confirmed.add(url);
    else if (status >= 400 && !isProvoked(url, status)) complaints.push(`${status} ${url}`);
  });
  return {
    expectClean(state) {
      const isConfirmed = (complaint: string) =>
        / status of 403 /.test(complaint) && confirmed.has(complaint.split(" ").at(-1) ?? "");
      expect
        .soft(
          complaints.splice(0).filter((one) => !isConfirmed(one)),
          state,
        )
        .toEqual([]);
      expect.soft(strangers.splice(0), state).toEqual([]);
    },
  };
}

/** Nothing sticks out sideways: a reader scrolls in one direction only. A chart follows a new width one frame later. */
export async function expectNoSidewaysScroll(page: Page, state?: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.configure({ soft: true }).poll(overflow, state).toBe(0);
}
