import { expect, type Page } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Stack } from "@/local/running-stack/stack-file";
import { confirmedCall } from "./confirmed-call";
import { createDestination, signIn } from "./merchant";
import { allow, aPayer, payPart } from "./payer-chain";

/** What an account has that its members look at. */
export interface AccountWithEverything {
  /** Request IDs: one that was paid, one that still can be, and one that the account pays. */
  paid: string;
  open: string;
  outgoing: string;
  /** IDs of a schedule and of a partner account. */
  schedule: string;
  orchestrator: string;
}

/** Signs in as a new owner, and makes one of everything that the dashboard lists. */
export async function anAccountWithEverything(page: Page, stack: Stack): Promise<AccountWithEverything> {
  const key = generatePrivateKey();
  await signIn(page, stack, key);
  await createDestination(page, "Sepolia", "USDC");
  const post = async (path: string, data: object) => {
    const answer = await confirmedCall(page, "POST", `${stack.apiUrl}${path}`, data);
    expect([200, 201], `${path} ${await answer.text()}`).toContain(answer.status());
    return answer.json();
  };
  const link = (reference: string) =>
    post("/v2/secure-payments", { reference, requests: [{ amount: "20" }] });
  const open = await link("Open");
  const paid = await link("Paid");
  const payer = await aPayer(stack);
  await allow(stack, payer, 20_000_000n);
  await payPart(stack, paid, payer, 20_000_000n);
  const somebody = privateKeyToAccount(generatePrivateKey()).address;
  const payout = await post("/v2/secure-payments/payouts", {
    recipient: somebody,
    creatorWalletAddress: privateKeyToAccount(key).address,
    network: "sepolia",
    currency: "USDC-sepolia",
    amount: "5",
    reference: "Payout",
  });
  const schedule = await post("/v1/dashboard/schedules", {
    payee: somebody,
    amount: "5",
    invoiceCurrency: "USDC-sepolia",
    paymentCurrency: "USDC-sepolia",
    reference: "Schedule",
    recurrence: { payer: payer.address, startDate: "2100-01-01", frequency: "MONTHLY", totalPayments: 3 },
  });
  await post("/v1/webhook", { url: "http://127.0.0.1:9/events" });
  await post("/v1/api-keys", { label: "Shop" });
  await post("/v1/client-ids", { label: "Web", allowedDomains: [] });
  const { orchestrator } = await post("/v2/orchestrators", {
    orchestratorName: "Partner",
    orchestratorContactEmail: "partner@example.com",
  });
  return {
    paid: paid.requestIds[0],
    open: open.requestIds[0],
    outgoing: payout.requestIds[0],
    schedule: schedule.id,
    orchestrator: orchestrator.id,
  };
}
