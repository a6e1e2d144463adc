import { expect, type Page } from "@playwright/test";
import { TronWeb } from "tronweb";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import type { Stack } from "@/local/running-stack/stack-file";
import { hex20ToTron } from "@/server/chains/address";
import { aLink, lookNow, type PageLink, payerPage } from "./payer-page";

/** A Tron wallet of its own for one journey. */
export interface TronPayer {
  key: Hex;
  /** Base58. */
  address: string;
}

export interface TronFunds {
  sun?: bigint;
  /** Whole tokens of every kind. */
  tokens?: bigint;
}

/** A new wallet with a thousand TRX and a thousand of every token where nothing else is said. */
export async function aTronPayer(
  stack: Stack,
  { sun = 1_000_000_000n, tokens = 1_000n }: TronFunds = {},
): Promise<TronPayer> {
  const payer = newTronWallet();
  await fundTron(stack, payer, { sun, tokens });
  return payer;
}

/** Fills a wallet up to these balances. */
export async function fundTron(
  stack: Stack,
  { address }: TronPayer,
  { sun, tokens }: TronFunds,
): Promise<void> {
  await knob(stack, "fund", {
    address,
    ...(sun !== undefined && { sun: String(sun) }),
    ...(tokens !== undefined && { tokenUnits: String(tokens) }),
  });
}

export function newTronWallet(): TronPayer {
  const key = generatePrivateKey();
  return { key, address: hex20ToTron(privateKeyToAddress(key)) };
}

/** A payment link on Tron, of 1.5 USDT to the account `recipient` when nothing else is said. */
export function aTronLink(stack: Stack, body: Record<string, unknown> = {}): Promise<PageLink> {
  const { recipient, merchant } = accountsOf(stack);
  const payout = {
    recipient: recipient.tronAddress,
    creatorWalletAddress: merchant.tronAddress,
    network: "tron",
    currency: "USDT",
  };
  return aLink(stack, { ...payout, ...body });
}

/** A verb of the local node that no real one has. */
export async function knob(stack: Stack, verb: string, body: Record<string, unknown> = {}): Promise<unknown> {
  const answer = await fetch(`${tronOf(stack).rpcUrl}/simulator/${verb}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${verb}: ${text}`);
  return JSON.parse(text);
}

/** Presses the button that pays, and has the chain make at once the blocks after which the payment is solid. */
export async function payOnTron(page: Page, stack: Stack): Promise<void> {
  const at = payerPage(page);
  await at.pay.click();
  await expect(at.sent.or(at.paid)).toBeVisible();
  await knob(stack, "solidify");
}

/**
 * Lets the time go by in which the payment can be taken up. The page says so after it has asked the service some times
 * more, because no node of this chain tells it what was newest: it is made to ask at once.
 */
export async function letPaymentExpire(page: Page, stack: Stack): Promise<void> {
  for (let minutes = 0; minutes < 7; minutes++) await knob(stack, "advancetime", { ms: 60_000 });
  await knob(stack, "solidify");
  await expect(async () => {
    await lookNow(page);
    const { alert } = payerPage(page);
    await expect(alert).toContainText("did not take the payment up in time", { timeout: 300 });
  }).toPass();
}

/** Tokens in base units. */
export function tronBalance(stack: Stack, address: string, token = "USDT"): Promise<bigint> {
  return readToken(stack, token, "balanceOf(address)", [address]);
}

/** What the contract that pays single links may take, base units. */
export function tronAllowance(stack: Stack, { address }: TronPayer, token = "USDT"): Promise<bigint> {
  return readToken(stack, token, "allowance(address,address)", [address, proxyOf(stack)]);
}

/** Lets that contract take so much, base units, as a wallet that paid elsewhere before; resolves when it counts. */
export async function tronAllow(
  stack: Stack,
  payer: TronPayer,
  amount: bigint,
  token = "USDT",
): Promise<void> {
  const web = webOf(stack, payer.key);
  const { transaction } = await web.transactionBuilder.triggerSmartContract(
    tokenOf(stack, token),
    "approve(address,uint256)",
    { feeLimit: 100_000_000 },
    [
      { type: "address", value: proxyOf(stack) },
      { type: "uint256", value: String(amount) },
    ],
    payer.address,
  );
  const sent = await web.trx.sendRawTransaction(await web.trx.sign(transaction));
  if (!sent.result) throw new Error(`approve: ${JSON.stringify(sent)}`);
  await knob(stack, "mine");
}

/** Sends transactions of the API, as a wallet that pays past the page; resolves when all of them count. */
export async function sendOnTron(
  stack: Stack,
  { key, address }: TronPayer,
  transactions: readonly { to: string; data: string }[],
): Promise<void> {
  const web = webOf(stack, key);
  for (const { to, data } of transactions) {
    const options = { feeLimit: 300_000_000, input: data.slice(2) };
    const { transaction } = await web.transactionBuilder.triggerSmartContract(to, "", options, [], address);
    const sent = await web.trx.sendRawTransaction(await web.trx.sign(transaction));
    if (!sent.result) throw new Error(`${to}: ${JSON.stringify(sent)}`);
    await knob(stack, "mine");
  }
}

/** Sun. */
export async function trxOf(stack: Stack, { address }: TronPayer): Promise<number> {
  return webOf(stack).trx.getBalance(address);
}

/** What the chain did with a transaction; its `receipt.result` is `SUCCESS` where it did what it was for. */
export function infoOf(stack: Stack, hash: string) {
  return webOf(stack).trx.getUnconfirmedTransactionInfo(hash.replace(/^0x/, ""));
}

/** Every transaction that the page hands to the relay from now on. */
export function watchRelay(page: Page): { relayed: unknown[] } {
  const relayed: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/tron/broadcast")) relayed.push(request.postDataJSON());
  });
  return { relayed };
}

export function tokenOf(stack: Stack, symbol: string): string {
  return tronOf(stack).tokens[symbol]?.address ?? "";
}

export function accountsOf(stack: Stack) {
  if (!stack.accounts) throw new Error("this stack has no accounts");
  return stack.accounts;
}

async function readToken(stack: Stack, token: string, call: string, addresses: string[]): Promise<bigint> {
  const [owner = ""] = addresses;
  const { constant_result } = await webOf(stack).transactionBuilder.triggerConstantContract(
    tokenOf(stack, token),
    call,
    {},
    addresses.map((value) => ({ type: "address", value })),
    owner,
  );
  return BigInt(`0x${constant_result[0]}`);
}

function proxyOf(stack: Stack): string {
  return tronOf(stack).contracts.erc20FeeProxy ?? "";
}

function tronOf(stack: Stack) {
  const node = stack.networks.tron;
  if (!node) throw new Error("tron is not running");
  return node;
}

function webOf(stack: Stack, key?: Hex): TronWeb {
  return new TronWeb({ fullHost: tronOf(stack).rpcUrl, ...(key && { privateKey: key.slice(2) }) });
}
