import type { FeeBearer, FeeFlow, FeeLineItem, FeePlan } from "@/server/fees/plan-schema";
import { formatAmount } from "@/server/lib/amount";

/** Decimals of an amount in USD inside this file: as many as the finest token has. */
export const USD_DECIMALS = 18;
/** Fees are truncated to the token's decimals, and to no more than these (FP-12). */
const MAX_FEE_DECIMALS = 6;

/** One configured fee, before it meets an amount. Amounts in USD with `USD_DECIMALS` decimals. */
export interface FeeTerms {
  type: "protocol_fee" | "orchestrator_fee";
  label: string;
  bps: number;
  cap: bigint | null;
  fixed: bigint | null;
  /** Set where the configuration of this fee says who bears it; it wins over the payment (FP-04). */
  configuredBearer: FeeBearer | null;
  /** Set where the service imposes the bearer; it wins over everything (FP-05). */
  forcedBearer: FeeBearer | null;
  evmAddress: string | null;
  tronAddress: string | null;
  configSource: "client_id_override" | "orchestrator_default" | "protocol_config" | "protocol_default";
}

export interface FeePlanInput {
  flow: FeeFlow;
  /** What the payment is for, in USD with `USD_DECIMALS` decimals. */
  gross: bigint;
  /** Decimals of the token it is paid in: no fee is finer than that. */
  tokenDecimals: number;
  /** The caller's choice for fees that are not configured otherwise; null for the default of the flow. */
  defaultFeeBearer: FeeBearer | null;
  terms: readonly FeeTerms[];
}

/** Thrown when fees that the payee bears exceed what the payment is for (FP-10). */
export class FeesExceedAmount extends Error {
  override readonly name = "FeesExceedAmount";
}

/** Who bears fees when nobody says otherwise (FP-03). */
const FLOW_DEFAULT: Record<FeeFlow, FeeBearer> = { get_paid: "payee", pay: "payer" };

/**
 * Resolves what a payment costs: each fee is its share of the gross amount up to its cap, plus its fixed
 * part, truncated (FP-07, FP-12); payee-borne fees are taken out of the gross amount, payer-borne ones are
 * added to it (FP-08, FP-09). Pure and exact. Throws `FeesExceedAmount`.
 */
export function resolveFeePlan(input: FeePlanInput): FeePlan {
  const defaultFeeBearer = input.defaultFeeBearer ?? FLOW_DEFAULT[input.flow];
  const borne: Record<FeeBearer, bigint> = { payer: 0n, payee: 0n };
  const fees = input.terms.map((terms): FeeLineItem => {
    const amount = feeOn(input.gross, terms, input.tokenDecimals);
    const { feeBearer, feeBearerSource } = bearerOf(terms, input.defaultFeeBearer, defaultFeeBearer);
    borne[feeBearer] += amount;
    return {
      type: terms.type,
      label: terms.label,
      feeBearer,
      feeBearerSource,
      percentageBps: terms.bps,
      capUsd: usdOrNull(terms.cap),
      fixedAmountUsd: usdOrNull(terms.fixed),
      calculatedAmountUsd: usd(amount),
      destinationResolver: "config_address",
      destinationRef: {
        ...(terms.evmAddress === null ? {} : { evmAddress: terms.evmAddress }),
        ...(terms.tronAddress === null ? {} : { tronAddress: terms.tronAddress }),
      },
      configSource: terms.configSource,
    };
  });
  if (borne.payee > input.gross) throw new FeesExceedAmount("Fees borne by the payee exceed the amount");
  return {
    version: 1,
    flow: input.flow,
    defaultFeeBearer,
    grossAmountUsd: usd(input.gross),
    netRecipientAmountUsd: usd(input.gross - borne.payee),
    payerTotalAmountUsd: usd(input.gross + borne.payer),
    totalFeesUsd: usd(borne.payee + borne.payer),
    payeeBorneFeesUsd: usd(borne.payee),
    payerBorneFeesUsd: usd(borne.payer),
    fees,
  };
}

/** One fee on a gross amount, USD with `USD_DECIMALS` decimals. */
function feeOn(gross: bigint, terms: Pick<FeeTerms, "bps" | "cap" | "fixed">, tokenDecimals: number): bigint {
  const share = (gross * BigInt(terms.bps)) / 10_000n;
  const capped = terms.cap !== null && share > terms.cap ? terms.cap : share;
  const step = 10n ** BigInt(USD_DECIMALS - feeDecimals(tokenDecimals));
  const fee = capped + (terms.fixed ?? 0n);
  return fee - (fee % step);
}

/** Decimals a fee is truncated to. */
function feeDecimals(tokenDecimals: number): number {
  return Math.min(tokenDecimals, MAX_FEE_DECIMALS);
}

function bearerOf(
  terms: FeeTerms,
  override: FeeBearer | null,
  fallback: FeeBearer,
): Pick<FeeLineItem, "feeBearer" | "feeBearerSource"> {
  if (terms.forcedBearer) return { feeBearer: terms.forcedBearer, feeBearerSource: "forced_fee_policy" };
  if (terms.configuredBearer) return { feeBearer: terms.configuredBearer, feeBearerSource: "fee_config" };
  if (override) return { feeBearer: override, feeBearerSource: "payment_default_override" };
  return { feeBearer: fallback, feeBearerSource: "flow_default" };
}

function usd(amount: bigint): string {
  return formatAmount(amount, USD_DECIMALS);
}

function usdOrNull(amount: bigint | null): string | null {
  return amount === null ? null : usd(amount);
}
