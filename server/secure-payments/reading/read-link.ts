import { brandingOf } from "@/server/branding/find";
import { ChainError } from "@/server/chains/chain-error";
import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { formatAmount } from "@/server/lib/amount";
import { isHidden, shownDecision } from "@/server/payer-access/withheld";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { chainFor, checkWalletIfReachable } from "@/server/requests/paying/readiness";
import { decisionOn } from "@/server/secure-payments/access";
import { otherSource } from "@/server/secure-payments/crosschain/source";
import { type DueNow, dueNow } from "@/server/secure-payments/due/due-now";
import { type Link, networkOf } from "@/server/secure-payments/link";
import { isMulticall } from "@/server/secure-payments/multicall/multicall";
import { findReadableLink } from "@/server/secure-payments/reader";
import { analyticsOf } from "@/server/secure-payments/reading/analytics";
import { described, typeOf } from "@/server/secure-payments/reading/described";
import type { LinkReading } from "@/server/secure-payments/reading/link-reading";
import { readMulticall } from "@/server/secure-payments/reading/read-multicall";
import { unpayable } from "@/server/secure-payments/refusal";
import { LinkStatusRead } from "@/server/secure-payments/wire/link-schema";
import type { PaymentOptions, VisitQuery } from "@/server/secure-payments/wire/read-schema";

/**
 * Reads a link as its payer (SG-01 to SG-10). A wallet is decided on; until it is approved, a link
 * that hides itself tells only that it exists. Throws 401 for a client ID that has nothing to do with the link, and
 * 400 for a query that does not fit it.
 */
export async function readLink(ctx: Ctx, token: string, query: VisitQuery): Promise<LinkReading> {
  const link = await findReadableLink(ctx, token);
  if (!link) return { kind: "not_found" };
  if (isMulticall(link)) return readMulticall(ctx, link, query);
  if (link.status !== "pending") {
    const reason = await unpayable(ctx, link, await visibilityFor(ctx, link, query));
    if (reason) return { kind: "unpayable", link, reason };
  }
  const decision = await decisionOn(ctx, link, query, "access");
  const hidden = isHidden(link, decision);
  const reason = await unpayable(ctx, link, { isHidden: hidden });
  if (reason) return { kind: "unpayable", link, reason };
  const common = {
    status: LinkStatusRead.parse(link.status),
    redirectUrl: link.row.redirectUrl,
    redirectLabel: link.row.redirectLabel,
    orchestratorId: link.row.orchestratorId,
    branding: await brandingOf(ctx, link.row),
    analytics: analyticsOf(link, hidden),
    ...(decision ? { accessDecision: shownDecision(decision) } : {}),
  };
  if (hidden) return { kind: "open", link, read: { paymentType: typeOf(link), ...common }, dues: [] };
  otherSource(ctx, link, query);
  const told = { ...common, ...described(link) };
  if (query.wallet === undefined || decision?.status !== "approved") {
    return { kind: "open", link, read: told, dues: [] };
  }
  const due = await dueNow(ctx, link, query);
  const options = due ? await optionsOf(ctx, link, due, query.eoaWallet ?? query.wallet) : {};
  if (options instanceof ChainError) return { kind: "unreachable", link, cause: options };
  return { kind: "open", link, read: { ...told, paymentOptions: options }, dues: due?.dues ?? [] };
}

/** Who has paid a link that hides itself may still read what became of it. */
async function visibilityFor(ctx: Ctx, link: Link, query: VisitQuery): Promise<{ isHidden: boolean }> {
  if (!link.policy.hideUntilApproved || link.status !== "completed") return { isHidden: false };
  return { isHidden: isHidden(link, await decisionOn(ctx, link, query, "access")) };
}

/** What the wallet could pay with (SG-03). */
async function optionsOf(
  ctx: Ctx,
  link: Link,
  due: DueNow,
  wallet: string,
): Promise<PaymentOptions | ChainError> {
  const network = networkOf(link);
  const funded = payerWallet(network.family, wallet);
  const readiness = await checkWalletIfReachable(chainFor(ctx, network.id), due.plan, funded);
  if (readiness instanceof ChainError) return readiness;
  const rows = (readiness.funding?.balances ?? []).map(
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
