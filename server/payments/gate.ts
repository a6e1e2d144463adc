import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { requests, securePaymentRequests, securePayments, walletScreenings } from "@/db/schema";
import { walletKey, walletText } from "@/server/chains/wallets/wallet-text";
import type { Tx } from "@/server/context";

/** The part of a stored access policy that decides whose money counts. */
const Gate = z.object({
  mode: z.enum(["off", "kyt_all_wallets"]),
  allowedPayerAddresses: z.array(z.string()),
});
type Gate = z.infer<typeof Gate>;

/** A wallet that paid into a gated link: the link's row ID and the wallet's key, null when it is not known. */
export interface GatedPayer {
  gateId: string;
  payer: string | null;
}

/**
 * The incoming link with an allowlist or screening that a request belongs to, as a column of a query over
 * `requests`; null without. A policy that says anything unexpected is a closed gate.
 */
export function gateOfRequest(): SQL<string | null> {
  // With names of their own: in a selection the query builder leaves the table off a column.
  return sql<string | null>`(select link.id from ${securePaymentRequests} part
    join ${securePayments} link on link.id = part.secure_payment_id
    where part.request_id = ${requests}.id and link.flow = 'incoming'
      and (coalesce(link.access_policy ->> 'mode', '') <> 'off'
        or coalesce(link.access_policy -> 'allowedPayerAddresses', 'null') <> '[]')
    limit 1)`;
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
  payers: readonly GatedPayer[],
): Promise<(payer: GatedPayer) => boolean> {
  if (payers.length === 0) return () => true;
  const gates = await lockGates(tx, [...new Set(payers.map(({ gateId }) => gateId))]);
  const screenings = await screeningsOf(tx, payers);
  return ({ gateId, payer }) => {
    const gate = gates.get(gateId);
    return gate !== undefined && payer !== null && mayPay(gate, payer, screenings.get(`${gateId}:${payer}`));
  };
}

/** Locks links in ID order; one whose policy cannot be read is absent, and lets nobody pass. */
export async function lockGates(tx: Tx, linkIds: readonly string[]): Promise<Map<string, Gate>> {
  const rows = await tx.db
    .select({ id: securePayments.id, policy: securePayments.accessPolicy })
    .from(securePayments)
    .where(inArray(securePayments.id, [...linkIds]))
    .orderBy(asc(securePayments.id))
    .for("no key update");
  return new Map(
    rows.flatMap(({ id, policy }): [string, Gate][] => {
      const { data } = Gate.safeParse(policy);
      return data ? [[id, data]] : [];
    }),
  );
}

interface Screening {
  status: string;
  parent: string | null;
  parentStatus: string | null;
}

async function screeningsOf(tx: Tx, payers: readonly GatedPayer[]): Promise<Map<string, Screening>> {
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
          payers.map(({ gateId }) => gateId),
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
function mayPay(gate: Gate, payer: string, screening: Screening | undefined): boolean {
  const allowed = new Set(gate.allowedPayerAddresses.map(walletKey));
  const connected = screening?.parent ?? payer;
  if (allowed.size > 0 && !allowed.has(payer) && !allowed.has(connected)) return false;
  if (gate.mode === "off") return true;
  if (screening?.status !== "approved") return false;
  return screening.parent === null || screening.parentStatus === "approved";
}

/** The condition that a transfer belongs to a request of this link. */
export function isPaidInto(requestId: AnyPgColumn, linkId: string): SQL {
  return inArray(
    requestId,
    sql`(select ${securePaymentRequests.requestId} from ${securePaymentRequests}
      where ${eq(securePaymentRequests.securePaymentId, linkId)})`,
  );
}
