import { and, eq, inArray, sql } from "drizzle-orm";
import { clientIds, requests, securePaymentRequests, securePayments } from "@/db/schema";
import { ownedBy } from "@/server/auth/scope";
import { brandingOf } from "@/server/branding/find";
import { featuresOf } from "@/server/chains/features";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Ctx } from "@/server/context";
import type { WalletResult } from "@/server/payer-access/schema";
import { screeningResults } from "@/server/payer-access/store";
import { settlingTransfers } from "@/server/payments/counting/covering";
import { heldPayments } from "@/server/payments/counting/held";
import { isRequestId } from "@/server/payments/request-id";
import { linkUrl } from "@/server/secure-payments/creating/store-link";
import { type Link, linkNotFound, linksWhere, networkOf } from "@/server/secure-payments/link";
import { blockReasonOf } from "@/server/secure-payments/multicall/block-reason";
import { LinkStatusRead, ResolvedDestination } from "@/server/secure-payments/wire/link-schema";
import type { KytResult, SecurePaymentLookup } from "@/server/secure-payments/wire/lookup-schema";

/**
 * The link that pays a request, for its owner (SL-01 to SL-07). A request that went from a payout link into a
 * batch link is paid by the batch link. Throws the same 404 for unknown and foreign requests.
 */
export async function lookUpSecurePayment(ctx: Ctx, requestId: string): Promise<SecurePaymentLookup> {
  if (!isRequestId(requestId)) throw linkNotFound();
  const ids = ctx.db
    .select({ id: securePaymentRequests.securePaymentId })
    .from(securePaymentRequests)
    .innerJoin(requests, eq(requests.id, securePaymentRequests.requestId))
    .where(eq(requests.requestId, requestId));
  const links = await linksWhere(
    ctx,
    and(
      inArray(securePayments.id, ids),
      ownedBy(ctx.caller, securePayments),
      sql`${securePayments.mergedIntoId} is null`,
    ),
  );
  const link = links.at(-1);
  if (!link) throw linkNotFound();
  return describeLink(ctx, link);
}

async function describeLink(ctx: Ctx, link: Link): Promise<SecurePaymentLookup> {
  const { row } = link;
  const requestIds = link.requests.map((request) => request.id);
  const [results, settling, held, clientId, branding] = await Promise.all([
    screeningResults(ctx, [row.id]),
    settlingTransfers(ctx, requestIds),
    heldPayments(ctx, requestIds),
    row.clientIdId === null ? null : publicClientId(ctx, row.clientIdId),
    brandingOf(ctx, row),
  ]);
  const network = networkOf(link);
  const payer = link.requests.map((request) => settling.get(request.id)?.payer).find(Boolean) ?? null;
  const heldPayers = [...new Set(held.flatMap((payment) => payment.payer ?? []))];
  const payerAddress = (payer && walletText(network.id, payer)) ?? heldPayers[0] ?? null;
  const screened = (results.get(row.id) ?? []).map(kytResult);
  const isOutgoing = row.flow === "outgoing";
  const blockReason = blockReasonOf(link);
  return {
    token: row.token,
    securePaymentUrl: linkUrl(ctx, row.token),
    status: LinkStatusRead.parse(link.status),
    paymentType: row.paymentType === "batch" ? "batch" : "single",
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    redirectUrl: row.redirectUrl,
    redirectLabel: row.redirectLabel,
    completedAt: row.completedAt?.toISOString() ?? null,
    payerAddress,
    // Of everybody who came by, only who has paid is the owner's business (SL-05).
    payerKytResults: isOutgoing ? [] : resultsOfPayers(screened, payerAddress, heldPayers),
    payeeKytResults: isOutgoing ? screened : [],
    destination: ResolvedDestination.nullable().parse(row.destination),
    claimedDestination: ResolvedDestination.nullable().parse(row.claimedDestination),
    orchestratorId: row.orchestratorId,
    feePlan: link.feePlan,
    network: network.id,
    currency: row.currency,
    executionKind: featuresOf(network).multicalls.kind,
    identityMode: row.clientIdId === null ? "manual_dashboard" : "client_id",
    clientId,
    branding: {
      whitelabelEnabled: branding !== null,
      source: branding?.clientIdId === undefined ? "service_network" : "client_id",
    },
    childExecutable: blockReason === null,
    blockReason,
  };
}

/** A payer whose money is held is named also when no answer about the wallet is known (D-29). */
function resultsOfPayers(
  screened: readonly KytResult[],
  payer: string | null,
  heldPayers: readonly string[],
): KytResult[] {
  const known = screened.filter((result) => [payer, ...heldPayers].some((wallet) => isAbout(result, wallet)));
  const unknown = heldPayers.filter((wallet) => !known.some((result) => isAbout(result, wallet)));
  return [
    ...known,
    ...unknown.map((wallet) =>
      kytResult({
        walletAddress: wallet,
        walletType: "eoa",
        status: "error",
        reasonCode: "payer_not_approved",
        provider: null,
      }),
    ),
  ];
}

function isAbout(result: KytResult, payer: string | null): boolean {
  return payer !== null && result.walletAddress.toLowerCase() === payer.toLowerCase();
}

function kytResult(result: WalletResult): KytResult {
  return {
    walletAddress: result.walletAddress,
    walletType: result.walletType,
    parentWalletAddress: result.parentWalletAddress ?? null,
    status: result.status,
    reasonCode: result.reasonCode,
    provider: result.provider,
    providerReference: null,
    reportUrl: null,
    notes: null,
    rawStatus: null,
    evaluatedAt: result.evaluatedAt ?? null,
  };
}

async function publicClientId(ctx: Pick<Ctx, "db">, id: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ clientId: clientIds.clientId })
    .from(clientIds)
    .where(eq(clientIds.id, id));
  return row?.clientId ?? null;
}
