import { parseAnyAddress } from "@/server/chains/any-address";
import { isNetworkId, NETWORKS, networkIdNamed } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { hasPaymentCall, requireWatched } from "@/server/currencies/settlement-token";
import { TOKENS, type Token, tokenById } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";
import { feePlanFor, netAmount } from "@/server/fees/plan-for";
import { requireBoundRecipients } from "@/server/payee-destinations/bound";
import { chosenDestination } from "@/server/payee-destinations/find";
import { policyOfNewLink } from "@/server/payer-access/resolve-policy";
import { partyAddress, receiverAddress } from "@/server/requests/creating/party-address";
import { amountOf } from "@/server/requests/draft";
import type { CreateSecurePayoutBody } from "@/server/secure-payments/wire/create-schema";

/**
 * What a payout's fields mean, before anything is screened or stored: the rules that creating and checking share
 * (SO-01 to SO-07). Throws 400 naming the field, 403 for a recipient that the client ID is not bound to.
 */
export async function preparePayout(ctx: Ctx, body: CreateSecurePayoutBody) {
  const token = payoutToken(ctx, body.network, body.currency);
  const payee = receiverAddress("recipient", token, body.recipient);
  await requireBoundRecipients(ctx, [{ payee, token }]);
  const payer = payerOf(body.creatorWalletAddress, token);
  const amount = amountOf("amount", body.amount, token);
  const { orchestratorId, clientId } = ctx.caller;
  const feePlan = await feePlanFor(ctx, {
    flow: "pay",
    token,
    amount,
    orchestratorId,
    clientIdId: clientId?.id ?? null,
  });
  const claimed = await chosenDestination(ctx, payee, NETWORKS[token.network].chainId);
  const policy = await policyOfNewLink(ctx, "outgoing", body.accessPolicy, claimed);
  const net = netAmount(feePlan, token, amount);
  if (net <= 0n) throw invalidField("amount", "Fees leave nothing of this amount");
  return { token, payee, payer, amount, net, feePlan, claimed, policy };
}

/**
 * The creator's wallet, who is taken for the payer where it can be: a creator may be signed in with a wallet of another
 * family than the payout's network. Throws 400 for what is no wallet at all.
 */
function payerOf(creator: string, token: Token): string | null {
  const known = parseAnyAddress(creator);
  const { family } = NETWORKS[token.network];
  if (typeof known === "object" && known.family !== family) return null;
  return partyAddress("creatorWalletAddress", token.network, creator);
}

/** Network and currency have to mean one token that is settled here (SO-03). Symbols and IDs are both names. */
function payoutToken(ctx: Pick<Ctx, "chains">, name: string, currency: string): Token {
  const network = networkIdNamed(name);
  if (!isNetworkId(network)) throw invalidField("network", `Unsupported network ${network}`);
  const named = tokenById(currency);
  const token =
    named ?? TOKENS.find((one) => one.network === network && one.symbol === currency.toUpperCase());
  if (!token || !hasPaymentCall(token)) {
    throw invalidField("currency", `Unsupported currency ${currency} on ${network}`);
  }
  if (token.network !== network) {
    throw invalidField("currency", `Currency ${currency} is not on network ${network}`);
  }
  requireWatched(ctx, network);
  return token;
}
