import { expect, type Page } from "@playwright/test";
import { SHOW_STATE } from "@/components/ui/gallery-turns";
import { sharedStack } from "./shop";

/** About as many states as one document holds: to load it costs each of them little then. */
const PER_DOCUMENT = 20;

/** The names in groups of those that share a document, each with its index among all. */
export function groupsOf(names: readonly string[]): { name: string; index: number }[][] {
  const all = names.map((name, index) => ({ name, index }));
  const size = Math.ceil(all.length / Math.max(1, Math.round(all.length / PER_DOCUMENT)));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

/** Loads these states of a gallery, `pay` or `onboarding`, into one document that shows one at a time. */
export async function openByTurns(page: Page, gallery: string, names: readonly string[]): Promise<void> {
  await page.goto(`${sharedStack().stack.apiUrl}/${gallery}/gallery/by-turns?states=${names.join(",")}`);
  // Nothing listens before the page's scripts run.
  await expect(page.locator("fieldset[data-starting]")).toHaveCount(0);
}

/** Puts one of them in the place of the one before: nothing else is on the page then. */
export async function showState(page: Page, name: string): Promise<void> {
  await page.evaluate(([event, detail]) => window.dispatchEvent(new CustomEvent(event, { detail })), [
    SHOW_STATE,
    name,
  ] as const);
  await expect(page.locator(`[data-state="${name}"]`), name).toHaveCount(1);
  await expect(page.getByRole("heading").first(), name).toBeVisible();
}
