import { expect } from "@playwright/test";
import { holdCalls } from "./support/hold-calls";
import { test } from "./support/journey";
import { allow, aPayer, balanceOf, fund, sentBy } from "./support/payer-chain";
import {
  aLink,
  answerNow,
  connectWallet,
  openLink,
  payerPage,
  refuseOnce,
  staySilent,
  switchAccount,
  switchNetwork,
  toReview,
} from "./support/payer-page";
import { sharedStack, untilPaid } from "./support/shop";

const { stack } = sharedStack();

test("a wallet on another network is moved to the right one, then pays", async ({ page }) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  await openLink(page, link, payer.key, "base");
  await connectWallet(page);
  await expect(page.getByText("Your wallet is on another network.")).toBeVisible();
  await expect(payerPage(page).proceed).toHaveText("Continue on Sepolia");
  await payerPage(page).proceed.click();
  await payerPage(page).approve.click();
  await payerPage(page).pay.click();
  await expect(payerPage(page).paid).toBeVisible();
  expect(await sentBy(stack, payer.address, "base")).toBe(0);
});

test("a wallet with too little is told how much is missing, and pays once it is there", async ({ page }) => {
  const link = await aLink(stack, { amount: "12.5" });
  const payer = await aPayer(stack, { tokens: 2n });
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await connectWallet(page);
  await expect(at.heading("Not enough USDC")).toBeFocused();
  await expect(page.getByText("10.50 USDC are missing")).toBeVisible();
  await expect(at.proceed).toHaveCount(0);
  await fund(stack, payer.address, { tokens: 20n });
  await at.lookAgain.click();
  await at.proceed.click();
  await at.approve.click();
  await at.pay.click();
  await expect(at.paid).toBeVisible();
});

test("a wallet without the network's coin is told so before it signs anything", async ({ page }) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack, { native: 0n });
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await connectWallet(page);
  await expect(at.heading(/^Not enough \w+ for the network fee$/)).toBeFocused();
  await expect(at.approve).toHaveCount(0);
  await fund(stack, payer.address);
  await at.lookAgain.click();
  await at.proceed.click();
  await expect(at.approve).toBeVisible();
});

test("a token that refuses to change an open permission has it reset first", async ({ page }) => {
  const link = await aLink(stack, { network: "mainnet", currency: "USDT", amount: "2.5" });
  const payer = await aPayer(stack, { network: "mainnet" });
  await allow(stack, payer, 1n, { network: "mainnet", token: "USDT" });
  const before = await balanceOf(stack, payer.address, "mainnet", "USDT");
  const at = payerPage(page);
  await openLink(page, link, payer.key, "mainnet");
  await toReview(page);
  await expect(page.getByText("Step 1 of 3", { exact: true })).toBeVisible();
  await at.reset.click();
  await expect(page.getByText("Step 2 of 3", { exact: true })).toBeVisible();
  await at.approve.click();
  await expect(page.getByText("Step 3 of 3", { exact: true })).toBeVisible();
  await at.pay.click();
  await expect(at.paid).toBeVisible();
  expect(before - (await balanceOf(stack, payer.address, "mainnet", "USDT"))).toBe(2_500_000n);
  await untilPaid(stack, link.requestIds[0] ?? "");
});

test("who says no in the wallet is asked again only by pressing again", async ({ page }) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  const at = payerPage(page);
  const saidNo = page.getByText("You said no in your wallet. Nothing was signed");
  await openLink(page, link, payer.key);
  await toReview(page);
  await refuseOnce(page);
  await at.approve.click();
  await expect(saidNo).toBeVisible();
  expect(await sentBy(stack, payer.address)).toBe(0);
  await at.approve.click();
  await expect(at.pay).toBeVisible();
  await refuseOnce(page);
  await at.pay.click();
  await expect(saidNo).toBeVisible();
  expect(await sentBy(stack, payer.address)).toBe(1);
  await at.pay.click();
  await expect(at.paid).toBeVisible();
});

test("a wallet that has moved to the right network by itself, and told nobody, goes on", async ({ page }) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  const at = payerPage(page);
  await openLink(page, link, payer.key, "base");
  await connectWallet(page);
  await expect(at.proceed).toHaveText("Continue on Sepolia");
  await switchNetwork(page, "sepolia", true);
  await at.proceed.click();
  await expect(at.approve).toBeVisible();
  // And one that has left it again is led back.
  await at.heading("Allow the payment first").waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(at.proceed).toHaveText("Continue");
  await switchNetwork(page, "base", true);
  await at.proceed.click();
  await expect(at.proceed).toHaveText("Continue on Sepolia");
  await at.proceed.click();
  await expect(at.approve).toBeVisible();
});

test("a wallet that changes account or network on the way is asked for everything again", async ({
  page,
}) => {
  const link = await aLink(stack);
  const [first, second] = [await aPayer(stack), await aPayer(stack)];
  const at = payerPage(page);
  await openLink(page, link, first.key);
  await toReview(page);
  await switchAccount(page, second.key);
  await expect(page.getByText("switched to another account, so everything was checked again")).toBeVisible();
  await expect(at.approve).toHaveCount(0);
  await at.proceed.click();
  await expect(at.approve).toBeVisible();

  await switchNetwork(page, "mainnet");
  await expect(page.getByText("switched networks, so everything was checked again")).toBeVisible();
  await expect(at.approve).toHaveCount(0);
  await at.proceed.click();
  await expect(at.approve).toBeVisible();

  // A wallet that tells nobody is caught when it is handed the transaction.
  await switchNetwork(page, "mainnet", true);
  await at.approve.click();
  await expect(at.alert).toContainText("on another network");
  for (const network of ["sepolia", "mainnet"]) {
    expect(await sentBy(stack, first.address, network)).toBe(0);
    expect(await sentBy(stack, second.address, network)).toBe(0);
  }
});

test("what was pressed before the account changed is not signed, not even after it has changed back", async ({
  page,
}) => {
  const link = await aLink(stack);
  const [payer, second] = [await aPayer(stack), await aPayer(stack)];
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await toReview(page);
  await at.approve.click();
  await expect(at.pay).toBeVisible();
  const before = await sentBy(stack, payer.address);
  // The last look at the link, which stands between the button and the wallet.
  const letGo = await holdCalls(page, "**/pay/state");
  await at.pay.click();
  await expect(page.getByText("One last check").first()).toBeVisible();
  await switchAccount(page, second.key);
  await expect(at.heading("Checking your wallet")).toBeVisible();
  await switchAccount(page, payer.key);
  letGo();
  await expect(at.proceed).toBeVisible();
  await at.proceed.click();
  await expect(at.pay).toBeVisible();
  expect(await sentBy(stack, payer.address)).toBe(before);
});

test("nobody is asked to confirm before the wallet is asked, and until then the payer may go back", async ({
  page,
}) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await toReview(page);
  await at.approve.click();
  await expect(at.pay).toBeVisible();
  const before = await sentBy(stack, payer.address);
  await staySilent(page);
  const letGo = await holdCalls(page, "**/pay/state");
  await at.pay.click();
  await expect(page.getByText("One last check").first()).toBeVisible();
  await expect(page.getByRole("main").locator("[aria-live]")).toHaveText("One last check");
  await expect(page.getByText("Confirm in your wallet")).toHaveCount(0);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(at.heading("Checking your wallet")).toBeVisible();
  letGo();
  await at.proceed.click();
  await at.pay.click();
  await expect(page.getByText("Confirm in your wallet").first()).toBeVisible();
  await expect(page.getByText("One last check")).toHaveCount(0);
  expect(await sentBy(stack, payer.address)).toBe(before);
  await answerNow(page, "yes");
  await expect(at.paid).toBeVisible();
  expect(await sentBy(stack, payer.address)).toBe(before + 1);
});

test("a wallet that never answers the change of network can be left, and its late yes signs nothing", async ({
  page,
}) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  const at = payerPage(page);
  await openLink(page, link, payer.key, "base");
  await connectWallet(page);
  await expect(at.proceed).toHaveText("Continue on Sepolia");
  await staySilent(page);
  await at.proceed.click();
  await expect(at.heading("Switch to Sepolia")).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(at.proceed).toHaveText("Continue on Sepolia");
  await answerNow(page, "yes");
  await expect(at.proceed).toHaveText("Continue");
  await expect(at.approve).toHaveCount(0);
  await at.proceed.click();
  await at.approve.click();
  await at.pay.click();
  await expect(at.paid).toBeVisible();
});

test("who goes back while the payment is prepared is shown no plan that comes later", async ({ page }) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  const at = payerPage(page);
  let hand = () => {};
  const isHeld = new Promise<void>((resolve) => {
    hand = resolve;
  });
  let isAnswered: Promise<unknown> = Promise.resolve();
  await page.route(
    (url) => url.pathname.endsWith(`/${link.token}/pay`),
    async (route) => {
      await isHeld;
      isAnswered = route.continue();
    },
    { times: 1 },
  );
  await openLink(page, link, payer.key);
  await connectWallet(page);
  await expect(at.heading("Preparing the payment")).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(at.heading("Choose how to pay")).toBeFocused();
  const late = page.waitForResponse((answer) => answer.url().includes(`/${link.token}/pay`));
  hand();
  await late;
  await isAnswered;
  await expect(at.heading("Choose how to pay")).toBeVisible();
  await expect(at.approve).toHaveCount(0);
  await at.proceed.click();
  await at.approve.click();
  await at.pay.click();
  await expect(at.paid).toBeVisible();
});

test("a wallet that never answers is asked again once nothing can have been sent, and pays once", async ({
  page,
}) => {
  const link = await aLink(stack, { amount: "2.5" });
  const payer = await aPayer(stack);
  await allow(stack, payer, 10_000_000n);
  const before = await balanceOf(stack, payer.address);
  const at = payerPage(page);
  const again = page.getByRole("button", { name: "Ask my wallet again" });
  const warning = page.getByText("Your wallet was asked for this payment before and may still send it.");
  await page.clock.install();
  await openLink(page, link, payer.key);
  await toReview(page);
  await staySilent(page);
  await at.pay.click();
  await expect(page.getByText("To go back, say no there.")).toBeVisible();
  await expect(again).toHaveCount(0);
  await page.clock.fastForward(61_000);
  await again.click();
  await expect(warning).toBeVisible();
  await at.proceed.click();
  await expect(warning).toBeVisible();
  await at.pay.click();
  await expect(page.getByText("To go back, say no there.")).toBeVisible();
  // The owner refuses the older question and confirms the newer one.
  await answerNow(page, "reject-once");
  await expect(at.paid).toBeVisible();
  await untilPaid(stack, link.requestIds[0] ?? "");
  expect(before - (await balanceOf(stack, payer.address))).toBe(2_500_000n);
});

test("what a wallet sends late is followed, also when the payer is about to pay anew", async ({ page }) => {
  const link = await aLink(stack, { amount: "2.5" });
  const payer = await aPayer(stack);
  await allow(stack, payer, 10_000_000n);
  const before = await balanceOf(stack, payer.address);
  const at = payerPage(page);
  await page.clock.install();
  await openLink(page, link, payer.key);
  await toReview(page);
  await staySilent(page);
  await at.pay.click();
  await expect(page.getByText("To go back, say no there.")).toBeVisible();
  await page.clock.fastForward(61_000);
  await page.getByRole("button", { name: "Ask my wallet again" }).click();
  await at.proceed.click();
  await expect(at.pay).toBeVisible();
  await answerNow(page, "yes");
  await expect(at.paid).toBeVisible();
  await expect(at.pay).toHaveCount(0);
  expect(before - (await balanceOf(stack, payer.address))).toBe(2_500_000n);
});
