import { and, desc, eq, isNotNull } from "drizzle-orm";
import { offrampLinks, payerBankAccounts, payers } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { BankAccountRow, PayerRow } from "@/server/payers/find";
import { currentOfframp, earlierDeposits, type OfframpRow } from "@/server/requests/offramps/current";
import type { Link } from "@/server/secure-payments/link";

/** Whose checks count for a link, which bank account gets the money, and how far it is. */
export interface OfframpParties {
  payer: PayerRow;
  /** The bound one, the chosen one, or the payer's newest: approved before pending before failed; null without any. */
  account: BankAccountRow | null;
  /** Null until a deposit address is opened. */
  offramp: OfframpRow | null;
  /** Money came to a deposit address that was replaced. */
  hasEarlierDeposit: boolean;
  /** The API key or client ID that made the link; null for links from before that was kept. */
  credentialId: string | null;
}

/** Null for a link whose money stays on chain. */
export async function offrampPartiesOf(
  ctx: Pick<Reads, "db">,
  { row, requests }: Pick<Link, "row" | "requests">,
): Promise<OfframpParties | null> {
  const [request] = requests;
  if (!request?.isCryptoToFiatAllowed) return null;
  const [found] = await ctx.db
    .select({
      payer: payers,
      chosen: offrampLinks.bankAccountId,
      credentialId: offrampLinks.credentialId,
    })
    .from(offrampLinks)
    .innerJoin(payers, eq(payers.id, offrampLinks.payerId))
    .where(eq(offrampLinks.securePaymentId, row.id));
  if (!found) return null;
  const offramp = (await currentOfframp(ctx, request.id)) ?? null;
  const id = offramp?.bankAccountId ?? found.chosen;
  const accounts = await ctx.db
    .select()
    .from(payerBankAccounts)
    .where(
      and(
        eq(payerBankAccounts.payerId, found.payer.id),
        id === null ? isNotNull(payerBankAccounts.sealed) : eq(payerBankAccounts.id, id),
      ),
    )
    .orderBy(desc(payerBankAccounts.id));
  return {
    payer: found.payer,
    account: best(accounts),
    offramp,
    hasEarlierDeposit: (await earlierDeposits(ctx, request.id)).length > 0,
    credentialId: found.credentialId,
  };
}

function best(accounts: readonly BankAccountRow[]): BankAccountRow | null {
  for (const status of ["approved", "pending", "failed"] as const) {
    const account = accounts.find((one) => one.status === status);
    if (account) return account;
  }
  return null;
}
