import { and, asc, inArray, sql } from "drizzle-orm";
import { securePayments, walletScreenings } from "@/db/schema";
import { walletKey, walletText } from "@/server/chains/wallets/wallet-text";
import type { Tx } from "@/server/context";
import { allowlistOf } from "@/server/payer-access/restricted";
import { AccessPolicy } from "@/server/payer-access/schema";

/** The part of a stored access policy that decides whose money counts. */
const PayerPolicy = AccessPolicy.pick({ mode: true, allowedPayerAddresses: true });

/** A wallet that paid into a restricted link: the link's row ID and the wallet's key, null when it is not known. */
export interface PayerOfLink {
  linkId: string;
  payer: string | null;
}

/** The key of the 20 bytes that a log carries. */
export function payerKey(network: string, payer: string | null): string | null {
  return payer && walletKey(walletText(network, payer));
}

/**
 * Answers which of these payers may pay their link, by what is stored when this transaction reads it: on the
 * allowlist where there is one, with an approved screening where wallets are screened, and behind a smart
 * account both. An unknown payer may not. Locks the links until the commit, so that an approval that is being
 * stored is either seen here or sees what was held here. Without payers it costs nothing.
 */
export async function approvedPayers(
  tx: Tx,
  payers: readonly PayerOfLink[],
): Promise<(payer: PayerOfLink) => boolean> {
  if (payers.length === 0) return () => true;
  const rules = await lockPolicies(tx, [...new Set(payers.map(({ linkId }) => linkId))]);
  const screenings = await screeningsOf(tx, payers);
  return ({ linkId, payer }) => {
    const rule = rules.get(linkId);
    return rule !== undefined && payer !== null && mayPay(rule, payer, screenings.get(`${linkId}:${payer}`));
  };
}

interface PayerRule {
  isScreened: boolean;
  isAllowed: (wallet: string) => boolean;
}

/** Locks links in ID order; one whose policy cannot be read is absent, and lets nobody pass. */
export async function lockPolicies(tx: Tx, linkIds: readonly string[]): Promise<Map<string, PayerRule>> {
  const rows = await tx.db
    .select({ id: securePayments.id, policy: securePayments.accessPolicy })
    .from(securePayments)
    .where(inArray(securePayments.id, [...linkIds]))
    .orderBy(asc(securePayments.id))
    .for("no key update");
  return new Map(
    rows.flatMap(({ id, policy }): [string, PayerRule][] => {
      const { data } = PayerPolicy.safeParse(policy);
      return data ? [[id, { isScreened: data.mode !== "off", isAllowed: allowlistOf(data) }]] : [];
    }),
  );
}

interface Screening {
  status: string;
  parent: string | null;
  parentStatus: string | null;
}

async function screeningsOf(tx: Tx, payers: readonly PayerOfLink[]): Promise<Map<string, Screening>> {
  const parentStatus = sql<string | null>`(select parent.status from ${walletScreenings} parent
    where parent.secure_payment_id = ${walletScreenings}.secure_payment_id
      and parent.wallet_address = ${walletScreenings}.parent_wallet_address)`;
  const rows = await tx.db
    .select({
      linkId: walletScreenings.securePaymentId,
      wallet: walletScreenings.walletAddress,
      status: walletScreenings.status,
      parent: walletScreenings.parentWalletAddress,
      parentStatus,
    })
    .from(walletScreenings)
    .where(
      and(
        inArray(
          walletScreenings.securePaymentId,
          payers.map(({ linkId }) => linkId),
        ),
        inArray(
          walletScreenings.walletAddress,
          payers.flatMap(({ payer }) => payer ?? []),
        ),
      ),
    );
  return new Map(rows.map((row) => [`${row.linkId}:${row.wallet}`, row]));
}

/** AL-03, AL-05, AL-06, AP-10. */
function mayPay(rule: PayerRule, payer: string, screening: Screening | undefined): boolean {
  const connected = screening?.parent ?? payer;
  if (!rule.isAllowed(payer) && !rule.isAllowed(connected)) return false;
  if (!rule.isScreened) return true;
  if (screening?.status !== "approved") return false;
  return screening.parent === null || screening.parentStatus === "approved";
}
