import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { ApiError, checkFields } from "@/server/errors";
import { platformFee } from "@/server/fees/platform-fee";
import { refuseOutsideLink } from "@/server/payer-access/refuse-outside-link";
import { calldataAnswer } from "@/server/requests/paying/calldata-answer";
import type { PayQuery, SameChainCalldata } from "@/server/requests/paying/calldata-schema";
import { checkedFee, dueOf, partToPay, storedFee } from "@/server/requests/paying/due";
import { findPayable, type Payable } from "@/server/requests/paying/payable";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { planPayment } from "@/server/requests/paying/payment-plan";
import { quoteField, quotesFor } from "@/server/requests/paying/quoted";
import { chainFor, checkWallet } from "@/server/requests/paying/readiness";
import { startListening } from "@/server/requests/paying/start-listening";

/**
 * The transactions that pay a request, or a part of it, on its own network (PC-01 to PC-06, RS-07, RS-15).
 * Without `wallet` the approval is always there and nothing is known about funds: both answers are false.
 * What is asked in another
 * currency than the token is paid at the rate of a quote, which the answer holds. Throws 404 for a request that is not
 * the caller's, 400 for a settled one, 503 when the chain is away or there is no price.
 */
export async function preparePayment(
  ctx: Ctx,
  requestId: string,
  query: PayQuery,
): Promise<SameChainCalldata> {
  if (query.clientUserId !== undefined || query.paymentDetailsId !== undefined) {
    throw new ApiError("not_supported_yet", "Crypto-to-fiat payments are not supported yet");
  }
  const payable = await findPayable(ctx, requestId);
  await refuseOutsideLink(ctx, [payable.row.id]);
  const chain = chainFor(ctx, payable.token.network);
  requireSameSource(payable, query);
  const { wallet, fee, amount } = checkFields({
    wallet: () => (query.wallet === undefined ? null : payerWallet(chain.network.family, query.wallet)),
    fee: () => checkedFee(platformFee(ctx.caller, query) ?? storedFee(payable), [payable.token]),
    amount: () => partToPay(payable, query.amount),
  });

  const quotes = await quotesFor(ctx, [{ payable, amount }], wallet);
  const due = dueOf(payable, amount, fee, ctx.config.protocolFee.capUsd, quotes);
  const plan = planPayment(chain.network, due);
  const readiness = await checkWallet(chain, plan, wallet);
  await startListening(ctx, [payable.row]);

  return { ...calldataAnswer(payable, plan, readiness, fee), ...quoteField(payable, quotes) };
}

/** A source other than the request's own network and token needs a bridge. */
function requireSameSource({ token }: Payable, query: PayQuery): void {
  if (query.chain === undefined) return;
  if (query.chain === NETWORKS[token.network].sourceChain && query.token === token.symbol) return;
  throw new ApiError(
    "not_supported_yet",
    `Paying from another network or token than ${token.symbol} on ${NETWORKS[token.network].name} is not supported yet`,
  );
}
