import { expect, type Page } from "@playwright/test";
import { erc20Abi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Stack } from "@/local/running-stack/stack-file";
import { minedReceipt } from "@/server/chains/evm/mined";
import { chainOf, type Payer, tokenOf } from "./payer-chain";

/** Where the payer's page shows the deposit address. */
export const unfold = (page: Page) =>
  page.getByRole("button", { name: "Send from an exchange or any wallet" });

/** What the page tells a payer to enter. */
export const told = (page: Page, name: string) =>
  page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("xpath=following-sibling::dd[1]");

/** The deposit address that the page shows in groups. */
export async function toldAddress(page: Page): Promise<string> {
  const text = ((await told(page, "Address").textContent()) ?? "").replace(/\s/g, "");
  const [address] = /0x[0-9a-fA-F]{40}/.exec(text) ?? [];
  if (!address) throw new Error(`the page shows no address: ${text}`);
  return address;
}

/** What a wallet that connects to nothing does: a plain transfer of USDC on Sepolia. */
export async function plainTransfer(stack: Stack, { key }: Payer, to: string, units: bigint): Promise<void> {
  const chain = chainOf(stack, "sepolia");
  const hash = await chain.writeContract({
    account: privateKeyToAccount(key),
    chain: null,
    address: tokenOf(stack, "sepolia", "USDC"),
    abi: erc20Abi,
    functionName: "transfer",
    args: [`0x${to.slice(2)}`, units],
  });
  expect((await minedReceipt(chain, hash)).status).toBe("success");
}
