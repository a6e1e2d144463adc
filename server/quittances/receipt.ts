import { eq } from "drizzle-orm";
import { requests, securePaymentRequests, securePayments } from "@/db/schema";
import { isNetworkId, NETWORKS, type Network } from "@/server/chains/networks";
import { walletText } from "@/server/chains/wallet-text";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { paymentToken } from "@/server/payments/describe";
import { moneyOf } from "@/server/payments/of-request";
import { SETTLED_STATES } from "@/server/payments/state";
import type { QuittanceMessage } from "@/server/quittances/typed-data";
import type { RequestRow } from "@/server/requests/draft";
import { AccessPolicy } from "@/server/screening/schema";

/** The facts of a paid request, and who may read them. */
export interface Receipt {
  network: Network;
  facts: QuittanceMessage;
  /** Total of the transfers, base units. */
  paid: bigint;
  symbol: string;
  decimals: number;
  isFinal: boolean;
  /** What the merchant asked to keep from the public (AP-03). */
  hides: { everything: boolean; payee: boolean };
  platformId: string;
}

/**
 * What is known of a paid request, whoever asks. Throws the same 404 for an unknown, a malformed and an unpaid
 * one, so that an ID tells nothing before there is something to show.
 */
export async function readReceipt(ctx: Pick<Ctx, "db">, requestId: string): Promise<Receipt> {
  if (!/^01[0-9a-f]{64}$/.test(requestId)) throw noReceipt();
  const [row] = await ctx.db.select().from(requests).where(eq(requests.requestId, requestId));
  if (row?.status !== "paid" || !isNetworkId(row.network)) throw noReceipt();
  const [money, hides] = await Promise.all([moneyOf(ctx, row.id), hiddenOf(ctx, row.id)]);
  const settled = money.payments.filter(({ transfer }) =>
    SETTLED_STATES.some((state) => state === transfer.state),
  );
  const covering = settled.find(({ paidSoFar }) => paidSoFar >= row.amount);
  if (!covering) throw noReceipt();
  const token = paymentToken(row);
  const network = NETWORKS[row.network];
  return {
    network,
    facts: {
      ...identityOf(row, token.decimals),
      paidAt: covering.transfer.blockTime.toISOString(),
      transfers: settled.map(({ transfer }) => ({
        network: network.id,
        chainId: network.chainId,
        transactionHash: hex(transfer.txHash),
        blockNumber: transfer.blockNumber.toString(),
        blockHash: hex(transfer.blockHash),
        logIndex: transfer.logIndex,
        paymentReference: hex(row.paymentReference),
        payer: transfer.payer === null ? "" : walletText(network.id, transfer.payer),
        payee: row.payee,
        token: token.address ?? "native",
        amount: transfer.amount.toString(),
        decimals: token.decimals,
      })),
    },
    paid: settled.reduce((total, { transfer }) => total + transfer.amount, 0n),
    symbol: token.symbol,
    decimals: token.decimals,
    isFinal: settled.every(({ transfer }) => transfer.state === "final"),
    hides,
    platformId: row.platformId,
  };
}

export function noReceipt(): ApiError {
  return new ApiError("request_not_found", "Request not found");
}

function identityOf(row: RequestRow, decimals: number) {
  return {
    requestId: row.requestId.slice(2),
    reference: row.reference ?? "",
    payee: row.payee,
    currency: row.paymentCurrency,
    amount: formatAmount(row.amount, decimals),
  };
}

/** Strictest of the policies of the links a request was offered through. */
async function hiddenOf(ctx: Pick<Ctx, "db">, requestId: string): Promise<Receipt["hides"]> {
  const links = await ctx.db
    .select({ accessPolicy: securePayments.accessPolicy })
    .from(securePaymentRequests)
    .innerJoin(securePayments, eq(securePayments.id, securePaymentRequests.securePaymentId))
    .where(eq(securePaymentRequests.requestId, requestId));
  const policies = links.map(({ accessPolicy }) => AccessPolicy.parse(accessPolicy));
  return {
    everything: policies.some((policy) => policy.hideUntilApproved),
    payee: policies.some((policy) => policy.hidePayeeAddress),
  };
}

/** Stored bytes are read as lower-case hex with `0x` (`db/columns.ts`). */
function hex(stored: string): `0x${string}` {
  return `0x${stored.replace(/^0x/, "")}`;
}
