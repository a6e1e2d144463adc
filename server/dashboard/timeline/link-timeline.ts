import { and, asc, eq, inArray } from "drizzle-orm";
import {
  accessRejections,
  payerSteps,
  safeTransactions,
  securePaymentChildren,
  securePaymentIntents,
  securePaymentRequests,
  securePayments,
} from "@/db/schema";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Reads } from "@/server/context";
import type { SafeSeen, TimelineEntry } from "@/server/dashboard/detail-schema";
import type { RequestRow } from "@/server/requests/draft";
import type { LinkRow } from "@/server/secure-payments/link";
import type { SecurePaymentLookup } from "@/server/secure-payments/wire/lookup-schema";

type Reading = Pick<Reads, "db" | "caller" | "now">;
type Screened = SecurePaymentLookup["payerKytResults"][number];

/** The links that ask or asked for a request, oldest first: a payout link and the batch it was merged into. */
export async function linksOfRequest(ctx: Reading, request: RequestRow): Promise<LinkRow[]> {
  const rows = await ctx.db
    .select({ link: securePayments })
    .from(securePaymentRequests)
    .innerJoin(securePayments, eq(securePayments.id, securePaymentRequests.securePaymentId))
    .where(
      and(
        eq(securePaymentRequests.requestId, request.id),
        eq(securePayments.platformId, ctx.caller.platformId),
      ),
    )
    .orderBy(asc(securePayments.id));
  return rows.map((row) => row.link);
}

/** What happened to the links of a request and at their page. */
export async function linkTimeline(ctx: Reading, links: readonly LinkRow[]): Promise<TimelineEntry[]> {
  if (links.length === 0) return [];
  const ids = links.map((link) => link.id);
  const [steps, rejections, intents, multicalls] = await Promise.all([
    ctx.db.select().from(payerSteps).where(inArray(payerSteps.securePaymentId, ids)),
    ctx.db.select().from(accessRejections).where(inArray(accessRejections.securePaymentId, ids)),
    ctx.db
      .select({ intent: securePaymentIntents, safe: safeTransactions })
      .from(securePaymentIntents)
      .leftJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id))
      .where(inArray(securePaymentIntents.securePaymentId, ids))
      .orderBy(asc(securePaymentIntents.id)),
    ctx.db
      .select({ token: securePayments.token, createdAt: securePayments.createdAt })
      .from(securePaymentChildren)
      .innerJoin(securePayments, eq(securePayments.id, securePaymentChildren.parentId))
      .where(
        and(
          inArray(securePaymentChildren.childId, ids),
          eq(securePayments.platformId, ctx.caller.platformId),
        ),
      ),
  ]);
  return [
    ...steps.map(stepEntry),
    ...rejections.map(rejectionEntry),
    ...intents.flatMap(intentEntries),
    ...multicalls.map(
      ({ token, createdAt }): TimelineEntry => ({
        kind: "bundled",
        at: createdAt.toISOString(),
        reason: "It became part of a multicall that is paid together. Its own link still works.",
        token,
      }),
    ),
    ...mergeEntries(links),
  ];
}

const STEPS = {
  opened: { kind: "link_opened", reason: "Somebody opened the payment page." },
  wallet_connected: { kind: "wallet_connected", reason: "A wallet was connected on the payment page." },
  payment_sent_to_wallet: {
    kind: "payment_sent_to_wallet",
    reason: "The payment was handed to the wallet for approval.",
  },
  payment_approved_in_wallet: {
    kind: "payment_approved_in_wallet",
    reason: "The payer approved the payment in the wallet. It counts once it is seen on chain.",
  },
} as const;

function stepEntry({ step, at }: typeof payerSteps.$inferSelect): TimelineEntry {
  return { ...STEPS[step], at: at.toISOString() };
}

function rejectionEntry(row: typeof accessRejections.$inferSelect): TimelineEntry {
  const walletAddress = asRead(row.walletAddress);
  return {
    kind: "access_rejected",
    at: row.announcedAt.toISOString(),
    reason: `The wallet ${walletAddress} tried to pay and is not on the allowlist.`,
    walletAddress,
  };
}

/** A key as callers read it; only EVM keys differ from it. */
function asRead(key: string): string {
  return key.startsWith("0x") ? walletText("evm", key) : key;
}

interface IntentRow {
  intent: typeof securePaymentIntents.$inferSelect;
  safe: typeof safeTransactions.$inferSelect | null;
}

/** What a payer said they have sent; of a Safe also how it ended, where it came to nothing. */
function intentEntries({ intent: row, safe }: IntentRow): TimelineEntry[] {
  const { kind, state } = row;
  const intent = {
    id: row.id,
    kind,
    state,
    hash: row.intentKey,
    payer: row.payerEoaAddress ?? row.payerAddress,
    safePaymentDeadline: row.safePaymentDeadline?.toISOString() ?? null,
    safe: safe && safeSeen(safe),
  };
  const reason = intent.safe ? safeReason(intent.safe, state) : INTENTS[kind === "multisig" ? state : kind];
  const entries: TimelineEntry[] = [{ kind: "intent", at: row.createdAt.toISOString(), reason, intent }];
  if (intent.safe && safe?.failure && safe.endedAt) {
    const why = `${ENDS[safe.failure]} The link can be paid again.`;
    entries.push({ kind: "safe_ended", at: safe.endedAt.toISOString(), reason: why, intent });
  }
  return entries;
}

function safeSeen({ safe, threshold, ownerCount, signers, nonce }: NonNullable<IntentRow["safe"]>): SafeSeen {
  return {
    address: walletText("evm", safe),
    nonce: nonce.toString(),
    threshold,
    owners: ownerCount,
    signatures: signers?.length ?? null,
  };
}

function safeReason(
  { address, threshold, owners, signatures }: SafeSeen,
  state: keyof typeof INTENTS,
): string {
  const told = signatures === null ? "" : `, ${signatures} ${signatures === 1 ? "has" : "have"}`;
  switch (state) {
    case "pending":
      return `The Safe ${address} was asked to pay. ${threshold} of its ${owners} owners have to sign${told}.`;
    case "executed":
      return `The Safe ${address} was asked to pay, and has executed it. It counts as it is seen on chain.`;
    default:
      return `The Safe ${address} was asked to pay.`;
  }
}

const ENDS = {
  execution_failed: "The Safe executed the transaction, and it failed.",
  rejected: "The owners of the Safe rejected the transaction.",
  replaced: "The Safe executed another transaction in its place.",
  deadline_passed: "The Safe did not execute the transaction in time. Its owners may still do so.",
} as const;

const INTENTS = {
  transaction: "The payer says that this transaction pays. It counts once it is seen on chain.",
  bundle: "The payer says that this operation pays the multicall. It counts once it is seen on chain.",
  planned_bundle: "The payer is about to sign transactions of the multicall.",
  recorded: "The payer says that this Safe transaction pays. It counts once it is seen on chain.",
  pending: "A Safe transaction waits for its co-signers.",
  executed: "The Safe transaction was executed.",
  failed: "The Safe transaction failed or was not signed in time. The link can be paid again.",
} as const;

function mergeEntries(links: readonly LinkRow[]): TimelineEntry[] {
  return links.flatMap(({ mergedIntoId }): TimelineEntry[] => {
    const batch = links.find((link) => link.id === mergedIntoId);
    if (!batch) return [];
    const reason = "It was merged into a batch link, which is the one to pay now.";
    return [{ kind: "merged", at: batch.createdAt.toISOString(), reason, token: batch.token }];
  });
}

/** The answers of screening that are the owner's business: of the payee, or of the payers who have paid (SL-05). */
export function screeningEntries(results: readonly Screened[], now: Date): TimelineEntry[] {
  return results.flatMap((result): TimelineEntry[] => {
    const { status } = result;
    if (status !== "approved" && status !== "rejected" && status !== "error") return [];
    const { walletAddress, walletType, reasonCode, provider } = result;
    const why = reasonCode === null ? "" : ` (${reasonCode.replaceAll("_", " ")})`;
    const by = provider === null ? "The access policy" : `Screening by ${provider}`;
    const verdict = {
      approved: "let it pass",
      rejected: "rejected it",
      error: "gave no answer, so it may not pay",
    }[status];
    return [
      {
        kind: "screening",
        at: result.evaluatedAt ?? now.toISOString(),
        reason: `${by} looked at ${walletAddress} and ${verdict}${why}.`,
        screening: { walletAddress, walletType, status, reasonCode, provider },
      },
    ];
  });
}
