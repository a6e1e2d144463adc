import { expect, type Page } from "@playwright/test";
import type { Hex } from "viem";
import { test } from "./support/journey";
import { chooseAccount, connect, createDestination } from "./support/merchant";
import { exchangeWord, type PayAnswer } from "./support/pay-answer";
import {
  aMulticall,
  connectWallet,
  lookNow,
  openLink,
  payerPage,
  refuseOnce,
  shownHash,
  toChoice,
  toReview,
  watchPayer,
} from "./support/payer-page";
import {
  accountsOf,
  aTronLink,
  aTronPayer,
  fundTron,
  infoOf,
  knob,
  letPaymentExpire,
  newTronWallet,
  payOnTron,
  tronAllow,
  tronAllowance,
  tronBalance,
  trxOf,
  watchRelay,
} from "./support/payer-tron";
import { readRequest, receiveWebhooks, sharedStack, untilPaid } from "./support/shop";
import { expectVerifiedQuittance } from "./support/verified-quittance";

const { stack, dataDir } = sharedStack();

test("a merchant signs in with a Tron wallet, asks for USDT and is paid", async ({ page, browser }) => {
  const merchant = newTronWallet();
  const short = new RegExp(`^${merchant.address.slice(0, 4)}`);
  await chooseAccount(page, merchant.key);
  await page.goto(stack.dashboardUrl);
  await page.getByRole("radio", { name: "Tron" }).check();
  await connect(page);
  await expect(page.getByText("No route configured")).toBeVisible();
  await expect(page.getByRole("button", { name: short })).toBeVisible();
  await createDestination(page, "Tron", "USDT");

  await page.goto(`${stack.dashboardUrl}/get-paid/new`);
  await page.getByRole("textbox", { name: "Payment reference" }).fill("Order 195");
  await page.getByRole("textbox", { name: "Amount" }).fill("7.5");
  await page.getByRole("button", { name: "Create" }).click();
  const url = await page.getByRole("textbox", { name: "Payment link" }).inputValue();

  const payer = await aTronPayer(stack);
  const payers = await (await browser.newContext()).newPage();
  await openLink(payers, { url, token: "", requestIds: [] }, payer.key);
  await toReview(payers);
  await payerPage(payers).approve.click();
  await payOnTron(payers, stack);
  await expect(payerPage(payers).paid).toBeFocused();
  await payers.context().close();

  expect(await tronBalance(stack, merchant.address)).toBe(7_500_000n);
  await page.goto(`${stack.dashboardUrl}/get-paid`);
  await expect(page.getByRole("row", { name: /Order 195/ })).toContainText("Paid");
});

test("a link on Tron is paid once its block is solid, and everybody hears of it", async ({ page }) => {
  const { receiver } = await receiveWebhooks(dataDir);
  const link = await aTronLink(stack, { amount: "12.000001", reference: "Invoice T" });
  const [requestId = ""] = link.requestIds;
  const payer = await aTronPayer(stack);
  const recipient = accountsOf(stack).recipient.tronAddress ?? "";
  const before = await tronBalance(stack, recipient);
  const watch = watchPayer(page, stack);
  await watch.listening;
  const { relayed } = watchRelay(page);
  const at = payerPage(page);

  await openLink(page, link, payer.key);
  await expect(at.heading(/12\.000001 USDT/)).toBeVisible();
  await at.connect.click();
  await expect(page.getByText("only Tron wallets can pay it")).toBeVisible();
  await expect(page.getByRole("button", { name: "TronLink" })).toBeVisible();
  await expect(page.getByRole("button", { name: /MetaMask|Coinbase|Rabby/ })).toHaveCount(0);
  await expect(at.testWallet).toHaveCount(1);
  await at.testWallet.click();
  await expect(at.approve).toHaveText("Approve 12.000001 USDT");
  await at.approve.click();
  await expect(at.pay).toHaveText("Pay 12.000001 USDT on Tron");
  await knob(stack, "pause");
  try {
    await at.pay.click();
    await expect(at.sent).toBeVisible();
    await knob(stack, "mine");
    await expect(page.getByText(/of 19/).first()).toBeVisible();
    expect(await readRequest(stack, requestId)).toMatchObject({ hasBeenPaid: false });
  } finally {
    await knob(stack, "resume");
  }
  await expect(at.paid).toBeFocused();
  expect(relayed).toHaveLength(2);
  const hash = await shownHash(page);
  expect(await infoOf(stack, hash)).toMatchObject({ receipt: { result: "SUCCESS" } });
  expect((await tronBalance(stack, recipient)) - before).toBe(12_000_001n);
  expect(await tronAllowance(stack, payer)).toBe(0n);

  await untilPaid(stack, requestId);
  expect(await readRequest(stack, requestId)).toMatchObject({ txHash: hash });
  const { json } = await receiver.next(
    ({ json }) => json.event === "payment.confirmed" && json.requestId === requestId,
  );
  expect(json).toMatchObject({ txHash: hash, amount: "12.000001" });
  await receiver.close();

  await page.getByRole("link", { name: "View receipt" }).click();
  await expect(at.heading("Paid")).toBeVisible();
  watch.expectClean();
  await expectVerifiedQuittance(requestId);
});

test("two payouts of a multicall are paid with one confirmation", async ({ page }) => {
  const children = [
    await aTronLink(stack, { amount: "1", reference: "Salary Ada" }),
    await aTronLink(stack, { amount: "2", reference: "Salary Bob" }),
  ];
  const multicall = await aMulticall(stack, children);
  const payer = await aTronPayer(stack);
  const { relayed } = watchRelay(page);
  const at = payerPage(page);
  await openLink(page, multicall, payer.key);
  await expect(at.heading(/^3\.00 USDT/)).toBeVisible();
  await toReview(page);
  await at.approve.click();
  await payOnTron(page, stack);
  await expect(at.paid).toBeFocused();
  await expect(page.getByText("2 of 2 paid")).toBeVisible();
  expect(relayed).toHaveLength(2);
  for (const requestId of multicall.requestIds) await untilPaid(stack, requestId);
  const hashes = await Promise.all(
    multicall.requestIds.map(async (requestId) => (await readRequest(stack, requestId)).txHash),
  );
  expect(new Set(hashes)).toEqual(new Set([await shownHash(page)]));
});

test("a permission that is left over is taken back first; a no, a reload and a second device lose nothing", async ({
  page,
  browser,
}) => {
  const link = await aTronLink(stack);
  const payer = await aTronPayer(stack);
  await tronAllow(stack, payer, 1n);
  const { relayed } = watchRelay(page);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await toReview(page);
  await expect(page.getByText("Step 1 of 3", { exact: true })).toBeVisible();
  await refuseOnce(page);
  await at.reset.click();
  await expect(page.getByText("You said no in your wallet. Nothing was signed")).toBeVisible();
  expect(relayed).toHaveLength(0);
  await at.reset.click();
  await at.approve.click();
  await expect(page.getByText("Step 3 of 3", { exact: true })).toBeVisible();
  await page.reload();
  await toReview(page);
  await expect(at.approve).toHaveCount(0);

  const other = await (await browser.newContext()).newPage();
  await knob(stack, "pause");
  try {
    await at.pay.click();
    await expect(at.sent).toBeVisible();
    const hash = await shownHash(page);
    await page.reload();
    await expect(at.sent).toBeVisible();
    expect(await shownHash(page)).toBe(hash);
    await other.goto(link.url);
    await expect(other.getByText("Somebody is paying this link")).toBeVisible();
  } finally {
    await knob(stack, "resume");
  }
  await knob(stack, "solidify");
  await expect(at.paid).toBeVisible();
  await lookNow(other);
  await expect(payerPage(other).paid).toBeVisible();
  expect(relayed).toHaveLength(3);
  await other.context().close();
});

test("what is missing is said before anything is signed, and a payment that ran out of energy after", async ({
  page,
}) => {
  const link = await aTronLink(stack, { amount: "12.5" });
  const payer = await aTronPayer(stack, { sun: 1n, tokens: 2n });
  const { relayed } = watchRelay(page);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await connectWallet(page);
  await expect(page.getByText("10.50 USDT are missing")).toBeVisible();
  await fundTron(stack, payer, { tokens: 20n });
  await at.lookAgain.click();
  await at.proceed.click();
  await expect(at.heading("Not enough TRX for the network fee")).toBeFocused();
  await expect(at.approve).toHaveCount(0);
  expect(relayed).toHaveLength(0);

  await fundTron(stack, payer, { sun: 1_000_000_000n });
  await at.lookAgain.click();
  await at.proceed.click();
  await at.approve.click();
  await expect(at.pay).toBeVisible();
  // Enough to be taken up, and not to be carried out.
  await knob(stack, "setbalance", { address: payer.address, sun: "2000000" });
  await at.pay.click();
  await expect(at.alert).toContainText("The network refused the transaction and undid it");
  expect(await readRequest(stack, link.requestIds[0] ?? "")).toMatchObject({ hasBeenPaid: false });
  await fundTron(stack, payer, { sun: 1_000_000_000n });
  await at.proceed.click();
  await payOnTron(page, stack);
  await expect(at.paid).toBeVisible();
  expect(await tronBalance(stack, payer.address)).toBe(7_500_000n);
});

test("a lost answer of the relay pays once, and a payment that no block took up can be made again", async ({
  page,
}) => {
  const link = await aTronLink(stack);
  const payer = await aTronPayer(stack);
  await tronAllow(stack, payer, 100_000_000n);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await toReview(page);
  await knob(stack, "fault", { loseNext: 1 });
  await at.pay.click();
  await expect(at.sent).toBeVisible();
  // The page has to have seen the chain's clock before it moves.
  await page.waitForResponse("**/rpc/tron/wallet/getblock");
  await letPaymentExpire(page, stack);

  await at.proceed.click();
  await expect(at.pay).toBeVisible();
  const { relayed } = watchRelay(page);
  await page.route(
    "**/tron/broadcast",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await payOnTron(page, stack);
  await expect(at.paid).toBeVisible();
  expect(relayed.length).toBeGreaterThan(1);
  expect(new Set(relayed.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await tronBalance(stack, payer.address)).toBe(998_500_000n);
});

test("while the network takes nothing the page does not say that it was sent, and hands over the same again", async ({
  page,
}) => {
  const link = await aTronLink(stack);
  const payer = await aTronPayer(stack);
  const { relayed } = watchRelay(page);
  const at = payerPage(page);
  const again = page.getByRole("button", { name: "Send it again" });
  const path = "broadcasttransaction";
  const bytes = () => new Set(relayed.map((one) => JSON.stringify(one))).size;
  await openLink(page, link, payer.key);
  await toReview(page);
  try {
    await test.step("a permission", async () => {
      await knob(stack, "fault", { refuse: { code: "SERVER_BUSY", message: "Server busy." } });
      await at.approve.click();
      await expect(again).toBeVisible();
      await expect(at.approve).toHaveCount(0);
      await knob(stack, "heal");
      await again.click();
      await expect(at.pay).toBeVisible();
      expect(bytes()).toBe(1);
    });
    await test.step("the payment", async () => {
      await knob(stack, "fault", { throttle: { status: 429, path } });
      await at.pay.click();
      await expect(at.heading("Not sent yet")).toBeFocused();
      await expect(page.getByText("Nothing is known to have been sent")).toBeVisible();
      await expect(page.getByText("You can close this page")).toHaveCount(0);
      await expect(at.sent).toHaveCount(0);
      const hash = await shownHash(page);
      await again.click();
      await expect(page.getByText("Still nobody has taken it")).toBeVisible();
      await page.reload();
      await expect(at.heading("Not sent yet")).toBeVisible();
      expect(await shownHash(page)).toBe(hash);
      await knob(stack, "heal");
      await again.click();
      await expect(at.sent.or(at.paid)).toBeVisible();
      await knob(stack, "solidify");
      await expect(at.paid).toBeVisible();
      expect(await shownHash(page)).toBe(hash);
    });
  } finally {
    await knob(stack, "heal");
  }
  expect(bytes()).toBe(2);
  expect(await tronBalance(stack, payer.address)).toBe(998_500_000n);
});

test("what nobody took until its time was over can be paid anew, once", async ({ page }) => {
  const link = await aTronLink(stack);
  const payer = await aTronPayer(stack);
  await tronAllow(stack, payer, 100_000_000n);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await toReview(page);
  await knob(stack, "fault", { throttle: { status: 429, path: "broadcasttransaction" } });
  try {
    await at.pay.click();
    await expect(at.heading("Not sent yet")).toBeVisible();
  } finally {
    await knob(stack, "heal");
  }
  await letPaymentExpire(page, stack);
  await at.proceed.click();
  await payOnTron(page, stack);
  await expect(at.paid).toBeVisible();
  expect(await tronBalance(stack, payer.address)).toBe(998_500_000n);
});

const THIEF: Hex = "0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0";

/**
 * One in the payment and one beside it show that the page compares before it signs. What it finds is tried, kind by kind,
 * in `components/pay/safety/tron-relay.test.ts`.
 */
const ATTACKS: Record<string, (answer: PayAnswer) => unknown> = {
  recipient: ({ transactions }) => exchangeWord(transactions[1], 1, THIEF),
  "fee limit": ({ metadata }) => Object.assign(metadata, { paymentFeeLimit: "15000000000" }),
};

const PAY = "**/v2/secure-payments/*/pay?*";

/** Every answer of `/pay` is changed on its way to this page, until the route is taken back. */
async function alterAnswers(page: Page, attack: () => (answer: PayAnswer) => unknown): Promise<void> {
  await page.route(PAY, async (route) => {
    const answer = await (await route.fetch()).json();
    const before = JSON.stringify(answer);
    attack()(answer);
    expect(JSON.stringify(answer)).not.toBe(before);
    await route.fulfill({ json: answer });
  });
}

test("what was altered on its way, to the page or to the relay, is never broadcast", async ({ page }) => {
  const link = await aTronLink(stack);
  const payer = await aTronPayer(stack);
  const before = await trxOf(stack, payer);
  const { relayed } = watchRelay(page);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await toChoice(page);
  let attack: (answer: PayAnswer) => unknown = () => {};
  await alterAnswers(page, () => attack);
  for (const [name, change] of Object.entries(ATTACKS)) {
    await test.step(name, async () => {
      attack = change;
      await at.proceed.click();
      await expect(at.alert).toContainText("does not match what is shown");
      await expect(page.getByRole("button", { name: /^(?:Approve|Pay) / })).toHaveCount(0);
      await at.tryAgain.click();
    });
  }
  await page.unroute(PAY);
  expect(relayed).toEqual([]);

  await test.step("a second contract beside the signed one", async () => {
    await at.proceed.click();
    await page.route("**/tron/broadcast", async (route) => {
      const body = route.request().postDataJSON();
      const { contract } = body.signedTransaction.raw_data;
      contract.push(contract[0]);
      await route.continue({ postData: body });
    });
    await at.approve.click();
    await expect(at.alert).toContainText("What your wallet signed could not be sent. Nothing was paid");
  });
  expect(await trxOf(stack, payer)).toBe(before);
  expect(await tronAllowance(stack, payer)).toBe(0n);

  await page.unroute("**/tron/broadcast");
  await at.approve.click();
  await payOnTron(page, stack);
  await expect(at.paid).toBeVisible();
});
