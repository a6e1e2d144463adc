import { eq } from "drizzle-orm";
import { offramps, requests } from "@/db/schema";
import { checksumEvmAddress } from "@/server/chains/address";
import { parseAnyAddress } from "@/server/chains/any-address";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { derivedId } from "@/server/lib/ids";
import { asking } from "@/server/payers/access";
import { type BankAccountRow, markUsed, type PayerRow } from "@/server/payers/find";
import { sumsOf } from "@/server/payments/counting/sums";
import {
  type OfframpProvider,
  OfframpRefused,
  type TransferOrder,
  type TransferState,
} from "@/server/providers/offramp/provider";
import type { Settled } from "@/server/requests/offramp-transfers/sync";
import { currentOfframp, type OfframpRow, stateOf } from "@/server/requests/offramps/current";
import { nextPollAt, recordMove } from "@/server/requests/offramps/record-move";
import { requireSameTerms } from "@/server/requests/offramps/same-terms";
import { feeUnits } from "@/server/requests/offramps/worth";
import type { Payable } from "@/server/requests/paying/payable";
import { settleRequests } from "@/server/requests/settling/settle";

/** Who pays from which wallet (20 bytes as hex), and the bank account that gets it. */
export interface Parties {
  payer: PayerRow;
  account: BankAccountRow;
  wallet: string;
}

/** What a caller may do about the binding of a request, and what follows in the commit that settles it. */
export interface Binding {
  settled: Settled;
  /** What is thrown at who may pay at a deposit address that is open, and opens none; null for who may open one. */
  refusal: (() => ApiError) | null;
  /** The open address is closed, and one opened on other terms: only where the caller says so. */
  isRebinding: boolean;
}

/** Null for a currency that the provider pays to and tells no rate of. Throws 503 where it does not answer. */
export async function rateNow(provider: OfframpProvider, currency: string): Promise<string | null> {
  try {
    return await asking(() => provider.rate(currency));
  } catch (error) {
    if (error instanceof ApiError && error.cause instanceof OfframpRefused) return null;
    throw error;
  }
}

/** What the provider is asked for. Throws 400 for a network that it takes no deposits on. */
export function orderOf(
  provider: OfframpProvider,
  { row, token }: Payable,
  { payer, account, returnAddress }: { payer: PayerRow; account: BankAccountRow; returnAddress: string },
): TransferOrder {
  if (!provider.networks.includes(token.network) || token.address === null) {
    throw new ApiError("not_supported_yet", `The provider takes no deposits on ${token.network}`);
  }
  return {
    requestId: row.requestId.slice(2),
    customerId: payer.providerCustomerId ?? "",
    accountId: account.providerAccountId ?? "",
    network: token.network,
    token: token.address,
    amount: formatAmount(row.amount, token.decimals),
    currency: account.currency,
    rails: account.rails,
    returnAddress,
  };
}

/**
 * Opens a deposit address with the provider and binds the request to it, in the place of one that was closed. Throws
 * `refusal` where the caller may open none, 409 where somebody else was first or paid meanwhile, 503 without the provider.
 */
export async function openTransfer(
  ctx: Ctx,
  provider: OfframpProvider,
  payable: Payable,
  { parties, replaced }: { parties: Parties; replaced: OfframpRow | undefined },
  { refusal, settled }: Binding,
): Promise<OfframpRow> {
  const { row } = payable;
  const { payer, account, wallet } = parties;
  if (refusal !== null) throw refusal();
  if (row.status === "paid") throw refused("Request has already been paid");
  const order = orderOf(provider, payable, { payer, account, returnAddress: checksumEvmAddress(wallet) });
  const id = referenceOf(ctx, payable, order, replaced);
  const state = await asking(() => provider.startTransfer(id, order));
  requireSameTerms(order, state);
  const address = addressOf(state, order);
  const rate = await rateNow(provider, order.currency);
  const now = ctx.now();
  const bound: OfframpRow = {
    id,
    requestId: row.id,
    payerId: payer.id,
    bankAccountId: account.id,
    provider: provider.id,
    providerTransferId: state.transferId,
    depositAddress: address.toLowerCase(),
    returnAddress: wallet.toLowerCase(),
    amount: row.amount,
    destinationAmount: state.destinationAmount,
    destinationCurrency: account.currency,
    rate,
    fees: state.fees,
    feeAmount: feeUnits(state.fees, payable.token),
    status: "awaiting_funds",
    moves: 0,
    depositAt: null,
    depositAmount: null,
    depositTxHash: null,
    depositFrom: null,
    depositBlock: null,
    nextPollAt: null,
    createdAt: now,
    changedAt: now,
    replacedAt: null,
  };
  const said = state.isClosed ? "closed" : state.status;
  await inTransaction(ctx, async (tx) => {
    const [locked] = await tx.db.select().from(requests).where(eq(requests.id, row.id)).for("update");
    if (!locked) throw new ApiError("request_not_found", "Request not found");
    await requireStillUnpaid(tx, row.id, replaced);
    if (replaced) await tx.db.update(offramps).set({ replacedAt: now }).where(eq(offramps.id, replaced.id));
    const stored = await tx.db
      .insert(offramps)
      .values({ ...bound, nextPollAt: nextPollAt(now, bound) })
      .onConflictDoNothing()
      .returning({ id: offramps.id });
    // Another call bound it meanwhile; calling again says to what.
    if (stored.length === 0) throw new ApiError("conflict", "This request is being bound; try again");
    await tx.db
      .update(requests)
      .set({ payee: address, offrampStatus: "awaiting_funds" })
      .where(eq(requests.id, row.id));
    await markUsed(tx, payer.id);
    if (await recordMove(tx, locked, id, { state: said, raw: state.raw })) {
      await settleRequests(tx, [row.id]);
      await settled(tx, [row.id]);
    }
  });
  if (said !== "awaiting_funds") {
    throw new ApiError("conflict", "The provider does not wait for this payment; read the request");
  }
  return bound;
}

/**
 * The provider's idempotency key, and our ID: the same terms on the same day are the same transfer, so that a lost answer
 * opens none twice, and other terms are another one. A key that is used again after days is refused there.
 */
function referenceOf(
  ctx: Ctx,
  { row }: Payable,
  order: TransferOrder,
  replaced: OfframpRow | undefined,
): string {
  const { customerId, accountId, network, token, amount, currency, rails, returnAddress } = order;
  const terms = [customerId, accountId, network, token, amount, currency, rails, returnAddress];
  const day = ctx.now().toISOString().slice(0, 10);
  return derivedId("offramp", row.id, replaced?.id ?? "first", day, ...terms);
}

/** While the provider was asked, somebody may have paid to the address that was to be replaced, or replaced it. */
async function requireStillUnpaid(
  tx: Tx,
  requestId: string,
  replaced: OfframpRow | undefined,
): Promise<void> {
  const current = await currentOfframp(tx, requestId);
  if (current?.id !== replaced?.id || (current && stateOf(current) !== "closed")) {
    throw new ApiError("conflict", "This request is being bound; try again");
  }
  if ((await sumsOf(tx, [requestId]))(requestId).counted === 0n) return;
  throw new ApiError("conflict", "A payment of this request came in meanwhile; read its status");
}

/** In stored form; what is none, or the token itself, is no answer. */
function addressOf({ depositAddress }: TransferState, { token }: TransferOrder): string {
  const parsed = depositAddress === null ? null : parseAnyAddress(depositAddress);
  if (parsed === null || typeof parsed !== "object") {
    throw new ApiError("unavailable", "The provider named no deposit address");
  }
  const { address } = parsed;
  if (address.toLowerCase() === token.toLowerCase()) {
    throw new ApiError(
      "conflict",
      "The provider named an address that takes no deposits; do not pay, ask the operator",
    );
  }
  return address;
}

/** There is nothing to pay, for this reason. */
export function refused(message: string): ApiError {
  return new ApiError("no_payable_amount", message);
}

/** A client ID of a browser is public: whoever reads a page knows it, and could choose where the bank's returns go. */
export function notByClientId(): ApiError {
  return new ApiError(
    "forbidden",
    "A deposit address is opened with the credentials of a server, or by the payer on the payment's page",
  );
}
