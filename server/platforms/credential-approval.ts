import type { KeyScope } from "@/db/key-scopes";
import type { clientIds } from "@/db/schema";
import { type ApprovalVerb, changeOf, type Facts } from "@/server/approvals/change";
import { type ApprovalInput, requireApproval } from "@/server/approvals/require-approval";
import type { Tx } from "@/server/context";
import { type StoredLimit, usdText } from "@/server/platforms/key-bounds/daily-limit";

/** What a key needs to move money or to manage an account. A key without scopes has every right. */
const MIGHTY: readonly KeyScope[] = ["payouts", "refunds", "destinations", "members"];

export function isMighty(scopes: readonly KeyScope[] | null | undefined): boolean {
  return !scopes || scopes.some((scope) => MIGHTY.includes(scope));
}

/** A key that is to be made or changed. */
export interface KeyFacts extends Partial<StoredLimit> {
  label: string;
  expiresAt?: Date | null;
  scopes?: readonly KeyScope[] | null;
  allowedNetworks?: readonly string[] | null;
}

type ClientIdRow = typeof clientIds.$inferSelect;
type Approving = Pick<Tx, "db" | "now" | "caller" | "approval">;

/**
 * Of an account that wants a second person for credentials, or for payments that the key could create: no key that moves money or manages the account before one has
 * approved it. `asked` is with what the key can be made again; null for ways on which nothing can wait.
 */
export async function requireKeyApproval(
  tx: Approving,
  platformId: string,
  { subject = null, before, after }: { subject?: string | null; before?: KeyFacts; after: KeyFacts },
  asked: ApprovalInput | null,
): Promise<void> {
  if (!isMighty(after.scopes)) return;
  const facts = { subject, before: before ? factsOf(before) : {}, after: factsOf(after) };
  await requireApproval(tx, changeOf(asked?.verb ?? "api_key.create", "credential", facts), {
    platformId,
    input: asked,
    canPay: !after.scopes || after.scopes.some((scope) => scope === "payouts" || scope === "refunds"),
  });
}

/** A key as an approver reads it. */
function factsOf(key: KeyFacts): Facts {
  const { label, expiresAt, scopes, allowedNetworks, dailyPayments, dailyMicroUsd } = key;
  return {
    label,
    may: scopes ? [...scopes] : "everything that a key can",
    expiresAt: expiresAt?.toISOString() ?? null,
    allowedNetworks: allowedNetworks ? [...allowedNetworks] : null,
    paymentsADay: dailyPayments ?? null,
    usdADay: dailyMicroUsd === null || dailyMicroUsd === undefined ? null : usdText(dailyMicroUsd),
  };
}

/** What of a client ID an approver reads: it has no scopes, and is held by these. */
const CLIENT_ID_FACTS = [
  "label",
  "status",
  "allowedDomains",
  "feePercentage",
  "feeAddress",
  "operatorWalletAddress",
  "payeeDestinationId",
] as const;

/** The same for client IDs, all of which may do what they are bound to. */
export async function requireClientIdApproval(
  tx: Approving,
  platformId: string,
  verb: Extract<ApprovalVerb, `client_id.${string}`>,
  {
    subject = null,
    before,
    after,
  }: { subject?: string | null; before?: Partial<ClientIdRow>; after: Partial<ClientIdRow> },
  params: Record<string, unknown> | null,
): Promise<void> {
  const facts = { subject, before: before ? clientFactsOf(before) : {}, after: clientFactsOf(after) };
  await requireApproval(tx, changeOf(verb, "credential", facts), {
    platformId,
    input: params && { verb, params },
    // It has no scopes: whoever uses it can create payouts.
    canPay: true,
  });
}

function clientFactsOf(row: Partial<ClientIdRow>): Facts {
  return Object.fromEntries(CLIENT_ID_FACTS.map((name) => [name, row[name] ?? null]));
}
