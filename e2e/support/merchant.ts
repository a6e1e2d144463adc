import type { Page } from "@playwright/test";
import { type Hex, isHex } from "viem";
import type { Stack } from "@/local/running-stack/stack-file";

/**
 * Opens the dashboard signed in with the Test wallet. `account` is a name of `stack.json` or a private key: a new
 * key is a new merchant.
 */
export async function signIn(
  page: Page,
  stack: Stack,
  account: string,
  options: { confirms?: boolean } = {},
): Promise<void> {
  await chooseAccount(page, account, options);
  const named = Object.entries(stack.accounts ?? {}).find(([name]) => name === account)?.[1];
  if (named) accounts.set(page, named.privateKey);
  await page.goto(stack.dashboardUrl);
  await connect(page);
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
}

/**
 * The Test wallet of this page is this account, from the next time it connects, and confirms every change that the dashboard
 * asks about; with `confirms: false` the journey answers by itself.
 */
export async function chooseAccount(
  page: Page,
  account: string,
  { confirms = true }: { confirms?: boolean } = {},
): Promise<void> {
  accounts.set(page, account);
  await page.addInitScript((key) => localStorage.setItem("quittance:test-wallet", key), account);
  if (confirms) void confirmChanges(page);
}

const accounts = new WeakMap<Page, string>();

/** The key of the wallet that signed in on this page. */
export function keyOf(page: Page): Hex {
  const account = accounts.get(page);
  if (account === undefined || !isHex(account)) throw new Error("nobody signed in here with a key");
  return account;
}

/** Presses "Confirm with …" whenever the dashboard asks, until the page is closed. */
export async function confirmChanges(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm this change" });
  try {
    for (;;) {
      await dialog
        .getByRole("button", { name: /^Confirm with/ })
        .first()
        .click({ timeout: 0 });
      await dialog.waitFor({ state: "hidden", timeout: 0 });
    }
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
}

/** Presses what a merchant presses to sign in, wherever the page offers it. */
export async function connect(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("button", { name: "Test wallet" }).click();
}

/** Chooses the chain and the token to be paid in, on a page without a destination. */
export async function createDestination(page: Page, chain: string, token: string): Promise<void> {
  await page.getByRole("button", { name: "Set up payment destination" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Chain" }).selectOption({ label: chain });
  await dialog.getByRole("combobox", { name: "Token" }).selectOption({ label: token });
  await dialog.getByRole("button", { name: "Create destination" }).click();
  await page.getByText("Receiving status: Active").waitFor();
}
