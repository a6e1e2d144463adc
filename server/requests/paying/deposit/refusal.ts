import { count, eq, sql } from "drizzle-orm";
import {
  recurringInstalments,
  securePaymentChildren,
  securePaymentRequests,
  securePayments,
} from "@/db/schema";
import type { Reads } from "@/server/context";
import { isRestricted } from "@/server/payer-access/restricted";
import { AccessPolicy } from "@/server/payer-access/schema";
import type { DepositRefusal } from "@/server/requests/paying/deposit/schema";
import type { Payable } from "@/server/requests/paying/payable";

/** The reasons in a sentence each. */
export const REFUSED: Record<Exclude<DepositRefusal, "paid">, string> = {
  restricted: "Only some wallets may pay this request, and a plain transfer does not say who pays",
  payee_hidden: "The payee of this request is not public, and the terms of a deposit address name it",
  too_many: "This request has as many deposit addresses as it can have, each for another fee",
  bundle: "This request belongs to several that are paid together",
  recurring: "An instalment is taken from the wallet that signed the schedule",
  to_bank: "A crypto-to-fiat request has an address of its provider",
  native_coin: "A deposit address takes a token; this request is paid in the network's own coin",
  network: "The contracts that make deposit addresses are not on this network",
  terms: "The fees or the amount of this request do not fit into a deposit address",
};

/**
 * Why a request cannot be paid by a plain transfer, whatever it costs and whatever is on its chain; null where it can.
 */
export async function refusalOf(ctx: Pick<Reads, "db">, payable: Payable): Promise<DepositRefusal | null> {
  const { row, token, remaining } = payable;
  if (remaining === 0n) return "paid";
  if (row.isCryptoToFiatAllowed) return "to_bank";
  if (token.address === null) return "native_coin";
  return refusalByLinks(ctx, row.id);
}

/** What the links and the schedule say that ask for the request. */
async function refusalByLinks({ db }: Pick<Reads, "db">, requestId: string): Promise<DepositRefusal | null> {
  const parts = db
    .select({ count: count() })
    .from(securePaymentRequests)
    .where(sql`${securePaymentRequests.securePaymentId} = ${securePayments.id}`);
  const parents = db
    .select({ one: sql`1` })
    .from(securePaymentChildren)
    .where(sql`${securePaymentChildren.childId} = ${securePayments.id}`);
  const [links, instalments] = await Promise.all([
    db
      .select({
        flow: securePayments.flow,
        policy: securePayments.accessPolicy,
        isBundle: sql<boolean>`(${parts}) > 1 or exists (${parents})`,
      })
      .from(securePaymentRequests)
      .innerJoin(securePayments, eq(securePayments.id, securePaymentRequests.securePaymentId))
      .where(eq(securePaymentRequests.requestId, requestId)),
    db
      .select({ requestId: recurringInstalments.requestId })
      .from(recurringInstalments)
      .where(eq(recurringInstalments.requestId, requestId))
      .limit(1),
  ]);
  if (instalments.length > 0) return "recurring";
  const isOpenToAll = links.every(({ flow, policy: stored }) => {
    const { data: policy } = AccessPolicy.safeParse(stored);
    // A policy that cannot be read restricts.
    return policy !== undefined && !isRestricted({ row: { flow }, policy }) && !policy.hideUntilApproved;
  });
  if (!isOpenToAll) return "restricted";
  return links.some(({ isBundle }) => isBundle) ? "bundle" : null;
}
