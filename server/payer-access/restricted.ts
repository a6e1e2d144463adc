import { type SQL, sql } from "drizzle-orm";
import { requests, securePaymentRequests, securePayments } from "@/db/schema";
import { walletKey } from "@/server/chains/wallets/wallet-text";
import type { AccessPolicy } from "@/server/payer-access/schema";

/** A link as far as it says who may pay it. */
export interface LinkAccess {
  row: { flow: "incoming" | "outgoing" };
  policy: Pick<AccessPolicy, "mode" | "hideUntilApproved" | "allowedPayerAddresses">;
}

/** Whether only some wallets may pay: those of an incoming link that are listed (AL-01) or pass screening (AP-10). */
export function isRestricted({ row, policy }: LinkAccess): boolean {
  return row.flow === "incoming" && (policy.mode !== "off" || policy.allowedPayerAddresses.length > 0);
}

/** Whether a wallet gets calldata only once it is approved: also where the payment is hidden until then (AP-03). */
export function needsApproval(link: LinkAccess): boolean {
  return isRestricted(link) || link.policy.hideUntilApproved;
}

/** Says of wallets, in any spelling, whether the allowlist lets them pay; without a list everybody may (AL-01, AL-03). */
export function allowlistOf(
  policy: Pick<AccessPolicy, "allowedPayerAddresses">,
): (wallet: string) => boolean {
  const listed = new Set(policy.allowedPayerAddresses.map(walletKey));
  return (wallet) => listed.size === 0 || listed.has(walletKey(wallet));
}

/**
 * `isRestricted` for the watcher: the restricted link that a request belongs to, as a column of a query over
 * `requests`; null without. A policy that says anything unexpected restricts.
 */
export function restrictedLinkOfRequest(): SQL<string | null> {
  // With names of their own: in a selection the query builder leaves the table off a column.
  return sql<string | null>`(select link.id from ${securePaymentRequests} part
    join ${securePayments} link on link.id = part.secure_payment_id
    where part.request_id = ${requests}.id and link.flow = 'incoming'
      and (coalesce(link.access_policy ->> 'mode', '') <> 'off'
        or coalesce(link.access_policy -> 'allowedPayerAddresses', 'null') <> '[]')
    limit 1)`;
}
