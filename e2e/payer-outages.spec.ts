import { expect, type Locator, type Page } from "@playwright/test";
import { atNight } from "./support/at-night";
import { test } from "./support/journey";
import { allow, aPayer, sentBy, withoutMining } from "./support/payer-chain";
import {
  aLink,
  connectWallet,
  lookNow,
  openLink,
  payerPage,
  readyToPay,
  shownHash,
  toChoice,
  toReview,
} from "./support/payer-page";
import { sharedStack, untilPaid } from "./support/shop";

const { stack } = sharedStack();

async function afterReload(page: Page, what: Locator): Promise<void> {
  await page.reload({ waitUntil: "commit" });
  await expect(what).toBeVisible();
}

test("a reload at any step, and a second device, land where the payment is", async ({ page, browser }) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await afterReload(page, at.connect);
  await toChoice(page);
  await afterReload(page, at.connect);
  await toReview(page);
  await afterReload(page, at.connect);
  await toReview(page);
  await at.approve.click();
  await expect(at.pay).toBeVisible();
  await afterReload(page, at.connect);
  await toReview(page);
  await expect(at.approve).toHaveCount(0);

  const other = await (await browser.newContext()).newPage();
  await withoutMining(stack, "sepolia", async (mine) => {
    await at.pay.click();
    await expect(at.sent).toBeVisible();
    const hash = await shownHash(page);
    await afterReload(page, at.sent);
    expect(await shownHash(page)).toBe(hash);
    await page.goto("about:blank");
    await page.goBack();
    await expect(at.sent).toBeVisible();

    await other.goto(link.url);
    await expect(other.getByText("Somebody is paying this link")).toBeVisible();
    await mine();
    await expect(at.paid).toBeVisible();
    await lookNow(other);
    await expect(payerPage(other).paid).toBeVisible();
  });
  await afterReload(page, at.paid);
  await afterReload(other, payerPage(other).paid);
  expect(await sentBy(stack, payer.address)).toBe(2);
  await other.context().close();
});

/** What comes instead of an answer while a service is being replaced, or from a proxy in between. */
const NO_ANSWERS = [
  { status: 200, contentType: "text/html", body: "<html><h1>Sign in to the network</h1></html>" },
  { status: 200, contentType: "application/json", body: '{"kind":"ready","token":"01' },
  { status: 200, contentType: "application/json", body: "null" },
  { status: 200, contentType: "application/json", body: '{"kind":"ready"}' },
  { status: 200, contentType: "application/json", body: '{"kind":"refunded"}' },
  { status: 502, contentType: "text/html", body: "<html><h1>Bad gateway</h1></html>" },
];

/** Longer than any pause between two questions of the page, on a machine with other things to do. */
const BY_ITSELF = { timeout: 120_000 };

/** Until it is taken back, `/pay/state` answers with these in turn. `untilAll` resolves when each has come once. */
async function withoutAnswers(page: Page) {
  let given = 0;
  await page.route("**/pay/state", (route) => route.fulfill(NO_ANSWERS[given++ % NO_ANSWERS.length]));
  return {
    untilAll: () =>
      expect(async () => {
        await lookNow(page);
        expect(given).toBeGreaterThanOrEqual(NO_ANSWERS.length);
      }).toPass(),
    end: () => page.unroute("**/pay/state"),
  };
}

test("half an answer, or that of a proxy, costs nothing: the page stays, says so and asks again", async ({
  page,
}) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  await allow(stack, payer, 1_500_000n);
  const at = payerPage(page);
  const silent = page.locator("main").getByText("The service cannot be reached at the moment").first();
  await openLink(page, link, payer.key);

  await test.step("before a wallet is connected", async () => {
    const { untilAll, end } = await withoutAnswers(page);
    // The scripts wait for the payer.
    await page.mouse.move(1, 1);
    await untilAll();
    await expect(silent).toBeVisible();
    await expect(at.connect).toBeVisible();
    await expect(at.heading(/1\.50 USDC/)).toBeVisible();
    await end();
  });

  await test.step("while the wallet is checked", async () => {
    const { untilAll, end } = await withoutAnswers(page);
    await connectWallet(page);
    await expect(at.heading("The service cannot be reached")).toBeFocused();
    await untilAll();
    await expect(at.heading("The service cannot be reached")).toBeVisible();
    await expect(at.heading(/1\.50 USDC/)).toBeVisible();
    await end();
    // By itself: nothing is pressed.
    await expect(at.pay).toBeVisible(BY_ITSELF);
    await expect(silent).toHaveCount(0);
  });

  await test.step("while the payment is on its way, over a reload too", async () => {
    await withoutMining(stack, "sepolia", async (mine) => {
      await at.pay.click();
      await expect(at.sent).toBeVisible();
      const hash = await shownHash(page);
      const { untilAll, end } = await withoutAnswers(page);
      await untilAll();
      await expect(silent).toBeVisible();
      await expect(at.sent).toBeVisible();
      await page.reload();
      await expect(at.sent).toBeVisible();
      await expect(silent).toBeVisible();
      expect(await shownHash(page)).toBe(hash);
      await mine();
      await end();
    });
    await expect(at.paid).toBeVisible(BY_ITSELF);
    await expect(silent).toHaveCount(0);
  });
  expect(await sentBy(stack, payer.address)).toBe(2);
});

atNight("a worker that is killed in the middle of a payment costs nobody anything", async ({ page }) => {
  const { link } = await readyToPay(page, stack);
  const { worker } = sharedStack().stack.processes;
  await withoutMining(stack, "sepolia", async (mine) => {
    await payerPage(page).pay.click();
    await expect(payerPage(page).sent).toBeVisible();
    process.kill(worker, "SIGKILL");
    await mine();
    await expect(payerPage(page).paid).toBeVisible();
  });
  expect(sharedStack().stack.processes.worker).not.toBe(worker);
  await untilPaid(stack, link.requestIds[0] ?? "");
});
