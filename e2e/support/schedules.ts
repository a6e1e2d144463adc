import { expect, type Page } from "@playwright/test";
import { erc20Abi, isAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import type { Stack } from "@/local/running-stack/stack-file";
import { minedReceipt } from "@/server/chains/evm/mined";
import { chainOf, type Payer, tokenOf } from "./payer-chain";
import { call, demoOf } from "./shop";

const NETWORK = "arbitrum-one";
const DAY = 86_400;

const Created = z.object({
  id: z.string(),
  recurringPaymentPermit: z.object({
    domain: z.object({
      name: z.string(),
      version: z.string(),
      chainId: z.number(),
      verifyingContract: z.string().refine(isAddress),
    }),
    types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
    values: z.record(z.string(), z.unknown()),
  }),
  metadata: z.object({ payerPageUrl: z.string() }),
});

/** A schedule that waits for its payer's signature. */
export interface PageSchedule extends z.infer<typeof Created> {
  network: string;
  url: string;
  apiKey: string;
}

/** Asks for 1.5 USDC on Arbitrum every day, three times, from about now; of tenant A where nothing else is said. */
export async function aSchedule(
  stack: Stack,
  { address }: Pick<Payer, "address">,
  {
    apiKey = demoOf(stack).tenantA.apiKey,
    totalPayments = 3,
    network = NETWORK,
    startsAt,
  }: { apiKey?: string; totalPayments?: number; network?: string; startsAt?: Date } = {},
): Promise<PageSchedule> {
  const { status, json } = await call(stack, apiKey, "/v2/payouts", {
    payee: demoOf(stack).accounts.recipient.address,
    amount: "1.5",
    invoiceCurrency: `USDC-${network}`,
    paymentCurrency: `USDC-${network}`,
    reference: "Supplier contract",
    recurrence: {
      startDate: (startsAt ?? new Date((await firstPayment(stack)) * 1_000)).toISOString(),
      frequency: "DAILY",
      totalPayments,
      payer: address,
    },
  });
  expect(status, JSON.stringify(json)).toBe(201);
  const created = Created.parse(json);
  return { ...created, network, url: created.metadata.payerPageUrl, apiKey };
}

/** In the future of the service's clock and of the chain's, which may be days ahead of it. */
async function firstPayment(stack: Stack): Promise<number> {
  const { timestamp } = await chainOf(stack, NETWORK).getBlock();
  return Math.max(Number(timestamp), Math.ceil(Date.now() / 1_000)) + DAY / 24;
}

/** Lets time pass on the chain, by its own clock. */
export async function letPass(stack: Stack, seconds: number): Promise<void> {
  const chain = chainOf(stack, NETWORK);
  await chain.increaseTime({ seconds });
  await chain.mine({ blocks: 1 });
}

export const untilFirst = (stack: Stack) => letPass(stack, DAY / 24 + 60);
export const untilNext = (stack: Stack) => letPass(stack, DAY);

/** The schedule as its merchant reads it. */
export async function readSchedule(stack: Stack, { id, apiKey }: PageSchedule) {
  return (await call(stack, apiKey, `/v2/payouts/recurring/${id}`)).json;
}

export async function untilPaid(stack: Stack, schedule: PageSchedule, payments: number): Promise<void> {
  const paid = async () => (await readSchedule(stack, schedule)).processedPayments;
  await expect.poll(paid, { intervals: [100] }).toBe(payments);
}

/** Signs a schedule past the page, as an integrator's own page would, and lets the contract take `allowance`. */
export async function signPastPage(
  stack: Stack,
  schedule: PageSchedule,
  { key }: Payer,
  allowance = 1_500_000_000n,
): Promise<void> {
  const account = privateKeyToAccount(key);
  const { domain, types, values } = schedule.recurringPaymentPermit;
  const chain = chainOf(stack, schedule.network);
  const hash = await chain.writeContract({
    account,
    chain: null,
    address: tokenOf(stack, schedule.network, "USDC"),
    abi: erc20Abi,
    functionName: "approve",
    args: [domain.verifyingContract, allowance],
  });
  await minedReceipt(chain, hash);
  const permitSignature = await account.signTypedData({
    domain,
    types,
    primaryType: "SchedulePermit",
    message: values,
  });
  const path = `/v2/payouts/recurring/${schedule.id}`;
  const { status } = await call(stack, schedule.apiKey, path, { permitSignature });
  expect(status).toBe(201);
}

/** What the recurring contract may still take of a payer's USDC. */
export async function allowedOf(stack: Stack, { address }: Payer, schedule: PageSchedule): Promise<bigint> {
  const { verifyingContract } = schedule.recurringPaymentPermit.domain;
  return chainOf(stack, NETWORK).readContract({
    address: tokenOf(stack, NETWORK, "USDC"),
    abi: erc20Abi,
    functionName: "allowance",
    args: [address, verifyingContract],
  });
}

/** What a payer presses and reads on the pages of recurring payouts. */
export function schedulePage(page: Page) {
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  return {
    connect: button("Connect wallet"),
    testWallet: button("Test wallet"),
    approve: button(/^Approve/),
    sign: button(/^Sign for/),
    cancel: button("Cancel this recurring payment"),
    confirmCancel: button("Cancel on Arbitrum One"),
    lower: button(/^Set the permission to/),
    tryAgain: button("Try again"),
    signToSee: button("Sign to see them"),
    alert: page.getByRole("alert"),
    heading: (name: string | RegExp) => page.getByRole("heading", { name }),
  };
}

/** From the first view to the payer's first step with the wallet. */
export async function connectPayer(page: Page): Promise<void> {
  const at = schedulePage(page);
  await at.connect.first().click();
  await at.testWallet.click();
}
