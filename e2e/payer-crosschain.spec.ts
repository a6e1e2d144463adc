import { expect } from "@playwright/test";
import { type FillerMode, writeFillerMode } from "@/local/crosschain/mode";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { aPayer, balanceOf, chainOf } from "./support/payer-chain";
import {
  aLink,
  aMulticall,
  connectWallet,
  openLink,
  payerPage,
  sendsAtOnce,
  watchPayer,
} from "./support/payer-page";
import { readRequest, sharedStack, untilPaid } from "./support/shop";

const { stack, dataDir } = sharedStack();

/** What becomes of deposits, for this journey only. */
async function withFiller(mode: FillerMode, work: () => Promise<void>): Promise<void> {
  writeFillerMode(dataDir, mode);
  try {
    await work();
  } finally {
    writeFillerMode(dataDir, "fill");
  }
}

const legs = "Where the money is";

test("a payer with money on another network only pays in two confirmations, and sees both legs, on every device", async ({
  page,
  browser,
}) => {
  const link = await aLink(stack, { network: "mainnet", amount: "25" });
  const payer = await aPayer(stack, { network: "base" });
  const watch = watchPayer(page, stack);
  await watch.listening;
  const at = payerPage(page);
  const other = await (await browser.newContext()).newPage();
  await withFiller("expire", async () => {
    await openLink(page, link, payer.key, "base");
    await connectWallet(page);
    const own = page.getByRole("radio", { name: /^USDC on Ethereum/ });
    await expect(own).toBeDisabled();
    await expect(page.getByRole("radio", { name: /^USDC on Base/ })).toBeChecked();
    await page.getByRole("radio", { name: /^USDT on Base/ }).check();
    await page.getByRole("radio", { name: /^USDC on Base/ }).check();
    await expectAccessible(page);
    await at.proceed.click();
    await expect(at.approve).toHaveText("Approve 25.0225 USDC");
    await expectAccessible(page);
    await at.approve.click();
    await expect(at.pay).toHaveText("Pay 25.0225 USDC on Base");
    await at.pay.click();

    const progress = page.getByRole("list", { name: legs });
    await expect(at.heading("On its way from Base")).toBeVisible();
    await expect(progress.getByRole("listitem").nth(1)).toHaveAttribute("aria-current", "step");
    await expect(page.getByText(/If nobody delivers by .*, 25\.0225 USDC come back/)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(at.heading("On its way from Base")).toBeVisible();
    await other.goto(link.url);
    await expect(payerPage(other).heading("On its way from Base")).toBeVisible();
    await expect(payerPage(other).connect).toHaveCount(0);
  });
  await expect(at.paid).toBeVisible();
  await expect(payerPage(other).paid).toBeVisible();
  await expect(page.getByText("Transaction on Base")).toBeVisible();
  const [requestId = ""] = link.requestIds;
  await untilPaid(stack, requestId);
  expect(await readRequest(stack, requestId)).toMatchObject({
    paidAmount: "25",
    payerAddress: payer.address,
  });
  expect(await balanceOf(stack, payer.address, "base")).toBe(1_000_000_000n - 25_022_500n);
  watch.expectClean();
  await other.context().close();
});

test("a payment call that fails leaves the money with the recipient, and the page says so", async ({
  page,
}) => {
  const link = await aLink(stack, { network: "mainnet", amount: "12" });
  const payer = await aPayer(stack, { network: "base" });
  const at = payerPage(page);
  await withFiller("fail-call", async () => {
    await openLink(page, link, payer.key, "base");
    await connectWallet(page);
    await at.proceed.click();
    await at.approve.click();
    await at.pay.click();
    await expect(at.paid).toBeVisible();
  });
  await expect(page.getByText("handed the money to the recipient directly")).toBeVisible();
  expect(await readRequest(stack, link.requestIds[0] ?? "")).toMatchObject({
    hasBeenPaid: true,
    detectionSource: "swap",
  });
});

test("what nobody delivers comes back, the page says when and where, and it can be paid again", async ({
  page,
}) => {
  // The clock of the destination runs ahead from here on: no other journey brings money to it.
  const link = await aLink(stack, { network: "base", amount: "9" });
  const payer = await aPayer(stack, { network: "mainnet" });
  const at = payerPage(page);
  await withFiller("expire", async () => {
    await openLink(page, link, payer.key, "mainnet");
    await connectWallet(page);
    await at.proceed.click();
    await at.approve.click();
    await at.pay.click();
    await expect(at.heading("On its way from Ethereum")).toBeVisible();
    const chain = chainOf(stack, "base");
    await chain.increaseTime({ seconds: 200 });
    await chain.mine({ blocks: 1 });
    await expect(page.getByText(/9\.0145 USDC are back at/)).toBeVisible();
  });
  expect(await balanceOf(stack, payer.address, "mainnet")).toBe(1_000_000_000n);
  expect(await readRequest(stack, link.requestIds[0] ?? "")).toMatchObject({ hasBeenPaid: false });
  await page.reload();
  await expect(page.getByText("Transaction of the return")).toBeVisible();
  await expect(at.connect).toBeVisible();
});

/** Requests to different amounts on Ethereum, as one link. */
async function aBundle(...amounts: string[]) {
  const children = [];
  for (const amount of amounts) children.push(await aLink(stack, { network: "mainnet", amount }));
  return aMulticall(stack, children);
}

test("several requests are paid from another network one after the other, and each is asked for once", async ({
  page,
}) => {
  const link = await aBundle("5", "6", "7");
  const payer = await aPayer(stack, { network: "base" });
  const watch = watchPayer(page, stack);
  await watch.listening;
  const at = payerPage(page);
  await withFiller("expire", async () => {
    await openLink(page, link, payer.key, "base");
    await connectWallet(page);
    await expect(page.getByRole("radio", { name: /^USDC on Base/ })).toBeChecked();
    await expectAccessible(page);
    await at.proceed.click();
    await expect(page.getByText("Each recipient is paid by a deposit of its own.")).toBeVisible();
    await expect(at.approve).toHaveText("Approve 18.039 USDC");
    await at.approve.click();
    await expect(at.pay).toHaveText("Pay 5.0125 USDC on Base");
    await expect(page.getByText("After this one, 2 more follow.")).toBeVisible();
    await at.pay.click();
    // No second approval: the first was for all of them. Nothing is asked for twice over a reload.
    await expect(at.pay).toHaveText("Pay 6.013 USDC on Base");
    await expect(page.getByText("After this one, one more follows.")).toBeVisible();
    await page.reload();
    await connectWallet(page);
    await at.proceed.click();
    await expect(at.pay).toHaveText("Pay 6.013 USDC on Base");
    await at.pay.click();
    await expect(at.pay).toHaveText("Pay 7.0135 USDC on Base");
    await at.pay.click();
    await expect(page.getByRole("list", { name: legs })).toHaveCount(3);
    await expectAccessible(page);
  });
  await expect(at.paid).toBeVisible();
  for (const requestId of link.requestIds) await untilPaid(stack, requestId);
  expect(await balanceOf(stack, payer.address, "base")).toBe(1_000_000_000n - 18_039_000n);
  watch.expectClean();
});

test("a wallet that does all or nothing brings several requests from another network with one confirmation", async ({
  page,
}) => {
  const link = await aBundle("5", "6");
  const payer = await aPayer(stack, { network: "base" });
  const at = payerPage(page);
  await sendsAtOnce(page, "atomic");
  await openLink(page, link, payer.key, "base");
  await connectWallet(page);
  await at.proceed.click();
  await expect(at.heading("Review and pay in one step")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Pay 5.0125 USDC" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Pay 6.013 USDC" })).toBeVisible();
  await at.pay.click();
  await expect(at.paid).toBeVisible();
  for (const requestId of link.requestIds) await untilPaid(stack, requestId);
  expect(await balanceOf(stack, payer.address, "base")).toBe(1_000_000_000n - 11_025_500n);
});
