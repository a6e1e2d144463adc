import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import {
  allow,
  allowanceOf,
  aPayer,
  balanceOf,
  chainOf,
  fund,
  type Payer,
  payPart,
  replace,
  sentBy,
  takeBack,
  withoutMining,
} from "./support/payer-chain";
import {
  aLink,
  connectWallet,
  letExpire,
  openLink,
  type PageLink,
  payerPage,
  payNow,
  refuseOnce,
  shownHash,
  switchAccount,
  switchNetwork,
  toChoice,
  toReview,
} from "./support/payer-page";
import { call, demoOf, sharedStack, untilPaid } from "./support/shop";

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

/** What has to be there soon after a reload: a second on an idle machine, whose figures are in the benchmarks. */
const SOON = { timeout: 8_000 };

async function afterReload(page: Page, what: Locator): Promise<void> {
  await page.reload({ waitUntil: "commit" });
  await expect(what).toBeVisible(SOON);
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
    await expect(at.sent).toBeVisible(SOON);

    await other.goto(link.url);
    await expect(other.getByText("Somebody is paying this link")).toBeVisible();
    await mine();
    await expect(at.paid).toBeVisible();
    await expect(payerPage(other).paid).toBeVisible();
  });
  await afterReload(page, at.paid);
  await afterReload(other, payerPage(other).paid);
  expect(await sentBy(stack, payer.address)).toBe(2);
  await other.context().close();
});

test("an expired link says so, before and in the middle of a payment", async ({ page, browser }) => {
  const [late, soon] = await Promise.all([aLink(stack), aLink(stack)]);
  await letExpire(stack, late);
  await page.goto(late.url);
  await expect(payerPage(page).heading(/too late.*expired/i)).toBeVisible();
  await expect(payerPage(page).connect).toHaveCount(0);

  const payer = await aPayer(stack);
  await allow(stack, payer, 1_500_000n);
  const busy = await (await browser.newContext()).newPage();
  await openLink(busy, soon, payer.key);
  await toReview(busy);
  await letExpire(stack, soon);
  await payerPage(busy).pay.click();
  await expect(payerPage(busy).heading(/too late.*expired/i)).toBeVisible();
  expect(await sentBy(stack, payer.address)).toBe(1);
  await busy.context().close();
});

test("a link that expires while it is open offers no wallet and no code from that second on", async ({
  page,
}) => {
  const link = await aLink(stack);
  const leftMs = 600_000;
  await letExpire(stack, link, leftMs);
  const at = payerPage(page);
  // The page knows by itself: whatever the server would say is not answered.
  await page.route("**/pay/state", () => {});
  await page.clock.install();
  await page.goto(link.url);
  await page.getByRole("button", { name: "No wallet on this device?" }).click();
  const code = page.getByRole("img", { name: "QR code of this page" });
  await expect(code).toBeVisible();
  await page.clock.fastForward(leftMs - 120_000);
  await expect(at.connect).toBeVisible();
  await page.clock.fastForward(120_000);
  await at.connect.waitFor({ state: "detached" });
  await expect(at.heading(/too late.*expired/i)).toBeVisible();
  await expect(code).toHaveCount(0);
  await expect(page.locator("[aria-live=polite]")).toHaveText("Too late: this link has expired");
  await expectAccessible(page);
  await expect(at.connect).toHaveCount(0);
});

test("a link that does not exist is called invalid", async ({ page }) => {
  await page.goto(`${stack.payUrl}?token=01ARZ3NDEKTSV4RRFFQ69G5FAV`);
  await expect(payerPage(page).heading(/invalid link.*found/i)).toBeVisible();
});

test("who is slower than somebody else does not pay a second time", async ({ page, browser }) => {
  const link = await aLink(stack);
  const [quick, slow] = [await aPayer(stack), await aPayer(stack)];
  await openLink(page, link, slow.key);
  await toReview(page);
  await payerPage(page).approve.click();
  await expect(payerPage(page).pay).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await openLink(other, link, quick.key);
  await payNow(other);
  await expect(payerPage(other).paid).toBeVisible();

  // The page may have heard of it by itself meanwhile.
  await payerPage(page)
    .pay.click({ timeout: 1_000 })
    .catch(() => {});
  await expect(payerPage(page).paid).toBeVisible();
  expect(await sentBy(stack, slow.address)).toBe(1);
  await other.context().close();
});

/** Two pages of the same link, each one press away from paying it. */
async function bothBefore(link: PageLink, pages: readonly [Page, Payer][]): Promise<void> {
  for (const [page, { key }] of pages) {
    await openLink(page, link, key);
    await toReview(page);
  }
  for (const [page] of pages) {
    await payerPage(page).approve.click();
    await expect(payerPage(page).pay).toBeVisible();
  }
}

test("two tabs of one browser pay once: the second one follows what the first has sent", async ({
  page,
  context,
}) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  const other = await context.newPage();
  await bothBefore(link, [
    [page, payer],
    [other, payer],
  ]);
  const before = await sentBy(stack, payer.address);
  await withoutMining(stack, "sepolia", async () => {
    await payerPage(page).pay.click();
    await expect(payerPage(page).sent).toBeVisible();
    await expect(payerPage(other).sent).toBeVisible();
    await expect(payerPage(other).pay).toHaveCount(0);
    expect(await sentBy(stack, payer.address)).toBe(before + 1);
  });
  await expect(payerPage(page).paid).toBeVisible();
  await expect(payerPage(other).paid).toBeVisible();
});

test("a payment that another device has just sent is told before a second one is made", async ({
  page,
  browser,
}) => {
  const link = await aLink(stack);
  const [quick, slow] = [await aPayer(stack), await aPayer(stack)];
  const other = await (await browser.newContext()).newPage();
  await bothBefore(link, [
    [page, quick],
    [other, slow],
  ]);
  const before = await sentBy(stack, slow.address);
  await withoutMining(stack, "sepolia", async () => {
    const announced = page.waitForResponse("**/intent");
    await payerPage(page).pay.click();
    await announced;
    await payerPage(other).pay.click();
    await expect(other.getByText("have sent this payment")).toBeVisible();
    await expect(payerPage(other).pay).toBeVisible();
    expect(await sentBy(stack, slow.address)).toBe(before);
    // Anybody can say that they have paid: who insists is not stopped for ever.
    await call(stack, demoOf(stack).tenantA.apiKey, `/v2/secure-payments/${link.token}/intent`, {
      chain: "ETHEREUM",
      token: "USDC",
      txHash: `0x${"ab".repeat(32)}`,
    });
    await refuseOnce(other);
    await payerPage(other).pay.click();
    await expect(other.getByText("You said no in your wallet")).toBeVisible();
  });
  await expect(payerPage(other).paid).toBeVisible();
  expect(await sentBy(stack, slow.address)).toBe(before);
  await other.context().close();
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
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // The last look at the link, which stands between the button and the wallet.
  await page.route("**/pay/state", async (route) => {
    await held;
    await route.continue();
  });
  await at.pay.click();
  await expect(page.getByText("Confirm in your wallet").first()).toBeVisible();
  await switchAccount(page, second.key);
  await expect(at.heading("Checking your wallet")).toBeVisible();
  await switchAccount(page, payer.key);
  letGo();
  await expect(at.proceed).toBeVisible();
  await at.proceed.click();
  await expect(at.pay).toBeVisible();
  expect(await sentBy(stack, payer.address)).toBe(before);
});

/** Presses Pay while nothing is mined, until the page knows the transaction's place in the wallet's order. */
async function payUnmined(page: Page, token: string): Promise<`0x${string}`> {
  await payerPage(page).pay.click();
  await expect(payerPage(page).sent).toBeVisible();
  const stored = () => page.evaluate((key) => localStorage.getItem(key), `quittance:sent:${token}`);
  await expect.poll(stored).toMatch(/"nonce":\d/);
  return shownHash(page);
}

test("a payment that the wallet speeds up is followed under its new hash", async ({ page }) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  await allow(stack, payer, 1_500_000n);
  await openLink(page, link, payer.key);
  await toReview(page);
  await withoutMining(stack, "sepolia", async (mine) => {
    const slow = await payUnmined(page, link.token);
    const fast = await replace(stack, payer, slow, "the same call");
    await mine();
    await expect(payerPage(page).paid).toBeVisible();
    expect(await shownHash(page)).toBe(fast);
  });
});

test("a payment that the wallet replaces by something else is not called paid, and can be made again", async ({
  page,
}) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  await allow(stack, payer, 1_500_000n);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await toReview(page);
  await withoutMining(stack, "sepolia", async (mine) => {
    await replace(stack, payer, await payUnmined(page, link.token), "nothing");
    await mine();
    await expect(at.alert).toContainText("replaced the payment by another transaction");
  });
  await at.proceed.click();
  await at.pay.click();
  await expect(at.paid).toBeVisible();
});

test("a wallet that reports success for a reverted transaction pays nothing, and the page says so", async ({
  page,
}) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  await allow(stack, payer, 1_500_000n);
  const before = await balanceOf(stack, payer.address);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await toReview(page);
  // Enough to begin with, and too little to end: the transaction gets into a block and is undone there.
  await page.route("**/rpc/sepolia", async (route) => {
    const { id, method } = route.request().postDataJSON();
    if (method !== "eth_estimateGas") return route.continue();
    await route.fulfill({ json: { jsonrpc: "2.0", id, result: "0xafc8" } });
  });
  await at.pay.click();
  await expect(at.alert).toContainText("The network refused the transaction and undid it");
  const hash = /0x[0-9a-f]{64}/.exec((await at.alert.textContent()) ?? "")?.[0];
  const receipt = await chainOf(stack, "sepolia").getTransactionReceipt({ hash: `0x${hash?.slice(2)}` });
  expect(receipt.status).toBe("reverted");
  expect(await balanceOf(stack, payer.address)).toBe(before);
  await page.unroute("**/rpc/sepolia");
  await at.proceed.click();
  await at.pay.click();
  await expect(at.paid).toBeVisible();
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

/** The longest pause between two questions of the page, and time to answer. */
const BY_ITSELF = { timeout: 40_000 };

/** Until it is taken back, `/pay/state` answers with these in turn. `untilAll` resolves when each has come once. */
async function withoutAnswers(page: Page) {
  let given = 0;
  await page.route("**/pay/state", (route) => route.fulfill(NO_ANSWERS[given++ % NO_ANSWERS.length]));
  return {
    // The page asks at once when it is back in the network, so that nobody has to wait for its pauses.
    untilAll: () =>
      expect(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event("online")));
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

test("a wallet that fails without a reason may have paid: the page does not deny it, and finds the payment", async ({
  page,
}) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  await allow(stack, payer, 1_500_000n);
  const at = payerPage(page);
  await openLink(page, link, payer.key);
  await toReview(page);
  await withoutMining(stack, "sepolia", async (mine) => {
    // The transaction is out, and the wallet does not know.
    await page.route("**/rpc/sepolia", async (route) => {
      if (!route.request().postData()?.includes("eth_sendRawTransaction")) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await at.pay.click();
    await expect(at.alert).toContainText("See there whether it has sent something");
    await expect(page.locator("main")).not.toContainText("Nothing was paid");
    await expect(page.locator("main")).not.toContainText("Nothing was signed");
    expect(await sentBy(stack, payer.address)).toBe(2);
    await page.unroute("**/rpc/sepolia");
    await mine();
  });
  await expect(at.paid).toBeVisible();
  expect(await sentBy(stack, payer.address)).toBe(2);
});

test("a part that the chain takes back is asked for again, without reloading", async ({ page }) => {
  const link = await aLink(stack, { amount: "3" });
  const payer = await aPayer(stack);
  await allow(stack, payer, 4_000_000n);
  const at = payerPage(page);
  await payPart(stack, link, payer, 1_000_000n);
  const seen = page.getByText("1.00 USDC arrived already. Left to pay: 2.00 USDC.");
  await expect(async () => {
    await page.goto(link.url);
    await expect(seen).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await openLink(page, link, payer.key);
  await toReview(page);
  await expect(at.pay).toHaveText("Pay 2.00 USDC on Sepolia");

  await takeBack(stack, 1);
  await expect(page.getByText("has changed meanwhile")).toBeVisible();
  await expect(at.heading(/3\.00 USDC/)).toBeVisible();
  await expect(at.alert).not.toContainText("does not match what is shown");
  await at.proceed.click();
  await expect(at.pay).toHaveText("Pay 3.00 USDC on Sepolia");
  await at.pay.click();
  await expect(at.paid).toBeVisible();
});

test("a permission that is not taken back says so, and can be taken back again", async ({ page }) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  await allow(stack, payer, 5_000_000n);
  const at = payerPage(page);
  const revoke = page.getByRole("button", { name: "Revoke permission" });
  await openLink(page, link, payer.key);
  await toReview(page);
  await at.pay.click();
  await expect(at.paid).toBeVisible();
  // Enough to begin with, and too little to end.
  await page.route("**/rpc/sepolia", async (route) => {
    const { id, method } = route.request().postDataJSON();
    if (method !== "eth_estimateGas") return route.continue();
    await route.fulfill({ json: { jsonrpc: "2.0", id, result: "0x5a00" } });
  });
  await revoke.click();
  await expect(page.getByText("The permission was not taken back. Try again.")).toBeVisible();
  expect(await allowanceOf(stack, payer.address)).toBe(3_500_000n);
  await page.unroute("**/rpc/sepolia");
  await expect(revoke).toBeEnabled();
  await revoke.click();
  await expect(page.getByText("The permission is gone.")).toBeVisible();
  expect(await allowanceOf(stack, payer.address)).toBe(0n);
});

test("a worker that is killed in the middle of a payment costs nobody anything", async ({ page }) => {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  await allow(stack, payer, 1_500_000n);
  const { worker } = sharedStack().stack.processes;
  await openLink(page, link, payer.key);
  await toReview(page);
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
