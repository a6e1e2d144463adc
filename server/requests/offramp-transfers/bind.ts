import { eq } from "drizzle-orm";
import { offramps } from "@/db/schema";
import { checksumEvmAddress } from "@/server/chains/address";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError, missingField } from "@/server/errors";
import { asking, requireOfframp } from "@/server/payers/access";
import { type BankAccountRow, findBankAccount, findPayer, type PayerRow } from "@/server/payers/find";
import { isCompliant } from "@/server/payers/state";
import { syncPayer } from "@/server/payers/sync";
import { sumsOf } from "@/server/payments/counting/sums";
import { type OfframpProvider, OfframpRefused } from "@/server/providers/offramp/provider";
import {
  type Binding,
  notByClientId,
  openTransfer,
  orderOf,
  type Parties,
  rateNow,
  refused,
} from "@/server/requests/offramp-transfers/open-transfer";
import { askAbout, type Looked, type Settled } from "@/server/requests/offramp-transfers/sync";
import {
  currentOfframp,
  earlierDeposits,
  lastKnown,
  type OfframpRow,
  seenOnChain,
} from "@/server/requests/offramps/current";
import { type Calldata, pairOf } from "@/server/requests/offramps/pairs";
import { requireSameTerms } from "@/server/requests/offramps/same-terms";
import type { PayQuery } from "@/server/requests/paying/calldata-schema";
import type { Payable } from "@/server/requests/paying/payable";
import { payerWallet } from "@/server/requests/paying/payer-wallet";

/** Why there are no transactions: what happened, and that nothing is to be paid. */
const REFUSALS: Record<Exclude<Calldata, "give" | "bind_anew">, string> = {
  on_its_way: "A payment of this request is on its way already",
  delivered: "The bank account has the money of this request already",
  failed: "The provider got money for this request and could not pay it out; ask the provider",
  refunded: "The provider sent the money of this request back; create another request to pay again",
  paid_late: "This request was paid after its deposit address was closed; ask the provider",
  replaced: "This deposit address was replaced",
};

/**
 * Binds a request to a bank account, to the wallet that gets money back and to the deposit address that the provider names,
 * before anybody gets calldata (CF-14). The same terms again give the same address, once the provider has confirmed that it
 * waits for funds. Throws 400 for a payer whose checks are not done, an account that is not approved and a request whose
 * money is with the provider, 403 for a browser's client ID where no address is open, 404 for those of others, 409 for another
 * account or wallet than the bound one and where the provider's address has changed, 503 without the provider.
 */
export async function bindOfframp(
  ctx: Ctx,
  payable: Payable,
  query: PayQuery,
  settled: Settled,
): Promise<OfframpRow> {
  const { clientUserId, paymentDetailsId } = query;
  if (clientUserId === undefined) throw missingField("clientUserId");
  if (paymentDetailsId === undefined) throw missingField("paymentDetailsId");
  if (query.wallet === undefined) throw missingField("wallet");
  const wallet = payerWallet("evm", query.wallet);
  const provider = await requireOfframp(ctx);
  const payer = await findPayer(ctx, clientUserId);
  const account = await findBankAccount(ctx, payer, paymentDetailsId);
  const refusal = ctx.caller.clientId?.isBrowser ? notByClientId : null;
  const isRebinding = query.rebind === "true";
  if (isRebinding && refusal !== null) throw refusal();
  return bindTo(ctx, provider, payable, { payer, account, wallet }, { settled, refusal, isRebinding });
}

/** The same for a payer and a bank account that are known to belong to the request's account. Throws as `bindOfframp`. */
export async function bindTo(
  ctx: Ctx,
  provider: OfframpProvider,
  payable: Payable,
  { payer: found, ...rest }: Parties,
  binding: Binding,
): Promise<OfframpRow> {
  const payer = await readyToPay(ctx, provider, found, rest.account);
  const parties = { payer, ...rest };
  const [earlier] = await earlierDeposits(ctx, payable.row.id);
  if (earlier) {
    const at = checksumEvmAddress(earlier.depositAddress);
    throw refused(`Money of this request came to its earlier deposit address ${at}; ask the provider`);
  }
  const known = await currentOfframp(ctx, payable.row.id);
  if (!known) return openTransfer(ctx, provider, payable, { parties, replaced: undefined }, binding);
  if (known.provider !== provider.id) throw otherAccount();
  const looked = await asking(() => askAbout(ctx, provider, known, binding.settled));
  const { state } = looked;
  if (state.depositAddress !== null && state.depositAddress.toLowerCase() !== known.depositAddress) {
    throw otherAddress();
  }
  const calldata = await whatIsGiven(ctx, payable, looked);
  if (calldata === "bind_anew") {
    return openTransfer(ctx, provider, payable, { parties, replaced: looked.row }, binding);
  }
  if (calldata !== "give") throw refused(REFUSALS[calldata]);
  const { row } = looked;
  if (isBoundTo(row, parties)) return confirmed(ctx, provider, payable, parties, looked);
  if (binding.isRebinding) {
    const closed = await close(ctx, provider, payable, row, binding.settled);
    return openTransfer(ctx, provider, payable, { parties, replaced: closed }, binding);
  }
  if (row.bankAccountId !== parties.account.id) throw otherAccount();
  throw new ApiError(
    "conflict",
    `This request is bound to the wallet ${checksumEvmAddress(row.returnAddress)}, which gets money back`,
  );
}

function isBoundTo(row: OfframpRow, { account, wallet }: Parties): boolean {
  return row.bankAccountId === account.id && row.returnAddress === wallet.toLowerCase();
}

/** What the table says once the provider has answered. */
async function whatIsGiven(ctx: Ctx, { row: request }: Payable, { row, said }: Looked): Promise<Calldata> {
  const paid = (await sumsOf(ctx, [request.id]))(request.id).counted;
  const seen = await seenOnChain(ctx, request, row, paid);
  return pairOf({ ...lastKnown(row), provider: said, seen }).calldata;
}

/** Closes the open address with the provider, so that nobody pays there any more; throws 400 where money has come to it. */
async function close(
  ctx: Ctx,
  provider: OfframpProvider,
  payable: Payable,
  row: OfframpRow,
  settled: Settled,
): Promise<OfframpRow> {
  try {
    await asking(() => provider.cancelTransfer(row.providerTransferId));
  } catch (error) {
    // It may have ended, or got money, since it was asked: what it says now decides.
    if (!(error instanceof ApiError && error.cause instanceof OfframpRefused)) throw error;
  }
  const looked = await asking(() => askAbout(ctx, provider, row, settled));
  const calldata = await whatIsGiven(ctx, payable, looked);
  if (calldata === "bind_anew") return looked.row;
  if (calldata !== "give") throw refused(REFUSALS[calldata]);
  throw new ApiError("conflict", "The provider did not close the deposit address; try again");
}

function otherAddress(): ApiError {
  return new ApiError("conflict", "The provider changed its deposit address; do not pay, ask the operator");
}

function otherAccount(): ApiError {
  return new ApiError("conflict", "This request is bound to another bank account already");
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

/** Its terms still are as they were bound, and its rate is that of now. */
async function confirmed(
  ctx: Ctx,
  provider: OfframpProvider,
  payable: Payable,
  { payer, account }: Parties,
  { row, state }: Looked,
): Promise<OfframpRow> {
  const order = orderOf(provider, payable, { payer, account, returnAddress: row.returnAddress });
  requireSameTerms(order, state);
  if (state.depositAddress === null) throw otherAddress();
  const rate = await rateNow(provider, order.currency);
  await inTransaction(ctx, (tx) => tx.db.update(offramps).set({ rate }).where(eq(offramps.id, row.id)));
  return { ...row, rate };
}
