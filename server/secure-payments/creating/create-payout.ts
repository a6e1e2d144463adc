import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { planLegs } from "@/server/fees/plan-for";
import { rememberAnswer } from "@/server/lib/idempotency";
import { payoutDestination } from "@/server/payee-destinations/unclaimed";
import { announceScreening } from "@/server/payer-access/announce-screening";
import { screenRecipient } from "@/server/payer-access/screen-recipient";
import { storeResults } from "@/server/payer-access/store";
import { requirePayouts } from "@/server/payouts/permission";
import {
  approvedPaymentOf,
  requirePaymentApproval,
  valuedPayment,
} from "@/server/requests/approving/payment-approval";
import { requireDailyLimit } from "@/server/requests/creating/daily-limit";
import { keyUseOf } from "@/server/requests/creating/key-use";
import { worthOf } from "@/server/requests/creating/worth";
import { type Drawn, draftRequest, type RequestFacts } from "@/server/requests/draft";
import { askedBy } from "@/server/requests/follow-link";
import { IdentifierTaken, insertRequests } from "@/server/requests/insert";
import { dueOf } from "@/server/requests/paying/due";
import { unpaid } from "@/server/requests/paying/payable";
import { snapshot } from "@/server/secure-payments/creating/destination";
import { requireWalletPlatform } from "@/server/secure-payments/creating/permission";
import { preparePayout } from "@/server/secure-payments/creating/prepare-payout";
import {
  createdAnswer,
  draftLink,
  type LinkFacts,
  storeLink,
} from "@/server/secure-payments/creating/store-link";
import { transitionLinks } from "@/server/secure-payments/transition";
import type {
  CreateSecurePayoutBody,
  SecurePaymentCreated,
} from "@/server/secure-payments/wire/create-schema";

/**
 * Creates a link for one outgoing payment (SO-01 to SO-07). The wallet's destination is found or made in the
 * same commit. A recipient whom screening rejects leaves a link that nobody can pay (AP-12); without an answer
 * about them nothing is created. Throws 400 naming the field, 403 for a platform without payouts, 503 when
 * screening gives no answer. Waits for a second person where the account wants one; once approved it is made under the
 * identifiers that were `drawn` for it then.
 */
export async function createSecurePayout(
  ctx: Ctx,
  body: CreateSecurePayoutBody,
  drawn?: Drawn,
): Promise<SecurePaymentCreated> {
  requireWalletPlatform(ctx.caller);
  requirePayouts(ctx.caller);
  const { token, payee, payer, amount, net, feePlan, claimed, policy } = await preparePayout(ctx, body);
  await requireDailyLimit(ctx, 1);
  const screening = await screenRecipient(ctx, { policy, wallet: payee, network: token.network });
  if (screening.status === "error") {
    throw new ApiError("unavailable", "The recipient could not be screened; it is safe to retry");
  }
  const facts: RequestFacts = {
    kind: "payout",
    token,
    payee,
    payer,
    amount: net,
    plan: feePlan && planLegs(feePlan, token),
    drawn,
    ...(body.reference === undefined ? {} : { reference: body.reference }),
  };
  const linkFacts: LinkFacts = {
    ...body,
    payerIdentifier: body.recipientIdentifier,
    paymentType: "single",
    flow: "outgoing",
    network: token.network,
    currency: token.id,
    destination: null,
    claimedDestination: claimed && snapshot(claimed),
    feePlan,
    policy,
  };

  for (;;) {
    const draft = draftRequest(ctx, facts);
    const use = await keyUseOf(ctx, [draft]);
    const microUsd = await valuedPayment(ctx, () => worthOf(ctx, [draft]));
    const due = dueOf(unpaid(draft), net, null, ctx.config.protocolFee.capUsd);
    const link = draftLink(ctx, linkFacts);
    const answer = createdAnswer(ctx, link, [draft.row.requestId], feePlan);
    try {
      await inTransaction(ctx, async (tx) => {
        const { requestId, salt } = draft.row;
        await requirePaymentApproval(tx, draft.row.id, {
          verb: "payout.create",
          payment: approvedPaymentOf(due),
          after: { payer, reference: body.reference ?? null },
          microUsd,
          params: { body, drawn: { requestId, salt } },
        });
        // The native coin has no destination (SG-08).
        const destination =
          token.address === null ? null : await payoutDestination(tx, { walletAddress: payee, token });
        await insertRequests(tx, [askedBy(draft, link)], use);
        await storeLink(tx, { ...link, destination: destination && snapshot(destination) }, [
          { requestId: draft.row.id, amount },
        ]);
        if (policy.mode !== "off") {
          await storeResults(tx, link.id, screening.walletResults);
          await announceScreening(tx, link, screening.walletResults);
        }
        if (screening.status === "rejected") {
          await transitionLinks(tx, [{ id: link.id, from: link.status, event: "recipient_rejected" }]);
        }
        await rememberAnswer(tx, answer);
      });
      return answer;
    } catch (error) {
      if (!(error instanceof IdentifierTaken) || drawn) throw error;
    }
  }
}
