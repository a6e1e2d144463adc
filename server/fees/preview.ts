import type { Ctx } from "@/server/context";
import { TOKENS, type Token, tokenById } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";
import { feePlanFor } from "@/server/fees/plan-for";
import type { FeePlan, FeePreviewBody } from "@/server/fees/plan-schema";
import { AmountError, parseAmount } from "@/server/lib/amount";

/**
 * What a payment would cost, by the resolver that creation uses, without creating anything (FV-01, FV-02).
 * `currency` is a currency ID or the symbol of a stablecoin. Throws 400 naming the field.
 */
export async function previewFees(ctx: Ctx, body: FeePreviewBody): Promise<FeePlan> {
  const token = stablecoin(body.currency);
  const plan = await feePlanFor(ctx, {
    flow: body.flow,
    token,
    amount: amountIn(token, body.amount),
    defaultFeeBearer: body.defaultFeeBearer,
    orchestratorId: ctx.caller.orchestratorId,
    clientIdId: ctx.caller.clientId?.id ?? null,
  });
  if (!plan) throw invalidField("currency", `${body.currency} is not a supported stablecoin`);
  return plan;
}

/** A symbol alone stands for the first token of that name: what a payment costs does not depend on which. */
function stablecoin(currency: string): Token {
  const symbol = currency.toLowerCase();
  const token = tokenById(currency) ?? TOKENS.find((candidate) => candidate.symbol.toLowerCase() === symbol);
  if (!token?.isStablecoin) throw invalidField("currency", `${currency} is not a supported stablecoin`);
  return token;
}

function amountIn(token: Token, text: string): bigint {
  try {
    return parseAmount(text, token.decimals);
  } catch (error) {
    if (error instanceof AmountError) throw invalidField("amount", `amount: ${error.message}`);
    throw error;
  }
}
