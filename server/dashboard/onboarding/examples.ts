import { NETWORK_IDS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { TOKENS, type Token } from "@/server/currencies/tokens";
import type { OfferedExample } from "@/server/dashboard/onboarding/offer-schema";
import { ApiError } from "@/server/errors";
import { USD_DECIMALS } from "@/server/fees/plan";
import { feePlanFor } from "@/server/fees/plan-for";
import type { FeePlan } from "@/server/fees/plan-schema";
import { formatAmount, parseAmount } from "@/server/lib/amount";
import type { OnboardingTerms } from "@/server/onboarding/schema";

/** What the made-up payment is for, in whole USD. */
const GROSS = "100";

/**
 * What an orchestrator's fees make of a payment, on every network of this service: by the resolver that every payment
 * goes through, with the service's own fees. Outgoing payments only where the orchestrator earns at them.
 */
export async function workedExamples(
  ctx: Pick<Ctx, "db" | "config">,
  { orchestratorId, fees }: Pick<OnboardingTerms, "orchestratorId" | "fees">,
): Promise<OfferedExample[]> {
  const flows = (["incoming", "outgoing"] as const).filter(
    (flow) => flow === "incoming" || fees.some((fee) => fee.flow === flow),
  );
  const tokens = NETWORK_IDS.filter((id) => ctx.config.networks[id]).flatMap((id) => stablecoinOf(id) ?? []);
  const examples = await Promise.all(
    tokens.flatMap((token) => flows.map((flow) => exampleOf(ctx, token, flow, orchestratorId))),
  );
  return examples.filter((example) => example !== null);
}

function stablecoinOf(network: string): Token | undefined {
  const coins = TOKENS.filter(
    (token) => token.network === network && token.isStablecoin && token.isDestination,
  );
  return coins.find(({ symbol }) => symbol === "USDC") ?? coins[0];
}

/** Null where the fees would leave nothing: such a payment cannot be created either. */
async function exampleOf(
  ctx: Pick<Ctx, "db" | "config">,
  token: Token,
  flow: OfferedExample["flow"],
  orchestratorId: string,
): Promise<OfferedExample | null> {
  const plan = await planOf(ctx, token, flow, orchestratorId);
  if (!plan) return null;
  const taken = (type: FeePlan["fees"][number]["type"]) =>
    usdText(
      plan.fees
        .filter((fee) => fee.type === type)
        .reduce((sum, fee) => sum + usdUnits(fee.calculatedAmountUsd), 0n),
    );
  return {
    network: token.network,
    flow,
    gross: plan.grossAmountUsd,
    payerPays: plan.payerTotalAmountUsd,
    recipientGets: plan.netRecipientAmountUsd,
    partnerGets: taken("orchestrator_fee"),
    serviceGets: taken("protocol_fee"),
  };
}

async function planOf(
  ctx: Pick<Ctx, "db" | "config">,
  token: Token,
  flow: OfferedExample["flow"],
  orchestratorId: string,
): Promise<FeePlan | null> {
  try {
    return await feePlanFor(ctx, {
      flow: flow === "incoming" ? "get_paid" : "pay",
      token,
      amount: parseAmount(GROSS, token.decimals),
      orchestratorId,
      clientIdId: null,
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === "validation_failed") return null;
    throw error;
  }
}

function usdUnits(text: string): bigint {
  return text === "0" ? 0n : parseAmount(text, USD_DECIMALS);
}

function usdText(units: bigint): string {
  return formatAmount(units, USD_DECIMALS);
}
