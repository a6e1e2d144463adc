import { NETWORKS } from "@/server/chains/networks";
import type { Config } from "@/server/config";
import type { Ctx } from "@/server/context";
import type { Token } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";
import { effectiveFees } from "@/server/fees/configs/effective";
import { FeesExceedAmount, type FeeTerms, resolveFeePlan, USD_DECIMALS } from "@/server/fees/plan";
import type { FeeBearer, FeeFlow, FeeLineItem, FeePlan } from "@/server/fees/plan-schema";
import { parseAmount } from "@/server/lib/amount";

export interface FeePlanRequest {
  flow: FeeFlow;
  token: Token;
  /** Base units of the token. */
  amount: bigint;
  defaultFeeBearer?: FeeBearer;
  /** Set when the payment is created with an orchestrator's pair (FE-08). */
  orchestratorId: string | null;
  /** Row of the client ID it is created with. */
  clientIdId: string | null;
}

/**
 * The fee plan of a payment, by the same resolver for a preview and for the real thing (FV-01). Null for a
 * token that is not a stablecoin (FE-10, D-23). Throws 400 naming `amount` when the payee's fees exceed it.
 */
export async function feePlanFor(
  ctx: Pick<Ctx, "db" | "config">,
  payment: FeePlanRequest,
): Promise<FeePlan | null> {
  const { token } = payment;
  if (!token.isStablecoin) return null;
  const orchestratorTerms = payment.orchestratorId
    ? await orchestratorFees(ctx, payment, payment.orchestratorId)
    : [];
  try {
    return resolveFeePlan({
      flow: payment.flow,
      gross: toUsd(payment.amount, token),
      tokenDecimals: token.decimals,
      defaultFeeBearer: payment.defaultFeeBearer ?? null,
      terms: [...orchestratorTerms, ...protocolFees(ctx.config, token)].filter((terms) =>
        isPayable(terms, token),
      ),
    });
  } catch (error) {
    if (error instanceof FeesExceedAmount) throw invalidField("amount", error.message);
    throw error;
  }
}

/** A fee of a plan in base units of the token, with its receiver on the token's network. */
export interface PlannedFee {
  type: "protocol" | "orchestrator";
  label: string;
  bearer: FeeBearer;
  amount: bigint;
  address: string;
}

/** The fees of a plan as transfers, in their order; those that round to nothing are left out. */
export function planLegs(plan: FeePlan, token: Token): PlannedFee[] {
  return plan.fees.flatMap((fee) => {
    const amount = fromUsd(fee.calculatedAmountUsd, token);
    const address = receiverOf(fee, token);
    if (amount === 0n || !address) return [];
    const type = fee.type === "protocol_fee" ? ("protocol" as const) : ("orchestrator" as const);
    return [{ type, label: fee.label, bearer: fee.feeBearer, amount, address }];
  });
}

/** What reaches the recipient, base units: the amount less the fees it bears. */
export function netAmount(plan: FeePlan | null, token: Token, amount: bigint): bigint {
  if (!plan) return amount;
  return planLegs(plan, token)
    .filter((leg) => leg.bearer === "payee")
    .reduce((net, leg) => net - leg.amount, amount);
}

function receiverOf(fee: FeeLineItem, token: Token): string | undefined {
  const { evmAddress, tronAddress } = fee.destinationRef;
  return { evm: evmAddress, tron: tronAddress }[NETWORKS[token.network].family];
}

/** A fee without an address on the payment's chain is skipped (OF-06). */
function isPayable(terms: FeeTerms, token: Token): boolean {
  const { evmAddress, tronAddress } = terms;
  return { evm: evmAddress, tron: tronAddress }[NETWORKS[token.network].family] !== null;
}

/** The share of the amount, then what a network costs in addition, whatever the amount (FE-01, FE-04). */
function protocolFees({ protocolFee }: Config, token: Token): FeeTerms[] {
  const common = {
    type: "protocol_fee" as const,
    configuredBearer: null,
    evmAddress: protocolFee.evmAddress,
    tronAddress: protocolFee.tronAddress,
    configSource: "protocol_config" as const,
  };
  const share: FeeTerms = {
    ...common,
    label: "Protocol fee",
    bps: protocolFee.bps,
    cap: usdUnits(protocolFee.capUsd),
    fixed: null,
    forcedBearer: null,
  };
  const fixed = usdUnits(protocolFee.fixedUsd[token.network] ?? null) ?? 0n;
  const network: FeeTerms = {
    ...common,
    label: `${NETWORKS[token.network].name} network fee`,
    bps: 0,
    cap: null,
    fixed,
    // It pays for what the payer's transaction costs, so nobody else may be made to bear it (D-22).
    forcedBearer: "payer",
  };
  return [...(protocolFee.bps > 0 ? [share] : []), ...(fixed > 0n ? [network] : [])];
}

/** What the orchestrator takes of a payment that is created with its pair (FE-05, FE-08). */
async function orchestratorFees(
  ctx: Pick<Ctx, "db">,
  payment: FeePlanRequest,
  orchestratorId: string,
): Promise<FeeTerms[]> {
  const flow = payment.flow === "get_paid" ? "incoming" : "outgoing";
  const rows = await effectiveFees(ctx, { orchestratorId, clientIdId: payment.clientIdId });
  return rows
    .filter((row) => row.flow === flow)
    .map((row) => ({
      type: "orchestrator_fee",
      label: "Orchestrator fee",
      bps: row.bps,
      cap: usdUnits(row.usdCap),
      fixed: null,
      configuredBearer: row.feeBearer === "recipient" ? "payee" : "payer",
      forcedBearer: null,
      evmAddress: row.evmAddress,
      tronAddress: row.tronAddress,
      configSource: row.clientIdId === null ? "orchestrator_default" : "client_id_override",
    }));
}

/** A stablecoin counts as a dollar: base units to USD with `USD_DECIMALS` decimals. */
function toUsd(units: bigint, token: Token): bigint {
  return units * 10n ** BigInt(USD_DECIMALS - token.decimals);
}

/** A configured amount in USD; a cap of zero is a cap. */
function usdUnits(text: string | null): bigint | null {
  if (text === null) return null;
  return /^[0.]*$/.test(text) ? 0n : parseAmount(text, USD_DECIMALS);
}

/** USD text to base units; exact, because fees are truncated to the token's decimals. */
function fromUsd(usd: string, token: Token): bigint {
  return usd === "0" ? 0n : parseAmount(usd, token.decimals);
}
