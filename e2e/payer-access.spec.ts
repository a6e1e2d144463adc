import { expect, type Page, test } from "@playwright/test";
import { accountOf, aPayer, sentBy } from "./support/payer-chain";
import {
  anIncomingLink,
  connectWallet,
  openLink,
  payerPage,
  payNow,
  switchAccount,
  toReview,
  watchPayer,
} from "./support/payer-page";
import { sharedStack, untilPaid } from "./support/shop";

const { stack } = sharedStack();
const SCREENED = { mode: "kyt_all_wallets", screeningProvider: "hypernative" };
const CLOSED = "cannot pay under the recipient's policy";

async function expectClosed(page: Page): Promise<void> {
  await expect(payerPage(page).heading("This wallet cannot pay")).toBeFocused();
  await expect(page.getByText(CLOSED)).toBeVisible();
  await expect(payerPage(page).proceed).toHaveCount(0);
  await expect(payerPage(page).pay).toHaveCount(0);
}

test("a wallet that fails the screening cannot pay, and another one can", async ({ page }) => {
  const link = await anIncomingLink(stack, ["1.5"], { accessPolicy: SCREENED });
  const blocked = accountOf(stack, "blocked");
  const payer = await aPayer(stack);
  const before = await sentBy(stack, blocked.address);
  const watch = watchPayer(page, stack);
  await watch.listening;
  await openLink(page, link, blocked.key);
  await connectWallet(page);
  await expectClosed(page);
  expect(await sentBy(stack, blocked.address)).toBe(before);

  await switchAccount(page, payer.key);
  await payerPage(page).proceed.click();
  await payerPage(page).approve.click();
  await payerPage(page).pay.click();
  await expect(payerPage(page).paid).toBeVisible();
  await untilPaid(stack, link.requestIds[0] ?? "");
  watch.expectClean();
});

test("a wallet that is approved does not make way for one that is not", async ({ page }) => {
  const link = await anIncomingLink(stack, ["1.5"], { accessPolicy: SCREENED });
  const payer = await aPayer(stack);
  const blocked = accountOf(stack, "blocked");
  const before = await sentBy(stack, blocked.address);
  await openLink(page, link, payer.key);
  await toReview(page);
  await switchAccount(page, blocked.key);
  await expectClosed(page);

  // A wallet that does not tell the page.
  await switchAccount(page, payer.key);
  await payerPage(page).proceed.click();
  await expect(payerPage(page).approve).toBeVisible();
  await switchAccount(page, blocked.key, true);
  await payerPage(page).approve.click();
  await expect(payerPage(page).alert).toContainText("switched to another account");
  expect(await sentBy(stack, blocked.address)).toBe(before);
  expect(await sentBy(stack, payer.address)).toBe(0);
});

test("a wallet that is not on the list cannot pay, the one on it can", async ({ page }) => {
  const invited = await aPayer(stack);
  const stranger = await aPayer(stack);
  const link = await anIncomingLink(stack, ["1.5"], {
    accessPolicy: { allowedPayerAddresses: [invited.address] },
  });
  await openLink(page, link, stranger.key);
  await connectWallet(page);
  await expectClosed(page);
  await switchAccount(page, invited.key);
  await expect(payerPage(page).proceed).toBeVisible();
});

test("a link that hides itself tells nothing of the payment before a wallet has passed", async ({ page }) => {
  const invited = await aPayer(stack);
  const stranger = await aPayer(stack);
  const link = await anIncomingLink(stack, ["77.777"], {
    reference: "Secret-order-4711",
    accessPolicy: { hideUntilApproved: true, allowedPayerAddresses: [invited.address] },
  });
  const recipient = accountOf(stack, "merchant").address.slice(2).toLowerCase();
  const secrets = [
    "77.777",
    "77777000",
    "secret-order-4711",
    recipient,
    link.requestIds[0] ?? "",
    "USDC-sepolia",
  ];
  const texts: string[] = [];
  page.on("response", async (response) => {
    if (/\/_next\/static\//.test(response.url())) return;
    texts.push(await response.text().catch(() => ""));
  });
  const expectNothingTold = async () => {
    const rsc = await fetch(link.url, { headers: { rsc: "1" } });
    const all = [...texts, await page.content(), await rsc.text()].join("\n").toLowerCase();
    for (const secret of secrets) expect(all).not.toContain(secret.toLowerCase());
    // The words of the page may name a token; nothing may name it beside an amount.
    await expect(page.locator("body")).not.toContainText(/USDC|Sepolia/, { useInnerText: true });
  };

  await openLink(page, link, stranger.key);
  await expect(payerPage(page).heading("A payment request for you")).toBeVisible();
  await expectNothingTold();
  await connectWallet(page);
  await expectClosed(page);
  await expectNothingTold();

  await switchAccount(page, invited.key);
  await expect(payerPage(page).proceed).toBeVisible();
  await expect(payerPage(page).heading(/77\.777 USDC/)).toBeVisible();
  await expect(page.getByText("Secret-order-4711")).toBeVisible();
  await payerPage(page).proceed.click();
  await payerPage(page).approve.click();
  await payerPage(page).pay.click();
  await expect(payerPage(page).paid).toBeVisible();
});

test("a recipient who stays private is shown shortened everywhere, and is still paid", async ({ page }) => {
  const recipient = accountOf(stack, "merchant").address;
  const link = await anIncomingLink(stack, ["1.5"], { accessPolicy: { hidePayeeAddress: true } });
  const payer = await aPayer(stack);
  await openLink(page, link, payer.key);
  await page.getByRole("button", { name: "Show details" }).click();
  expect((await page.content()).toLowerCase()).not.toContain(recipient.slice(2).toLowerCase());
  await payNow(page);
  await expect(payerPage(page).paid).toBeVisible();
  expect((await page.content()).toLowerCase()).not.toContain(recipient.slice(2).toLowerCase());
  await untilPaid(stack, link.requestIds[0] ?? "");
});
