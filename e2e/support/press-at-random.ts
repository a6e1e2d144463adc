import { setTimeout as delay } from "node:timers/promises";
import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from "@playwright/test";
import { type Control, type Noticed, REPORT, recordPresses } from "./press-recorder";

/** A page as somebody opens it, and what they can press there. */
export interface View {
  url: string;
  controls: readonly Control[];
  /** Names of links; each leads away from the page. */
  links?: readonly RegExp[];
  /** One where a press may close what another has opened. */
  pressesPerLoad: number;
  /** As who: cookies and storage of the browser. */
  context?: BrowserContextOptions;
}

export interface Tally {
  presses: number;
  /** On a control that was enabled: those had to act once each. */
  enabled: number;
  /** On one that was enabled when the finger came down or when it left, not at both. */
  partly: number;
  /** On one that was off: those had to do nothing, but for a click that found it switched on. */
  disabled: number;
  /** On none, as before anything was painted. */
  elsewhere: number;
}

/** A phone among the slow ones. */
const SLOWDOWN = 6;
/** One load of this many, beginning with the second, only presses a link. */
const LINK_EVERY = 6;
const FIRST_LINK_LOAD = 2;
/** A finger stays down for up to so long. */
const LONGEST_HOLD_MS = 120;
/** Nothing has to be scrolled into view. */
const VIEWPORT = { width: 800, height: 1600 };

interface Spot {
  x: number;
  y: number;
}

/**
 * Loads the page again and again on a slow processor and presses its controls at random moments between its first
 * byte and its rest. Throws at the first press that was lost, or acted twice, or acted on a control that was off; and
 * when a control does not act once everything is at rest.
 */
export async function pressAtRandom(
  browser: Browser,
  view: View,
  presses: number,
  random: () => number,
): Promise<Tally> {
  const tally: Tally = { presses: 0, enabled: 0, partly: 0, disabled: 0, elsewhere: 0 };
  const { layouts, linkSpots, restMs } = await survey(browser, view);
  for (let load = 1; tally.presses < presses; load++) {
    const isForLink = linkSpots.length > 0 && load % LINK_EVERY === FIRST_LINK_LOAD;
    const count = isForLink ? 1 : Math.min(view.pressesPerLoad, presses - tally.presses);
    const moments = Array.from({ length: count }, () => random() * restMs).sort((a, b) => a - b);
    const plan = moments.map((at) => {
      const spots = isForLink ? linkSpots : pick(layouts, random);
      return { at, holdMs: random() * LONGEST_HOLD_MS, spot: pick(spots, random) };
    });
    const visit = await open(browser, view);
    try {
      await press(visit, plan);
      if (isForLink) await expectOneNavigation(visit);
      else await expectEffects(visit, view);
      tally.presses += count;
      for (const one of visit.noticed) {
        if (one.what !== "press" || one.key === null) continue;
        tally[one.enabled === "throughout" ? "enabled" : one.enabled === "partly" ? "partly" : "disabled"]++;
      }
      if (!isForLink) await expectAlive(visit, view);
    } catch (error) {
      const log = [...visit.noticed, ...plan].map((one) => JSON.stringify(one)).join("\n");
      throw new Error(`load ${load} of ${view.url}, planned and noticed:\n${log}`, { cause: error });
    } finally {
      await visit.page.context().close();
    }
  }
  tally.elsewhere = tally.presses - tally.enabled - tally.partly - tally.disabled;
  return tally;
}

interface Visit {
  page: Page;
  noticed: Noticed[];
  /** Documents that were asked for after the page itself. */
  navigations: string[];
  slowDown(rate: number): Promise<void>;
  mouse(type: "mousePressed" | "mouseReleased", spot: Spot): Promise<unknown>;
}

/** The page from its first byte on, which has just come. */
async function open(browser: Browser, { url, controls, links = [], context: options }: View): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT, ...options });
  const noticed: Noticed[] = [];
  await context.exposeFunction(REPORT, (one: Noticed) => noticed.push(one));
  const asLinks = links.map((name, index) => ({
    key: `link ${index}`,
    name: name.source,
    acts: "changes" as const,
  }));
  await context.addInitScript(recordPresses, [[...controls, ...asLinks], REPORT] as const);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const slowDown = async (rate: number) => {
    await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  };
  await slowDown(SLOWDOWN);
  await page.goto(url, { waitUntil: "commit" });
  const navigations: string[] = [];
  context.on("request", (request) => {
    if (request.isNavigationRequest()) navigations.push(request.url());
  });
  return {
    page,
    noticed,
    navigations,
    slowDown,
    mouse: (type, spot) =>
      cdp.send("Input.dispatchMouseEvent", { type, ...spot, button: "left", clickCount: 1 }),
  };
}

/** Where everything lies while all is folded and with one thing unfolded, and when the page has come to rest. */
async function survey(browser: Browser, view: View) {
  const visit = await open(browser, view);
  const { page } = visit;
  const begun = performance.now();
  await untilReady(page);
  const readyMs = performance.now() - begun;
  await page.waitForLoadState("networkidle");
  // As many presses find the controls on as find them off, or not there yet.
  const restMs = Math.max(performance.now() - begun, 2 * readyMs);
  const spotOf = async (name: RegExp): Promise<Spot[]> => {
    const box = await named(page, name).boundingBox();
    return box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [];
  };
  const layout = async () =>
    (await Promise.all(view.controls.map(({ name }) => spotOf(new RegExp(name, "i"))))).flat();
  const layouts = [await layout()];
  const linkSpots = (await Promise.all((view.links ?? []).map(spotOf))).flat();
  const fold = view.controls.find(({ acts }) => acts === "expands");
  if (fold) {
    await named(page, new RegExp(fold.name, "i")).click();
    layouts.push(await layout());
  }
  await page.context().close();
  expect(layouts[0]?.length, "every control is there").toBe(view.controls.length);
  expect(linkSpots.length, "every link is there").toBe(view.links?.length ?? 0);
  return { layouts, linkSpots, restMs };
}

/** Presses blindly, as planned from now on; a press that finds something else there is no fault. */
async function press(
  visit: Visit,
  plan: readonly { at: number; holdMs: number; spot: Spot }[],
): Promise<void> {
  const begun = performance.now();
  const handled: Promise<unknown>[] = [];
  for (const { at, holdMs, spot } of plan) {
    await delay(Math.max(0, at - (performance.now() - begun)));
    handled.push(visit.mouse("mousePressed", spot));
    await delay(holdMs);
    handled.push(visit.mouse("mouseReleased", spot));
  }
  await Promise.all(handled);
}

async function expectOneNavigation({ page, noticed, navigations }: Visit): Promise<void> {
  const pressed = () => noticed.filter((one) => one.what === "press" && one.enabled === "throughout").length;
  await expect.poll(() => navigations.length).toBe(pressed());
  await page.waitForLoadState();
  expect(navigations.length).toBe(pressed());
}

/** Every press of a control that was enabled acted once, and no other press did. */
async function expectEffects({ page, noticed }: Visit, { controls }: View): Promise<void> {
  const presses = (key: string, enabled: string) =>
    noticed.filter((one) => one.what === "press" && one.key === key && one.enabled === enabled).length;
  await untilReady(page);
  for (const { key } of controls) {
    await expect
      .poll(() => effectsOf(noticed, key), { message: key })
      .toBeGreaterThanOrEqual(presses(key, "throughout"));
  }
  await page.waitForLoadState("networkidle");
  for (const { key } of controls) {
    const late = noticed.filter((one) => one.what === "late click" && one.key === key).length;
    const most = presses(key, "throughout") + presses(key, "partly") + late;
    expect(effectsOf(noticed, key), `${key} acted no more than once a press`).toBeLessThanOrEqual(most);
  }
}

/** At rest, every control that is still there acts. */
async function expectAlive({ page, noticed, slowDown }: Visit, { controls }: View): Promise<void> {
  await slowDown(1);
  for (const { key, name, acts } of controls) {
    if (acts === "changes") continue;
    // Closes what may lie over it.
    await page.keyboard.press("Escape");
    const control = named(page, new RegExp(name, "i"));
    if (!(await control.isVisible())) continue;
    const before = effectsOf(noticed, key);
    await control.click();
    await expect.poll(() => effectsOf(noticed, key), { message: `${key}, once more` }).toBe(before + 1);
  }
}

function effectsOf(noticed: readonly Noticed[], key: string): number {
  return noticed.filter((one) => one.what === "effect" && one.key === key).length;
}

function named(page: Page, name: RegExp): Locator {
  const [first, ...others] = (["button", "link", "radio"] as const).map((role) =>
    page.getByRole(role, { name }),
  );
  return others.reduce((either, one) => either.or(one), first ?? page.locator("button")).first();
}

/** The controls are on: the page's scripts run. */
async function untilReady(page: Page): Promise<void> {
  await expect(page.locator("fieldset[data-starting]")).toHaveCount(0);
  await page.locator("button:enabled").first().waitFor();
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}
