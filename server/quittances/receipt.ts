import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import {
  creditedBy,
  isCounted,
  requests,
  securePaymentRequests,
  securePayments,
  transfers,
} from "@/db/schema";
import { isNetworkId, NETWORKS, type Network } from "@/server/chains/networks";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Ctx } from "@/server/context";
import { type InvoiceCurrency, invoiceCurrencyOf, isConverted } from "@/server/currencies/invoice-currency";
import type { Token } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { AccessPolicy } from "@/server/payer-access/schema";
import { sumsOf } from "@/server/payments/counting/sums";
import { refundedOf } from "@/server/payments/refunds/sums";
import { isRequestId } from "@/server/payments/request-id";
import { paymentToken } from "@/server/payments/searching/describe";
import { SETTLED_STATES } from "@/server/payments/state";
import { convertedFacts } from "@/server/quittances/converted-facts";
import { depositProofs } from "@/server/quittances/deposit-proofs";
import type { DepositProof, QuittanceMessage } from "@/server/quittances/schema";
import type { RequestRow } from "@/server/requests/draft";
import { offrampOf } from "@/server/requests/offramps/describe";
import type { Offramp } from "@/server/requests/offramps/schema";
import { wasPaid } from "@/server/requests/state";

/** The facts of a paid request, and who may read them. */
export interface Receipt {
  network: Network;
  facts: QuittanceMessage;
  /** Total of all confirmed transfers, those that are not listed among them, base units of the invoice currency. */
  paid: bigint;
  /** What was sent back of it since and is confirmed, base units of the token; nothing of it is signed. */
  refunded: bigint;
  invoice: InvoiceCurrency;
  token: Token;
  /** What became of it at a bank; null for a payment to a wallet. Nothing of it is signed. */
  offramp: Offramp | null;
  /** What was asked for, as decimal text in the invoice currency. */
  asked: string;
  isFinal: boolean;
  /** How the transfers that went to deposit addresses show whom they pay. */
  deposits: DepositProof[];
  /** What the merchant asked to keep from the public (AP-03). */
  hides: { everything: boolean; payee: boolean };
  platformId: string;
}

/**
 * What is known of a paid request, whoever asks. Throws the same 404 for an unknown, a malformed and an unpaid
 * one, so that an ID tells nothing before there is something to show.
 */
export async function readReceipt(ctx: Pick<Ctx, "db">, requestId: string): Promise<Receipt> {
  if (!isRequestId(requestId)) throw noReceipt();
  const [row] = await ctx.db.select().from(requests).where(eq(requests.requestId, requestId));
  if (!row || !wasPaid(row) || !isNetworkId(row.network)) throw noReceipt();
  const [settled, sums, refunded, hides] = await Promise.all([
    largestTransfers(ctx, row.id),
    sumsOf(ctx, [row.id]),
    refundedOf(ctx.db, [row.id]),
    hiddenOf(ctx, row.id),
  ]);
  const listed = settled.reduce((total, transfer) => total + creditOf(transfer), 0n);
  if (!row.paidAt || listed < (row.leastAmount ?? row.amount)) throw noReceipt();
  const token = paymentToken(row);
  const invoice = invoiceCurrencyOf(row);
  const network = NETWORKS[row.network];
  const isWhole = listed >= row.amount;
  const facts = {
    ...identityOf(row, isWhole ? row.amount : listed, invoice.decimals),
    paidAt: row.paidAt.toISOString(),
    transfers: settled.map((transfer) => ({
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
  };
  return {
    network,
    facts: isConverted(row) ? await convertedFacts(ctx, row, facts, settled) : facts,
    asked: formatAmount(row.amount, invoice.decimals),
    paid: sums(row.id).settled,
    refunded: refunded.get(row.id) ?? 0n,
    invoice,
    token,
    offramp: await offrampOf(ctx, row),
    deposits: await depositProofs(ctx, network.id, settled),
    isFinal: settled.every(({ state }) => state === "final"),
    hides,
    platformId: row.platformId,
  };
}

/** Dust costs a stranger next to nothing, so a document has a bounded number of transfers. */
const MAX_TRANSFERS = 1_000;

/**
 * The confirmed transfers of a request in the order of the chain; of more than 1,000 the largest, which bring what the
 * dust among them does not.
 */
async function largestTransfers(ctx: Pick<Ctx, "db">, requestId: string) {
  const rows = await ctx.db
    .select()
    .from(transfers)
    .where(
      sql`${eq(transfers.requestId, requestId)} and ${isCounted(transfers)}
        and ${inArray(transfers.state, [...SETTLED_STATES])}`,
    )
    .orderBy(desc(creditedBy(transfers)), asc(transfers.blockNumber), asc(transfers.logIndex))
    .limit(MAX_TRANSFERS);
  return rows.sort((a, b) =>
    a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1,
  );
}

/** Base units of the invoice currency. */
function creditOf({ credited, amount }: { credited: bigint | null; amount: bigint }): bigint {
  return credited ?? amount;
}

export function noReceipt(): ApiError {
  return new ApiError("request_not_found", "Request not found");
}

/** `amount`: what was asked for, or what was paid where less is tolerated: a quittance says no more than the chain shows. */
function identityOf(row: RequestRow, amount: bigint, decimals: number) {
  return {
    requestId: row.requestId.slice(2),
    reference: row.reference ?? "",
    payee: row.payee,
    currency: row.paymentCurrency,
    amount: formatAmount(amount, decimals),
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
