import { and, asc, inArray, sql } from "drizzle-orm";
import { connectedWallets, securePayments, walletScreenings } from "@/db/schema";
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
  /** The wallets it came with that passed; itself where it came alone. */
  connected: string[];
}

/** As many as an allowlist can have; where there is none, one that passed is enough. */
const MAX_CONNECTED = 1_000;

async function screeningsOf(tx: Tx, payers: readonly PayerOfLink[]): Promise<Map<string, Screening>> {
  const { securePaymentId, walletAddress } = walletScreenings;
  // Written out, because a column alone would be read as the inner table's.
  const own = sql`${walletScreenings}.wallet_address`;
  const ofSameLink = sql`secure_payment_id = ${walletScreenings}.secure_payment_id`;
  const connected = sql<string[]>`array(
    select came.with_wallet
    from (
      select coalesce(${walletScreenings}.parent_wallet_address, ${own}) as with_wallet
      union
      select named.connected_address from ${connectedWallets} named
      where named.${ofSameLink} and named.wallet_address = ${own}
    ) came
    where came.with_wallet = ${own} or exists (
      select from ${walletScreenings} passed
      where passed.${ofSameLink} and passed.wallet_address = came.with_wallet and passed.status = 'approved'
    )
    limit ${MAX_CONNECTED})`;
  const rows = await tx.db
    .select({ linkId: securePaymentId, wallet: walletAddress, status: walletScreenings.status, connected })
    .from(walletScreenings)
    .where(
      and(
        inArray(
          securePaymentId,
          payers.map(({ linkId }) => linkId),
        ),
        inArray(
          walletAddress,
          payers.flatMap(({ payer }) => payer ?? []),
        ),
      ),
    );
  return new Map(rows.map((row) => [`${row.linkId}:${row.wallet}`, row]));
}

/**
 * AL-03, AL-05, AL-06, AP-10: of all wallets that were named behind a smart account one that passed is enough, so that
 * nobody can have its payments held by naming another.
 */
function mayPay(rule: PayerRule, payer: string, screening: Screening | undefined): boolean {
  const connected = screening?.connected ?? [];
  if (!rule.isScreened) return rule.isAllowed(payer) || connected.some(rule.isAllowed);
  if (screening?.status !== "approved") return false;
  return rule.isAllowed(payer) ? connected.length > 0 : connected.some(rule.isAllowed);
}
