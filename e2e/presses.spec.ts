import { type Browser, test } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { isLong } from "@/server/testing/long";
import { seeded } from "@/server/testing/mutate";
import { createDestination, signIn } from "./support/merchant";
import { pay } from "./support/payer";
import { aLink, aMulticall, anIncomingLink } from "./support/payer-page";
import { pressAtRandom, type View } from "./support/press-at-random";
import type { Control } from "./support/press-recorder";
import { sharedStack, untilPaid } from "./support/shop";

const { stack } = sharedStack();

/** A few in `npm test`. The nightly run presses 500 times, and every night at other moments. */
const PRESSES = isLong() ? 500 : 12;
/** A view takes long to prepare: one of the payer in `npm test`, the others at night. */
const AT_NIGHT = [!isLong(), "pressed at night (npm run test:long)"] as const;
const DAY_MS = 86_400_000;
/** `PRESS_SEED` repeats what a run has printed. */
const SEED = Number(process.env.PRESS_SEED ?? (isLong() ? Math.floor(Date.now() / DAY_MS) : 1));

test.setTimeout(isLong() ? 3_600_000 : 300_000);

const connect: Control = { key: "connect", name: "^Connect wallet$", acts: { shows: "^Connect a wallet$" } };
const details: Control = { key: "details", name: "^(Show|Hide) details$", acts: "expands" };
const recipients: Control = { key: "recipients", name: "^Show (all 9|fewer) recipients$", acts: "expands" };
const device: Control = { key: "device", name: "^No wallet on this device", acts: "expands" };
const copy: Control = {
  key: "copy",
  name: "^(Copy Transaction hash|Transaction hash copied)$",
  acts: "copies",
};
const LANGUAGES = [/^Deutsch$/, /^Español$/];

/** What a payer may find behind a link, how to make such a link, and its share of all presses. */
const VIEWS: Record<string, { share: number; view: () => Promise<View> }> = {
  "an open link": {
    share: 0.4,
    async view() {
      const { url } = await aLink(stack, { reference: "Pressed early" });
      return { url, controls: [details, connect, device], links: LANGUAGES, pressesPerLoad: 4 };
    },
  },
  "a multicall": {
    share: 0.25,
    async view() {
      const { tenantB } = stack.credentials ?? {};
      const children = [];
      for (let child = 0; child < 9; child++) children.push(await aLink(stack, {}, tenantB?.apiKey));
      const { url } = await aMulticall(stack, children, tenantB?.apiKey);
      return { url, controls: [recipients, connect, device], links: LANGUAGES, pressesPerLoad: 4 };
    },
  },
  "a link that is paid": {
    share: 0.2,
    async view() {
      const { url, requestIds } = await aLink(stack, {
        redirectUrl: `${new URL(stack.payUrl).origin}/docs`,
        redirectLabel: "Back to the shop",
      });
      const [requestId = ""] = requestIds;
      await pay(stack, requestId);
      await untilPaid(stack, requestId);
      const links = [/^Back to the shop$/, /^View receipt$/, ...LANGUAGES];
      return { url, controls: [details, copy], links, pressesPerLoad: 4 };
    },
  },
  "a link that hides itself": {
    share: 0.15,
    async view() {
      const { url } = await anIncomingLink(stack, ["1.5"], { accessPolicy: { hideUntilApproved: true } });
      return { url, controls: [connect, device], links: LANGUAGES, pressesPerLoad: 4 };
    },
  },
};

for (const [name, { share, view }] of Object.entries(VIEWS)) {
  test(`${name}: what is enabled acts once at every press, however early`, async ({ browser }) => {
    if (name !== "an open link") test.skip(...AT_NIGHT);
    await pressAndSay(browser, name, await view(), Math.ceil(PRESSES * share));
  });
}

/** Of the sign-in and of each page of the dashboard. */
const PRESSES_ELSEWHERE = Math.floor(PRESSES / 10);

const wallets: Control = { key: "wallets", name: "^Connect wallet$", acts: { shows: "^Connect a wallet" } };
const tron: Control = { key: "tron", name: "^Tron$", acts: "changes" };
const destination: Control = {
  key: "destination",
  name: "^Set up payment destination$",
  acts: { shows: "^Create payment destination$" },
};
const account: Control = { key: "account", name: "account menu$", acts: { shows: "^Account$" } };

test("the sign-in of the dashboard: what is enabled acts once at every press, however early", async ({
  browser,
}) => {
  test.skip(...AT_NIGHT);
  const view = { url: stack.dashboardUrl, controls: [wallets, tron], pressesPerLoad: 1 };
  await pressAndSay(browser, "sign-in", view, PRESSES_ELSEWHERE);
});

test("the dashboard: what is enabled acts once at every press, however early", async ({ browser, page }) => {
  test.skip(...AT_NIGHT);
  await signIn(page, stack, generatePrivateKey());
  const context = { storageState: await page.context().storageState() };
  const home = { url: stack.dashboardUrl, controls: [destination, account], pressesPerLoad: 1, context };
  await pressAndSay(browser, "home", home, PRESSES_ELSEWHERE);
  await createDestination(page, "Sepolia", "USDC");
  const list = { ...home, url: `${stack.dashboardUrl}/get-paid`, controls: [account] };
  await pressAndSay(browser, "list", list, PRESSES_ELSEWHERE);
});

async function pressAndSay(browser: Browser, name: string, view: View, presses: number): Promise<void> {
  process.stdout.write(`${name}: ${presses} presses, seed ${SEED}\n`);
  const tally = await pressAtRandom(browser, view, presses, seeded(SEED));
  process.stdout.write(`${name}: ${JSON.stringify(tally)}\n`);
}
