import { and, eq, isNull } from "drizzle-orm";
import { offramps, requests } from "@/db/schema";
import { parseAnyAddress } from "@/server/chains/any-address";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError, missingField } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { derivedId } from "@/server/lib/ids";
import { asking, requireOfframp } from "@/server/payers/access";
import {
  type BankAccountRow,
  findBankAccount,
  findPayer,
  markUsed,
  type PayerRow,
} from "@/server/payers/find";
import { isCompliant } from "@/server/payers/state";
import { syncPayer } from "@/server/payers/sync";
import {
  type OfframpProvider,
  OfframpRefused,
  type TransferOrder,
  type TransferState,
} from "@/server/providers/offramp/provider";
import type { RequestRow } from "@/server/requests/draft";
import { nextPollAt, type OfframpRow, recordMove } from "@/server/requests/offramps/record-move";
import { requireSameTerms } from "@/server/requests/offramps/same-terms";
import { isOver } from "@/server/requests/offramps/state";
import type { PayQuery } from "@/server/requests/paying/calldata-schema";
import { type Payable, payablesOf } from "@/server/requests/paying/payable";

/**
 * Binds a request to a bank account and to the deposit address that the provider names, before anybody gets calldata
 * (CF-14). The same payer and account again give the same address, once the provider has confirmed it anew. Throws 400 for
 * a payer whose checks are not done and an account that is not approved, 404 for those of others, 409 for another account
 * than the bound one and where the provider's address has changed, 503 without the provider.
 */
export async function bindOfframp(ctx: Ctx, payable: Payable, query: PayQuery): Promise<OfframpRow> {
  const { clientUserId, paymentDetailsId, wallet } = query;
  if (clientUserId === undefined) throw missingField("clientUserId");
  if (paymentDetailsId === undefined) throw missingField("paymentDetailsId");
  if (wallet === undefined) throw missingField("wallet");
  const provider = await requireOfframp(ctx);
  const payer = await findPayer(ctx, clientUserId);
  const account = await findBankAccount(ctx, payer, paymentDetailsId);
  return bindTo(ctx, provider, payable, { payer, account, wallet });
}

/** Who pays from which wallet, and the bank account that gets it. */
export interface Parties {
  payer: PayerRow;
  account: BankAccountRow;
  wallet: string;
}

/** The same for a payer and a bank account that are known to belong to the request's account. Throws as `bindOfframp`. */
export async function bindTo(
  ctx: Ctx,
  provider: OfframpProvider,
  payable: Payable,
  { payer: found, account, wallet }: Parties,
): Promise<OfframpRow> {
  const payer = await readyToPay(ctx, provider, found, account);
  const known = await currentOfframp(ctx, payable.row.id);
  if (known && !(isOver(known.status) && payable.paid === 0n)) {
    if (known.bankAccountId !== account.id || known.provider !== provider.id) {
      throw new ApiError("conflict", "This request is bound to another bank account already");
    }
    const order = orderOf(provider, payable, { payer, account, returnAddress: known.returnAddress });
    return confirmed(ctx, provider, order, known);
  }
  return bindNew(ctx, provider, payable, { payer, account, wallet, replaced: known });
}

/** The off-ramp of a request that counts; undefined before its bank account is chosen. */
export async function currentOfframp(
  { db }: Pick<Ctx, "db">,
  requestId: string,
): Promise<OfframpRow | undefined> {
  const [row] = await db
    .select()
    .from(offramps)
    .where(and(eq(offramps.requestId, requestId), isNull(offramps.replacedAt)));
  return row;
}

/** The checks are asked about now: an approval may have been taken back a minute ago. */
async function readyToPay(
  ctx: Ctx,
  provider: OfframpProvider,
  found: PayerRow,
  account: BankAccountRow,
): Promise<PayerRow> {
  if (found.provider !== provider.id || account.provider !== provider.id) {
    throw new ApiError("validation_failed", "This payer was registered with another provider", {});
  }
  await asking(() => syncPayer(ctx, found.id));
  const payer = await findPayer({ db: ctx.db, caller: found }, found.clientUserId);
  if (!isCompliant(payer)) {
    throw new ApiError("validation_failed", "The checks of this payer are not done", {});
  }
  if (account.status !== "approved" || account.providerAccountId === null) {
    throw new ApiError("validation_failed", `The bank account is ${account.status}, not approved`, {});
  }
  return payer;
}

/** The provider is asked again, whether all still is as it was bound, and for the rate of now. */
async function confirmed(
  ctx: Ctx,
  provider: OfframpProvider,
  order: TransferOrder,
  row: OfframpRow,
): Promise<OfframpRow> {
  const state = await asking(() => provider.transfer(row.providerTransferId));
  requireSameTerms(order, state);
  if (state.depositAddress?.toLowerCase() !== row.depositAddress) {
    ctx.log.error({ offramp: row.id }, "a provider changed the deposit address of a request");
    throw new ApiError("conflict", "The provider changed its deposit address; do not pay, ask the operator");
  }
  if (row.status !== "awaiting_funds") return row;
  const rate = await rateNow(provider, order.currency);
  await inTransaction(ctx, (tx) => tx.db.update(offramps).set({ rate }).where(eq(offramps.id, row.id)));
  return { ...row, rate };
}

/** Null for a currency that the provider pays to and tells no rate of. Throws 503 where it does not answer. */
async function rateNow(provider: OfframpProvider, currency: string): Promise<string | null> {
  try {
    return await asking(() => provider.rate(currency));
  } catch (error) {
    if (error instanceof ApiError && error.cause instanceof OfframpRefused) return null;
    throw error;
  }
}

function orderOf(
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

async function bindNew(
  ctx: Ctx,
  provider: OfframpProvider,
  payable: Payable,
  about: Parties & { replaced: OfframpRow | undefined },
): Promise<OfframpRow> {
  const { row } = payable;
  const { payer, account, wallet, replaced } = about;
  if (row.status === "paid") throw new ApiError("no_payable_amount", "Request has already been paid");
  const order = orderOf(provider, payable, { payer, account, returnAddress: wallet });
  const id = derivedId("offramp", row.id, account.id, replaced?.id ?? "first");
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
    status: "awaiting_funds",
    moves: 0,
    nextPollAt: null,
    createdAt: now,
    changedAt: now,
    replacedAt: null,
  };
  await inTransaction(ctx, async (tx) => {
    const [locked] = await tx.db.select().from(requests).where(eq(requests.id, row.id)).for("update");
    if (!locked) throw new ApiError("request_not_found", "Request not found");
    await requireStillUnpaid(tx, locked);
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
    if (state.status !== "awaiting_funds") await recordMove(tx, locked, state.status, state.raw);
  });
  return bound;
}

/** While the provider was asked, somebody may have paid to the address that was to be replaced. */
async function requireStillUnpaid(tx: Tx, row: RequestRow): Promise<void> {
  const [payable] = await payablesOf(tx, [row]);
  if (payable?.paid === 0n) return;
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
