import { brandingOf } from "@/server/branding/find";
import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import type { RequestRow } from "@/server/requests/draft";
import { payerWallet } from "@/server/requests/payer-wallet";
import { chainFor, checkWallet } from "@/server/requests/readiness";
import type { AccessDecision } from "@/server/screening/schema";
import { decisionOn, isHidden, maskAddress, shownDecision } from "@/server/secure-payments/access";
import { dueNow, requireSameSource } from "@/server/secure-payments/calldata/due-now";
import { type Link, networkOf } from "@/server/secure-payments/link";
import { LinkStatusRead, ResolvedDestination } from "@/server/secure-payments/link-schema";
import { isBundle } from "@/server/secure-payments/multicall/multicall";
import { readBundle } from "@/server/secure-payments/multicall/read";
import type { AnyRead } from "@/server/secure-payments/multicall/schema";
import { analyticsOf } from "@/server/secure-payments/reading/analytics";
import type { PaymentOptions, VisitQuery } from "@/server/secure-payments/reading/read-schema";
import { readableLink } from "@/server/secure-payments/reading/reader";
import { refuseUnpayable } from "@/server/secure-payments/refusal";

/**
 * A link as its payer reads it (SG-01 to SG-10). With a wallet the gate is asked; until it lets the wallet pass,
 * a link that hides itself tells only that it exists. Throws 404, 401, 403, 409 and 423 as its state is.
 */
export async function getSecurePayment(ctx: Ctx, token: string, query: VisitQuery): Promise<AnyRead> {
  const link = await readableLink(ctx, token);
  if (isBundle(link)) return readBundle(ctx, link, query);
  if (link.status !== "pending") await refuseUnpayable(ctx, link, await toldTo(ctx, link, query));
  const decision = await decisionOn(ctx, link, query, "access");
  const hidden = isHidden(link, decision);
  await refuseUnpayable(ctx, link, { isHidden: hidden });
  const common = {
    status: LinkStatusRead.parse(link.status),
    redirectUrl: link.row.redirectUrl,
    redirectLabel: link.row.redirectLabel,
    orchestratorId: link.row.orchestratorId,
    branding: await brandingOf(ctx, link.row),
    analytics: analyticsOf(link, hidden),
    ...(decision ? { accessDecision: shownDecision(decision) } : {}),
  };
  if (hidden) return { paymentType: typeOf(link), ...common };
  requireSameSource(link, query);
  const paymentOptions = await optionsOf(ctx, link, query, decision);
  return { ...common, ...(paymentOptions ? { paymentOptions } : {}), ...described(link) };
}

/** Who has paid a link that hides itself may still read what became of it. */
async function toldTo(ctx: Ctx, link: Link, query: VisitQuery): Promise<{ isHidden: boolean }> {
  if (!link.policy.hideUntilApproved || link.status !== "completed") return { isHidden: false };
  return { isHidden: isHidden(link, await decisionOn(ctx, link, query, "access")) };
}

function described(link: Link) {
  const { row, requests, amounts, policy } = link;
  const isMasked = policy.hidePayeeAddress;
  const tokens = requests.map(tokenOf);
  const payees = requests.map(({ payee }) => (isMasked ? maskAddress(payee) : payee));
  const asText = tokens.map((token, index) => formatAmount(amounts[index] ?? 0n, token.decimals));
  const destination = shownDestination(link);
  const shared = {
    requestIds: requests.map((request) => request.requestId.slice(2)),
    network: networkOf(link).id,
    reference: row.reference,
    ...(isMasked ? { isPayeeAddressMasked: true } : {}),
    feePlan: link.feePlan,
  };
  if (typeOf(link) === "batch") {
    return {
      paymentType: "batch" as const,
      ...shared,
      payees,
      amounts: asText,
      paymentCurrencies: tokens.map((token) => token.id),
      isNativeCurrency: tokens.map((token) => token.address === null),
      destinations: requests.map(() => destination),
    };
  }
  const [token] = tokens;
  const [payee = ""] = payees;
  const [amount = "0"] = asText;
  if (!token) throw new Error(`link ${row.id} has no request`);
  return {
    paymentType: "single" as const,
    ...shared,
    payee,
    amount,
    paymentCurrency: token.id,
    isNativeCurrency: token.address === null,
    destination,
  };
}

function shownDestination({ row, policy }: Link): ResolvedDestination | null {
  const destination = ResolvedDestination.nullable().parse(row.destination);
  if (!destination || !policy.hidePayeeAddress) return destination;
  const { tokenAddress, network } = destination;
  const masked = maskAddress(destination.walletAddress);
  return { payeeAddress: masked, tokenAddress, walletAddress: masked, network, isMasked: true };
}

/** What the wallet could pay with (SG-03); nothing for a wallet that may not, or where nothing is left. */
async function optionsOf(
  ctx: Ctx,
  link: Link,
  { wallet, eoaWallet }: VisitQuery,
  decision: AccessDecision | null,
): Promise<PaymentOptions | null> {
  const network = networkOf(link);
  if (wallet === undefined || decision?.status !== "approved") return null;
  const due = await dueNow(ctx, link);
  if (!due) return {};
  const funded = payerWallet(network.family, eoaWallet ?? wallet);
  const { funding } = await checkWallet(chainFor(ctx, network.id), due.plan, funded);
  const rows = (funding?.balances ?? []).map(
    ({ token, required, available }) =>
      [
        token.symbol,
        {
          balance: formatAmount(available, token.decimals),
          hasEnoughBalance: available >= required,
          neededAmount: formatAmount(required, token.decimals),
        },
      ] as const,
  );
  return { [NETWORKS[network.id].sourceChain ?? network.id.toUpperCase()]: Object.fromEntries(rows) };
}

function typeOf({ row }: Link): "single" | "batch" {
  if (row.paymentType === "multicall") throw new Error(`link ${row.id} is a bundle`);
  return row.paymentType;
}

export function tokenOf(request: Pick<RequestRow, "id" | "paymentCurrency">): Token {
  const token = tokenById(request.paymentCurrency);
  if (!token) throw new Error(`request ${request.id} is paid in an unknown currency`);
  return token;
}
