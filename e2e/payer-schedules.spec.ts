import { expect, type Page } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { expectAccessible } from "./support/accessibility";
import { confirmedCall } from "./support/confirmed-call";
import { test } from "./support/journey";
import { signIn } from "./support/merchant";
import { newApiKey } from "./support/new-api-key";
import { aPayer, balanceOf, chainOf } from "./support/payer-chain";
import { openLink, refuseOnce, switchAccount, watchPayer } from "./support/payer-page";
import {
  allowedOf,
  aSchedule,
  connectPayer,
  readSchedule,
  schedulePage,
  signPastPage,
  untilFirst,
  untilNext,
  untilPaid,
} from "./support/schedules";
import { demoOf, sharedStack } from "./support/shop";

const { stack } = sharedStack();
const THIEF = "0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0";
const ON_ARBITRUM = { network: "arbitrum-one" } as const;

test("a payer signs a schedule, the merchant sees instalments arrive, the payer cancels on chain, and it stays cancelled", async ({
  page,
}) => {
  const [payer, bystander] = [await aPayer(stack, ON_ARBITRUM), await aPayer(stack, ON_ARBITRUM)];
  const schedule = await aSchedule(stack, payer);
  const other = await aSchedule(stack, bystander);
  await signPastPage(stack, other, bystander);
  const watch = watchPayer(page, stack);
  await watch.listening;
  const at = schedulePage(page);

  await openLink(page, schedule, payer.key, "arbitrum-one");
  await expect(at.heading(/1\.50 USDC.*every day/s)).toBeVisible();
  await expect(page.getByText("4.50 USDC")).toBeVisible();
  await expect(page.getByText("Supplier contract")).toBeVisible();
  await connectPayer(page);
  await expect(at.heading("Allow the contract first")).toBeFocused();
  await expect(at.approve).toHaveText("Approve 4.50 USDC");
  await at.approve.click();
  await expect(at.sign).toHaveText("Sign for 3 payments of 1.50 USDC");
  await refuseOnce(page);
  await at.sign.click();
  await expect(page.getByText("You said no in your wallet")).toBeVisible();
  expect(await readSchedule(stack, schedule)).toMatchObject({ status: "pending" });
  await at.sign.click();
  await expect(at.heading("Running")).toBeFocused();
  expect(await readSchedule(stack, schedule)).toMatchObject({ status: "active", processedPayments: 0 });
  expect(await allowedOf(stack, payer, schedule)).toBe(4_500_000n);
  await expectAccessible(page);

  const before = await balanceOf(stack, payer.address, "arbitrum-one");
  await untilFirst(stack);
  await untilPaid(stack, schedule, 1);
  await expect(page.getByText("1 of 3 paid")).toBeVisible();
  await untilNext(stack);
  await untilPaid(stack, schedule, 2);
  await expect(page.getByText("2 of 3 paid")).toBeVisible();
  await expect(page.getByText(/^0x[0-9a-f]{64}$/).first()).toBeVisible();
  expect(before - (await balanceOf(stack, payer.address, "arbitrum-one"))).toBe(3_000_000n);

  await at.cancel.click();
  await at.confirmCancel.click();
  await expect(at.heading("Cancelled in the contract")).toBeFocused();
  await expect.poll(async () => (await readSchedule(stack, schedule)).status).toBe("cancelled");
  await at.lower.click();
  await expect(page.getByText("no larger than your other recurring payments need")).toBeVisible();
  expect(await allowedOf(stack, payer, schedule)).toBe(0n);
  watch.expectClean();

  // The last instalment is due, and the one of a bystander is paid: this one never is.
  await untilNext(stack);
  await untilPaid(stack, other, 3);
  expect(await readSchedule(stack, schedule)).toMatchObject({ status: "cancelled", processedPayments: 2 });
  expect(before - (await balanceOf(stack, payer.address, "arbitrum-one"))).toBe(3_000_000n);
  await page.reload();
  await expect(at.heading("Cancelled")).toBeVisible();
  await expect(at.sign).toHaveCount(0);
});

test("the first instalment of a schedule that starts now is paid within half a minute, on a chain that nobody else uses", async () => {
  const network = "mainnet";
  const payer = await aPayer(stack, { network });
  const startsAt = new Date(Date.now() + 6_000);
  const schedule = await aSchedule(stack, payer, { network, startsAt });
  await signPastPage(stack, schedule, payer);
  await untilPaid(stack, schedule, 1);
  expect(Date.now() - startsAt.getTime()).toBeLessThan(30_000);
});

test("the page of a schedule says who set it up, and to which wallet the money goes", async ({
  page,
  browser,
}) => {
  const merchant = await (await browser.newContext()).newPage();
  await signIn(merchant, stack, generatePrivateKey());
  const branding = await confirmedCall(merchant, "PUT", `${stack.apiUrl}/v1/branding`, {
    displayName: "Office <b>rentals</b>",
  });
  expect(branding.status()).toBe(200);
  const apiKey = await newApiKey(merchant, stack, "Server");
  const payer = await aPayer(stack, ON_ARBITRUM);
  const schedule = await aSchedule(stack, payer, { apiKey });
  await merchant.context().close();

  await openLink(page, schedule, payer.key, "arbitrum-one");
  await expect(page.getByText("Set up by Office <b>rentals</b>", { exact: true })).toBeVisible();
  const summary = page.getByRole("region").filter({ hasText: "Set up by" });
  const { recipient } = demoOf(stack).accounts;
  // Grouped by looks only: the text is the address itself.
  await expect(summary).toContainText(recipient.address);
  await expect(summary).toContainText(payer.address);
  await expectAccessible(page);
});

/** The parts of an answer that the attacks change. */
interface Answer {
  transactions: { to: string; data: string; value: unknown }[];
  recurringPaymentPermit: {
    domain: Record<string, unknown>;
    types: Record<string, { name: string; type: string }[]>;
    values: Record<string, unknown>;
  };
  metadata: Record<string, unknown>;
}

/**
 * One in what is signed and one in the approval show that the page compares before it asks. What it finds is tried, field
 * by field, in `components/pay/safety/schedule/compare-schedule.test.ts`.
 */
const ATTACKS: Record<string, (answer: Answer) => unknown> = {
  recipient: (answer) => Object.assign(answer.recurringPaymentPermit.values, { recipient: THIEF }),
  "an approval of everything": ({ transactions }) =>
    transactions.map((one) => Object.assign(one, { data: `${one.data.slice(0, -64)}${"f".repeat(64)}` })),
};

/** Counts what leaves the page for the chain or the service. */
function watchLeaving(page: Page) {
  const seen = { sent: 0, signed: 0, reports: 0 };
  page.on("request", (request) => {
    if (request.postData()?.includes("eth_sendRawTransaction")) seen.sent += 1;
    if (request.url().endsWith("/pay/schedule/sign")) seen.signed += 1;
    if (request.url().endsWith("/pay/report")) seen.reports += 1;
  });
  return seen;
}

test("an answer that was altered on its way never reaches the wallet", async ({ page }) => {
  const payer = await aPayer(stack, ON_ARBITRUM);
  const schedule = await aSchedule(stack, payer);
  const seen = watchLeaving(page);
  const at = schedulePage(page);
  const names = Object.keys(ATTACKS);
  let attack = 0;
  await page.route("**/pay/schedule/permit", async (route) => {
    const answer = await (await route.fetch()).json();
    const before = JSON.stringify(answer);
    ATTACKS[names[attack] ?? ""]?.(answer);
    expect(JSON.stringify(answer)).not.toBe(before);
    await route.fulfill({ json: answer });
  });
  await openLink(page, schedule, payer.key, "arbitrum-one");
  await connectPayer(page);
  for (const name of names) {
    await test.step(name, async () => {
      await expect(at.alert).toContainText("does not match what is shown");
      await expect(at.sign).toHaveCount(0);
      await expect(at.approve).toHaveCount(0);
      attack += 1;
      if (attack < names.length) {
        const asked = page.waitForResponse("**/pay/schedule/permit");
        await at.tryAgain.click();
        await asked;
      }
    });
  }
  expect(seen).toEqual({ sent: 0, signed: 0, reports: names.length });
  expect(await chainOf(stack, "arbitrum-one").getTransactionCount({ address: payer.address })).toBe(0);

  await page.unroute("**/pay/schedule/permit");
  await at.tryAgain.click();
  await at.approve.click();
  await at.sign.click();
  await expect(at.heading("Running")).toBeVisible();
});

test("what was drawn first cannot be exchanged under the payer's eyes, and another wallet cannot sign", async ({
  page,
}) => {
  const [payer, stranger] = [await aPayer(stack, ON_ARBITRUM), await aPayer(stack, ON_ARBITRUM)];
  const schedule = await aSchedule(stack, payer);
  const honest = demoOf(stack).accounts.recipient.address;
  let isAltered = false;
  await page.route("**/pay/schedule/state", async (route) => {
    if (!isAltered) return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(honest, demoOf(stack).accounts.payer2.address);
    await route.fulfill({ response, body });
  });
  const at = schedulePage(page);
  await openLink(page, schedule, stranger.key, "arbitrum-one");
  await at.connect.first().click();
  await expect(at.testWallet).toBeVisible();
  isAltered = true;
  await at.testWallet.click();
  await expect(at.heading("This is another wallet")).toBeVisible();
  await expect(at.sign).toHaveCount(0);
  await expect(
    page.getByText("The service cannot be reached at the moment", { exact: false }).first(),
  ).toBeVisible();
  await expect(page.getByText(honest.slice(2, 6), { exact: false }).first()).toBeVisible();
  await page.unroute("**/pay/schedule/state");
  await switchAccount(page, payer.key);
  await at.approve.click();
  await at.sign.click();
  await expect(at.heading("Running")).toBeVisible();
});

test("a payer sees what leaves the wallet by itself, over all merchants, and cancels it there", async ({
  page,
}) => {
  const [payer, stranger] = [await aPayer(stack, ON_ARBITRUM), await aPayer(stack, ON_ARBITRUM)];
  const { tenantB } = demoOf(stack);
  const ofA = await aSchedule(stack, payer);
  const ofB = await aSchedule(stack, payer, { apiKey: tenantB.apiKey, totalPayments: 5 });
  await aSchedule(stack, payer);
  await signPastPage(stack, ofA, payer);
  await signPastPage(stack, ofB, payer);
  const watch = watchPayer(page, stack);
  await watch.listening;
  const at = schedulePage(page);

  await openLink(page, { url: `${stack.payUrl}/schedules` }, stranger.key, "arbitrum-one");
  await connectPayer(page);
  await at.signToSee.click();
  await expect(at.heading("0 recurring payments")).toBeVisible();
  await switchAccount(page, payer.key);
  await at.signToSee.click();
  await expect(at.heading("2 recurring payments")).toBeFocused();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expectAccessible(page);

  const second = page.getByRole("article").nth(1);
  await expect(second.getByText("0 of 5 paid")).toBeVisible();
  await second.getByRole("button", { name: "Cancel this recurring payment" }).click();
  await at.confirmCancel.click();
  await expect(at.heading("Cancelled in the contract")).toBeVisible();
  await expect.poll(async () => (await readSchedule(stack, ofB)).status).toBe("cancelled");
  expect(await readSchedule(stack, ofA)).toMatchObject({ status: "active" });
  watch.expectClean();
});
