import { asc, eq } from "drizzle-orm";
import { recurringAbi } from "@/contracts/abis";
import { recurringAttempts, recurringInstalments, recurringPayments } from "@/db/schema";
import type { App } from "@/server/boot";
import type { AccountName } from "@/server/chains/development-accounts";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { newId } from "@/server/lib/ids";
import { identifierBytes } from "@/server/lib/random";
import type { DueInstalment } from "@/server/recurring-payouts/instalments/due-instalments";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import {
  PERMIT_TYPES,
  permitDigest,
  permitDomain,
  type SchedulePermit,
} from "@/server/recurring-payouts/signing/typed-data";
import type { TestChain } from "@/server/testing/evm/chain";

export type InstalmentRow = typeof recurringInstalments.$inferSelect;

export interface ScheduleChoices {
  platformId: string;
  payer?: AccountName;
  payee?: string;
  permit?: Partial<SchedulePermit>;
  status?: ScheduleRow["status"];
}

/**
 * Stores an active schedule in USDC, signed by its payer, as the API leaves one behind: daily, three instalments of
 * one base unit each, the first due at the time of the latest block. Nothing is approved.
 */
export async function aSchedule(
  app: App,
  chain: TestChain,
  {
    platformId,
    payer = "payer",
    payee = chain.accounts.recipient.address,
    permit: changes,
    status = "active",
  }: ScheduleChoices,
): Promise<ScheduleRow> {
  const { id: network, chainId, contracts } = EVM_NETWORKS[chain.network];
  const token = tokenById(`USDC-${network}`);
  if (!token?.address || !contracts.recurring) throw new Error(`no schedules on ${network}`);
  const contract = contracts.recurring.address;
  const { timestamp } = await chain.publicClient.getBlock();
  const firstExec = changes?.firstExec ?? Number(timestamp);
  const permit: SchedulePermit = {
    subscriber: chain.accounts[payer].address,
    token: bytes(token.address),
    recipient: bytes(payee),
    feeAddress: "0x0000000000000000000000000000000000000000",
    amount: 1n,
    feeAmount: 0n,
    gasFee: 0n,
    periodSeconds: 86_400,
    firstExec,
    totalExecutions: 3,
    nonce: BigInt(`0x${identifierBytes(32).toString("hex")}`),
    deadline: BigInt(firstExec + 86_400 * 4),
    ...changes,
  };
  const signature = await chain.wallet(payer).signTypedData({
    domain: permitDomain(chainId, contract),
    types: PERMIT_TYPES,
    primaryType: "SchedulePermit",
    message: permit,
  });
  const now = app.now();
  const [row] = await app.database.db
    .insert(recurringPayments)
    .values({
      ...permit,
      id: newId(now),
      platformId,
      network,
      paymentCurrency: token.id,
      payee,
      payer: permit.subscriber,
      frequency: "DAILY",
      contract,
      deadline: Number(permit.deadline),
      digest: permitDigest(chainId, contract, permit),
      signature,
      status,
      nextAttemptAt: status === "active" ? new Date(firstExec * 1_000) : null,
      createdAt: now,
      activatedAt: now,
    })
    .returning();
  if (!row) throw new Error("schedule was not stored");
  return row;
}

/** Every attempt at the instalments of a schedule, in its order. */
export async function storedAttempts(app: App, { id }: ScheduleRow) {
  return app.database.db
    .select({
      index: recurringInstalments.index,
      number: recurringAttempts.number,
      outcome: recurringAttempts.outcome,
      failure: recurringAttempts.failure,
      txHash: recurringAttempts.txHash,
    })
    .from(recurringAttempts)
    .innerJoin(recurringInstalments, eq(recurringInstalments.id, recurringAttempts.instalmentId))
    .where(eq(recurringInstalments.recurringPaymentId, id))
    .orderBy(asc(recurringInstalments.index), asc(recurringAttempts.number));
}

/** The call that pays an instalment, as the executor makes it. */
export function instalmentCall({ contract, permit, signature, index, paymentReference }: DueInstalment) {
  return {
    address: contract,
    abi: recurringAbi,
    functionName: "triggerRecurringPayment",
    args: [permit, signature, index, paymentReference],
  } as const;
}
