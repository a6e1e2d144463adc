import type { Page } from "@playwright/test";

/** Holds what the page asks for at these addresses until the function that it answers with is called. */
export async function holdCalls(page: Page, url: string | RegExp): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}
