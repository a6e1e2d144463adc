import { and, eq, gt } from "drizzle-orm";
import { offrampLinks, securePaymentRequests, securePayments } from "@/db/schema";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { rememberAnswer } from "@/server/lib/idempotency";
import { policyOfNewLink } from "@/server/payer-access/resolve-policy";
import { requireOfframp } from "@/server/payers/access";
import { findBankAccount, findPayer } from "@/server/payers/find";
import { followLink } from "@/server/requests/follow-link";
import { currentOfframp, stateOf } from "@/server/requests/offramps/current";
import { hasMoney } from "@/server/requests/offramps/pairs";
import { findPayable } from "@/server/requests/paying/payable";
import { createdAnswer, draftLink, storeLink } from "@/server/secure-payments/creating/store-link";
import type { LinkRow } from "@/server/secure-payments/link";
import type { CreateOfframpLinkBody } from "@/server/secure-payments/offramp/schema";
import type { SecurePaymentCreated } from "@/server/secure-payments/wire/create-schema";

/**
 * Creates the page on which a payer passes the checks and pays a crypto-to-fiat request (CF-02, CF-14). A request has one
 * open page: the same call again gives it. Throws 400 for other requests and for paid ones, 404 for a payer, a bank account
 * or a request of another account, 409 where the request has a page or a deposit address for another payer or account.
 */
export async function createOfframpLink(
  ctx: Ctx,
  body: CreateOfframpLinkBody,
): Promise<SecurePaymentCreated> {
  const provider = await requireOfframp(ctx);
  const { row: request, token, paid } = await findPayable(ctx, body.requestId);
  if (!request.isCryptoToFiatAllowed) {
    throw new ApiError("not_supported_yet", "This request does not go to a bank account");
  }
  if (paid > 0n) throw new ApiError("no_payable_amount", "A payment of this request is on its way already");
  const payer = await findPayer(ctx, body.clientUserId);
  if (payer.provider !== provider.id) {
    throw new ApiError("validation_failed", "This payer was registered with another provider", {});
  }
  const named = body.paymentDetailsId;
  const account = named === undefined ? null : await findBankAccount(ctx, payer, named);
  const bound = await currentOfframp(ctx, request.id);
  if (bound && hasMoney(stateOf(bound))) {
    throw new ApiError("no_payable_amount", "The provider has money of this request already");
  }
  const isOther = account !== null && bound?.bankAccountId !== account.id;
  if (bound && (bound.payerId !== payer.id || isOther)) {
    throw new ApiError("conflict", "This request is bound to another payer or bank account already");
  }
  const policy = await policyOfNewLink(ctx, "incoming", undefined, null);
  const link = draftLink(ctx, {
    redirectUrl: body.redirectUrl,
    redirectLabel: body.redirectLabel,
    paymentType: "single",
    flow: "incoming",
    network: token.network,
    currency: token.id,
    destination: null,
    feePlan: null,
    policy,
  });
  const choice = { payerId: payer.id, bankAccountId: account?.id ?? null };
  const credentialId = ctx.caller.clientId?.id ?? ctx.caller.credentialId;
  return inTransaction(ctx, async (tx) => {
    await followLink(tx, [request.id], { linkExpiresAt: link.expiresAt, linkEnd: null });
    const open = await openLinkOf(tx, request.id);
    if (open && !isSameChoice(open, choice)) {
      throw new ApiError("conflict", "This request has a page for another payer or bank account already");
    }
    if (open) await followLink(tx, [request.id], { linkExpiresAt: open.link.expiresAt });
    else {
      await storeLink(tx, link, [{ requestId: request.id, amount: request.amount }]);
      await tx.db.insert(offrampLinks).values({ securePaymentId: link.id, ...choice, credentialId });
    }
    const answer = createdAnswer(ctx, open?.link ?? link, [request.requestId], null);
    await rememberAnswer(tx, answer);
    return answer;
  });
}

type Choice = Pick<typeof offrampLinks.$inferSelect, "payerId" | "bankAccountId">;

/** Opening a deposit address fixes the account of a page that was created without one. */
function isSameChoice(open: Choice, { payerId, bankAccountId }: Choice): boolean {
  return open.payerId === payerId && (bankAccountId === null || open.bankAccountId === bankAccountId);
}

async function openLinkOf(tx: Tx, requestId: string): Promise<(Choice & { link: LinkRow }) | undefined> {
  const [open] = await tx.db
    .select({
      link: securePayments,
      payerId: offrampLinks.payerId,
      bankAccountId: offrampLinks.bankAccountId,
    })
    .from(securePaymentRequests)
    .innerJoin(securePayments, eq(securePayments.id, securePaymentRequests.securePaymentId))
    .innerJoin(offrampLinks, eq(offrampLinks.securePaymentId, securePayments.id))
    .where(
      and(
        eq(securePaymentRequests.requestId, requestId),
        eq(securePayments.status, "pending"),
        gt(securePayments.expiresAt, earlierNow(tx)),
      ),
    );
  return open;
}
