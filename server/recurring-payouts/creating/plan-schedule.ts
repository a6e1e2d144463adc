import { zeroAddress } from "viem";
import type { ChainAdapter } from "@/server/chains/adapter";
import { sameAddress } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { settlementCurrencies } from "@/server/currencies/settlement-token";
import type { Token } from "@/server/currencies/tokens";
import { ApiError, checkFields, invalidField } from "@/server/errors";
import { type FeeRate, platformFee } from "@/server/fees/platform-fee";
import {
  protocolFeeCap,
  protocolFeeOn,
  protocolPercentage,
  protocolReceiver,
} from "@/server/fees/protocol-fee";
import { percentageOf } from "@/server/lib/amount";
import { secretBytes } from "@/server/lib/random";
import { payerOf } from "@/server/payouts/payer";
import type { CreatePayoutBody } from "@/server/payouts/schema";
import { PERIOD_SECONDS } from "@/server/recurring-payouts/calendar";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import type { SchedulePermit } from "@/server/recurring-payouts/signing/typed-data";
import { partyAddress, receiverAddress } from "@/server/requests/creating/party-address";
import { amountOf } from "@/server/requests/draft";
import { checkedFee } from "@/server/requests/paying/due";
import { chainFor } from "@/server/requests/paying/readiness";
import { parseRecurrence } from "@/server/requests/recurring-invoices/recurrence";

/** A payout with `recurrence`. */
export type RecurringPayoutBody = CreatePayoutBody & {
  recurrence: NonNullable<CreatePayoutBody["recurrence"]>;
};

/** A schedule that was asked for and may be: addresses in stored form. */
export interface PlannedSchedule {
  chain: ChainAdapter;
  token: Token;
  payee: string;
  payer: string;
  /** Our recurring contract, as the permit names it. */
  contract: Hex;
  permit: SchedulePermit;
  /** Null where the fee of the permit is none or the protocol's. */
  feePercentage: string | null;
}

const MAX_UINT128 = 2n ** 128n - 1n;
const MAX_UINT32 = 2 ** 32 - 1;
/** The contract counts instalments in eight bits. */
const MAX_PAYMENTS = 255;

/** The number that tells a permit from every other one of its payer; decimal. */
export function newNonce(): string {
  return BigInt(`0x${secretBytes(32).toString("hex")}`).toString();
}

/** Checks what a caller asks for and builds the permit of it (RC-01 to RC-03, D-13). Throws 400 naming the field. */
export function planSchedule(ctx: Ctx, body: RecurringPayoutBody, nonce: string): PlannedSchedule {
  const { recurrence } = body;
  let known: Token | undefined;
  const { token, payee, amount, payer, fee, startDate, totalPayments } = checkFields({
    token: () => {
      known = recurringToken(ctx, body);
      return known;
    },
    payee: () => receiverAddress("payee", known, body.payee),
    amount: () => amountOf("amount", body.amount, known),
    payer: () => recurringPayer(body, known),
    fee: () => checkedFee(platformFee(ctx.caller, body), [known]),
    startDate: () => parseRecurrence(recurrence, ctx.now()).startDate,
    totalPayments: () => paymentsOf(recurrence.totalPayments),
  });
  if (sameAddress("evm", payer, payee)) {
    throw invalidField("recurrence.payer", "payer and payee must be different");
  }
  const chain = chainFor(ctx, token.network);
  const contract = chain.recurringContract;
  if (contract === null || token.address === null) throw notSetUp(token);
  const charge = chargeOf(ctx, token, amount, fee);
  if (amount > MAX_UINT128 || charge.amount > MAX_UINT128)
    throw invalidField("amount", "amount is too large");
  const periodSeconds = PERIOD_SECONDS[recurrence.frequency];
  const firstExec = Math.ceil(startDate.getTime() / 1_000);
  if (firstExec > MAX_UINT32) throw invalidField("recurrence.startDate", "startDate is too far ahead");
  return {
    chain,
    token,
    payee,
    payer,
    contract,
    feePercentage: charge.percentage,
    permit: {
      subscriber: bytes(payer),
      token: bytes(token.address),
      recipient: bytes(payee),
      feeAddress: charge.address,
      amount,
      feeAmount: charge.amount,
      gasFee: 0n,
      periodSeconds,
      firstExec,
      totalExecutions: totalPayments,
      nonce: BigInt(nonce),
      deadline: BigInt(firstExec + periodSeconds * (totalPayments + 1)),
    },
  };
}

/** A network without a recurring contract of ours. */
export function notSetUp({ network }: Token): ApiError {
  return new ApiError(
    "unsupported_network",
    `Recurring payouts are not set up on ${NETWORKS[network].name} by this installation`,
  );
}

/** RC-03: the contract takes allowances, which native coin does not have, and Tron has no such contract. */
function recurringToken(ctx: Ctx, { invoiceCurrency, paymentCurrency }: RecurringPayoutBody): Token {
  const { invoice, token } = settlementCurrencies(ctx, invoiceCurrency, paymentCurrency);
  // What is signed is an exact amount of the token: there is no rate to agree on later.
  if (invoice.id !== token.id) {
    throw invalidField("invoiceCurrency", "A recurring payout is invoiced in the currency it is paid in");
  }
  const { family, name } = NETWORKS[token.network];
  if (family !== "evm") {
    throw invalidField("paymentCurrency", `Recurring payouts are not supported on ${name}`);
  }
  if (token.address === null) {
    throw invalidField("paymentCurrency", `Recurring payouts are not supported in ${token.symbol}`);
  }
  return token;
}

/** The payer has to be named where the schedule is, and may be named again beside it. */
function recurringPayer(body: RecurringPayoutBody, token: Token | undefined): string {
  const payer = partyAddress("recurrence.payer", token?.network, body.recurrence.payer);
  const beside = payerOf(body, token);
  if (beside !== null && beside !== payer) {
    throw invalidField("recurrence.payer", "recurrence.payer names another payer");
  }
  return payer;
}

/** RC-10, D-14. */
function paymentsOf(totalPayments: number): number {
  if (totalPayments > MAX_PAYMENTS) {
    throw invalidField("recurrence.totalPayments", `A permit holds at most ${MAX_PAYMENTS} payments`);
  }
  return totalPayments;
}

/**
 * What goes on top of each instalment, and to whom: a permit has one fee receiver, so either the platform or the
 * protocol (FE-01, PF-04).
 */
function chargeOf(
  { config }: Ctx,
  token: Token,
  amount: bigint,
  fee: FeeRate | null,
): { address: Hex; amount: bigint; percentage: string | null } {
  const { bps, capUsd } = config.protocolFee;
  const receiver = bps === 0 ? null : protocolReceiver(config, token.network);
  if (fee && receiver) {
    throw invalidField(
      "feePercentage",
      "A recurring payout has one fee receiver, and this installation takes its protocol fee there",
    );
  }
  if (receiver) {
    const terms = { percentage: protocolPercentage(bps), cap: protocolFeeCap(token, capUsd) };
    return { address: bytes(receiver), amount: protocolFeeOn(terms, 0n, amount), percentage: null };
  }
  const feeAmount = fee ? percentageOf(amount, fee.percentage) : 0n;
  if (!fee || feeAmount === 0n) return { address: zeroAddress, amount: 0n, percentage: null };
  return { address: bytes(fee.address), amount: feeAmount, percentage: fee.percentage };
}
