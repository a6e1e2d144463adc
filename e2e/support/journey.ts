import { test as base } from "@playwright/test";

/**
 * A journey. Answers that it alters and that are still under way at its end are let go of: one that comes back after
 * the page has closed would fail it.
 */
export const test = base.extend({
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
});
