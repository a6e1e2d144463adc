import { expect, type Page } from "@playwright/test";
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { minedReceipt } from "@/server/chains/evm/mined";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { expectNoSidewaysScroll, watchPage } from "./support/page-watch";
import { accountOf, aPayer, balanceOf, chainOf, type Payer, tokenOf } from "./support/payer-chain";
import { askFor, call, demoOf, readRequest, sharedStack, untilPaid } from "./support/shop";

const { stack } = sharedStack();
const { apiKey } = demoOf(stack).tenantA;

/** Sends these calls from an account, each after the one before was mined. */
async function send({ key }: Payer, calls: readonly { to: string; data: string }[]): Promise<void> {
  const chain = chainOf(stack, "sepolia");
  for (const { to, data } of calls) {
    const hash = await chain.sendTransaction({
      account: privateKeyToAccount(key),
      chain: null,
      to: hex(to),
      data: hex(data),
    });
    expect((await minedReceipt(chain, hash)).status).toBe("success");
  }
}

/** A request that was paid by a plain transfer, and the page on which its payer names an address. */
async function paidByDeposit(): Promise<{ requestId: string; url: string }> {
  const requestId = await askFor(stack, "20");
  const { json } = await call(stack, apiKey, `/v2/request/${requestId}/pay?method=deposit`);
  const { address } = json.depositAddress as { address: string };
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transfer",
    args: [hex(address), 20_000_000n],
  });
  await send(await aPayer(stack), [{ to: tokenOf(stack, "sepolia", "USDC"), data }]);
  await untilPaid(stack, requestId);
  const link = await call(stack, apiKey, `/v2/request/${requestId}/refund-links`, {});
  expect(link.status).toBe(201);
  return { requestId, url: String(link.json.url) };
}

const named = (page: Page) => page.getByLabel("Your address on Sepolia");

test("the payer of a deposit names an address, and the merchant's wallet sends the money there", async ({
  page,
  browser,
}) => {
  const { requestId, url } = await paidByDeposit();
  const own = privateKeyToAccount(generatePrivateKey()).address;
  await page.setViewportSize({ width: 375, height: 800 });
  const watch = watchPage(page, stack.apiUrl);
  await page.goto(url);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("money back");
  await expect(page.getByText(/^Up to 20(?:\.00)?\sUSDC on Sepolia$/)).toBeVisible();
  await expectAccessible(page, "everything");

  await named(page).fill("0x1234");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(named(page)).toHaveAccessibleDescription(/Money cannot be sent back to this/);
  await named(page).fill(own);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Is this your address?" })).toBeFocused();
  await expect(page.locator("bdi", { hasText: own.slice(-4) })).toHaveText(own);
  await expectAccessible(page, "everything");
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Yes, send it there" }).click();
  await expect(page.getByRole("heading", { name: "Your address is named" })).toBeVisible();
  await expectAccessible(page, "looks");
  watch.expectClean();

  // Whoever has the link later reads no address and changes none.
  const other = await (await browser.newContext({ colorScheme: "dark" })).newPage();
  await other.goto(url);
  await expect(other.getByRole("heading", { name: "An address was named here already" })).toBeVisible();
  await expect(other.getByText(own.slice(-4))).toHaveCount(0);
  await expect(named(other)).toHaveCount(0);
  await expectAccessible(other, "looks");
  await other.context().close();

  const merchant = accountOf(stack, "merchant");
  const refund = await call(stack, apiKey, `/v2/request/${requestId}/refunds`, {
    receiver: own,
    wallet: merchant.address,
  });
  expect(refund.status).toBe(201);
  await send(merchant, refund.json.transactions as { to: string; data: string }[]);
  await expect
    .poll(async () => (await readRequest(stack, requestId)).status, { intervals: [50] })
    .toBe("refunded");
  expect(await balanceOf(stack, own)).toBe(20_000_000n);
});

test("a link that does not exist says so, and an address that cannot be used is asked for again", async ({
  page,
}) => {
  await page.goto(`${stack.apiUrl}/pay/refund?token=${"A".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
  await expectAccessible(page, "everything");

  const { url } = await paidByDeposit();
  await page.goto(url);
  await named(page).fill(accountOf(stack, "merchant").address);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Yes, send it there" }).click();
  await expect(named(page)).toHaveAccessibleDescription(/Money cannot be sent back to this/);
  await page.route("**/pay/refund/name", (route) => route.abort());
  await named(page).fill(privateKeyToAccount(generatePrivateKey()).address);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Yes, send it there" }).click();
  await expect(page.getByRole("alert").first()).toHaveText("The service did not answer. Try again.");
});

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
