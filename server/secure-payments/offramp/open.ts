import { eq } from "drizzle-orm";
import { offrampLinks } from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError, missingField } from "@/server/errors";
import { isHidden, requireApproved } from "@/server/payer-access/withheld";
import { providerOf, requireStillGranted } from "@/server/payers/access";
import { bindTo } from "@/server/requests/offramp-transfers/bind";
import type { Binding } from "@/server/requests/offramp-transfers/open-transfer";
import { type Payable, payablesOf } from "@/server/requests/paying/payable";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { decisionOn } from "@/server/secure-payments/access";
import { otherSource } from "@/server/secure-payments/crosschain/source";
import { type Link, networkOf } from "@/server/secure-payments/link";
import { isMulticall } from "@/server/secure-payments/multicall/multicall";
import { type OfframpParties, offrampPartiesOf } from "@/server/secure-payments/offramp/parties";
import { readableLink } from "@/server/secure-payments/reader";
import { refuseUnpayable } from "@/server/secure-payments/refusal";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";
import type { VisitQuery } from "@/server/secure-payments/wire/read-schema";

/**
 * Opens the deposit address of a link for the payer's wallet, which gets back what the bank does not take. From then on
 * that wallet alone is given calldata. Throws 400 while a check is open and where
 * the credential of the link may not use the provider any more, 403 for a wallet that does not pass, 409 where
 * another wallet has opened it, 503 without the provider.
 */
export async function openDeposit(ctx: Ctx, token: string, wallet: string): Promise<void> {
  const link = await readableLink(ctx, token);
  const parties = isMulticall(link) ? null : await offrampPartiesOf(ctx, link);
  if (!parties) throw new ApiError("not_supported_yet", "This link does not go to a bank account");
  const decision = await decisionOn(ctx, link, { wallet }, "pay");
  requireApproved(link, decision);
  await refuseUnpayable(ctx, link, { isHidden: isHidden(link, decision) });
  await bind(ctx, link, parties, wallet, null);
}

/**
 * Lets nobody pay a link to a bank account but the wallet that has opened its deposit address, while the checks and the
 * address still stand. Does nothing for other links. Throws as `openDeposit`, and 400 for a payment from another network.
 */
export async function requireOpenDeposit(ctx: Ctx, link: Link, query: VisitQuery): Promise<void> {
  const parties = await offrampPartiesOf(ctx, link);
  if (!parties) return;
  if (query.wallet === undefined) throw missingField("wallet");
  // From elsewhere it takes a first request, into USDC on this network (CF-18).
  if (otherSource(ctx, link, query)) {
    throw new ApiError("not_supported_yet", "A crypto-to-fiat request is paid on its own network in USDC");
  }
  if (parties.offramp === null) throw notOnItsPage();
  await bind(ctx, link, parties, query.wallet, notOnItsPage);
}

/** Reading the transactions opens no address: the payer does, by a press on the page. */
function notOnItsPage(): ApiError {
  return new ApiError("conflict", "The deposit address of this payment is opened on its page");
}

async function bind(
  ctx: Ctx,
  link: Link,
  { payer, account, offramp, credentialId }: OfframpParties,
  asked: string,
  refusal: Binding["refusal"],
): Promise<void> {
  const wallet = payerWallet(networkOf(link).family, asked);
  const [payable] = await payablesOf(ctx, link.requests);
  if (!payable) throw new Error(`link ${link.row.id} has no request`);
  requireUntouched(payable);
  if (account === null) throw new ApiError("validation_failed", "This payer has no bank account yet", {});
  await requireStillGranted(ctx, payer.provider, { platformId: link.row.platformId, credentialId });
  const provider = providerOf(ctx, payer.provider);
  const binding = { settled: settleLinks, refusal, isRebinding: false };
  const bound = await bindTo(ctx, provider, payable, { payer, account, wallet }, binding);
  if (offramp?.id === bound.id) return;
  await inTransaction(ctx, (tx) =>
    tx.db
      .update(offrampLinks)
      .set({ bankAccountId: account.id })
      .where(eq(offrampLinks.securePaymentId, link.row.id)),
  );
}

/** What a provider makes of the rest of a deposit is between it and the payer. */
function requireUntouched({ paid }: Payable): void {
  if (paid > 0n) {
    throw new ApiError("no_payable_amount", "A payment of this request is on its way already");
  }
}
