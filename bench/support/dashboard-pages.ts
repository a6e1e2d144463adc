import type { Browser, Page } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import type { Figure } from "@/bench/report";
import { createDestination, signIn } from "@/e2e/support/merchant";
import type { Stack } from "@/local/running-stack/stack-file";

/** Rows of the list that is opened. */
const PAYMENTS = 25;
const LOADS = 7;
const PRESSES = 15;

/**
 * How long a merchant waits, by the browser's own timeline: from the start of the navigation until Home shows its
 * figures and takes presses, and from a press on a row of a list until the payment is there: its name, amount, status
 * and wallets, then its timeline. The pointer comes to the row and presses at once.
 */
export async function dashboardFigures(browser: Browser, stack: Stack): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript({ content: NOTE_MOMENTS });
  await signIn(page, stack, generatePrivateKey());
  await createDestination(page, "Sepolia", "USDC");
  for (let number = 1; number <= PAYMENTS; number += 1) {
    const data = { requests: [{ amount: "12.5" }], reference: `INV-${number}` };
    await page.request.post(`${stack.apiUrl}/v2/secure-payments`, { data });
  }
  const loads: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    await page.goto(stack.dashboardUrl);
    loads.push(await moment(page, "home"));
  }
  const presses: number[] = [];
  const timelines: number[] = [];
  for (let press = 0; press < PRESSES; press += 1) {
    await page.goto(`${stack.dashboardUrl}/get-paid`);
    const row = page.getByRole("row", { name: new RegExp(`INV-${PAYMENTS - press}\\b`) });
    await row.getByRole("link").first().click();
    const pressed = await moment(page, "press");
    presses.push((await moment(page, "payment")) - pressed);
    timelines.push((await moment(page, "timeline")) - pressed);
  }
  await page.close();
  return [
    {
      what: "Dashboard: first view with its figures, and alive",
      value: median(loads) / 1_000,
      unit: "s",
      goal: { better: "less", goal: 1.5, stretch: 1 },
    },
    {
      what: "Dashboard: from a press on a row to the payment",
      value: median(presses),
      unit: "ms",
      goal: { better: "less", goal: 200, stretch: 100 },
    },
    {
      what: "Dashboard: from a press on a row to the timeline of the payment",
      value: median(timelines),
      unit: "ms",
    },
  ];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** When something first happened, milliseconds since the document's navigation began. */
async function moment(page: Page, name: string): Promise<number> {
  await page.waitForFunction((one) => performance.getEntriesByName(one).length > 0, name);
  return page.evaluate((one) => performance.getEntriesByName(one)[0]?.startTime ?? Number.NaN, name);
}

/** Runs in the page: marks the moments in its timeline, each once a document. Text, because it is not of this process. */
const NOTE_MOMENTS = `{
  const note = (name, isNow) => {
    if (performance.getEntriesByName(name).length === 0 && isNow) performance.mark(name);
  };
  const has = (level, text) => [...document.querySelectorAll(level)].some((one) => text.test(one.textContent));
  new MutationObserver(() => {
    note("home", has("h2", /^At a glance$/) && document.querySelector("header button:enabled") !== null);
    const isPayment = has("h1", /^INV-/);
    note("payment", isPayment && document.querySelector("main dl") !== null);
    note("timeline", isPayment && document.querySelector("main [role=tab]") !== null);
  }).observe(document, { subtree: true, childList: true, attributes: true });
  document.addEventListener("click", () => performance.mark("press"), { capture: true });
}`;
