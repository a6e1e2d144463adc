import type { KeyScope } from "@/server/platforms/key-bounds/schema";

/** A scope as people read it. */
interface ScopeWords {
  name: string;
  /** What a key with it can do. */
  can: string;
}

/** Whose key it is decides what its scopes are about. */
export type KeyKind = "account" | "orchestrator";

const ACCOUNT: Partial<Record<KeyScope, ScopeWords>> = {
  read: { name: "See", can: "Sees payments, payers, client IDs and events. Changes nothing." },
  requests: { name: "Ask for payments", can: "Creates, changes and cancels requests." },
  links: { name: "Payment links", can: "Creates links that payers open." },
  payouts: {
    name: "Pay out",
    can: "Prepares payouts, schedules and the collection of deposits. A wallet still signs them.",
  },
  refunds: { name: "Refund", can: "Prepares refunds, which a wallet signs, and asks payers for an address." },
  destinations: { name: "Bank accounts", can: "Adds bank accounts that payments go to." },
  members: {
    name: "Revoke client IDs",
    can: "Takes client IDs away. Making one needs a key that may do everything.",
  },
};

const ORCHESTRATOR: Partial<Record<KeyScope, ScopeWords>> = {
  read: {
    name: "See",
    can: "Sees linked client IDs, platforms, fees, earnings and events. Changes nothing.",
  },
  links: { name: "Payment links", can: "Creates links for linked client IDs." },
  payouts: { name: "Pay out", can: "Creates payout links for linked client IDs." },
  destinations: { name: "Fees", can: "Sets your fees and where they go." },
  webhooks: { name: "Webhooks", can: "Manages your webhooks, and reads what was delivered." },
  members: { name: "Client IDs and keys", can: "Links client IDs, and sees and revokes keys." },
};

/** The words of the scopes that a kind of key can have. */
export const SCOPE_WORDS: Record<KeyKind, Partial<Record<KeyScope, ScopeWords>>> = {
  account: ACCOUNT,
  orchestrator: ORCHESTRATOR,
};

/** The name of a scope, in its own words or the API's. */
export function scopeName(kind: KeyKind, scope: KeyScope): string {
  return SCOPE_WORDS[kind][scope]?.name ?? scope;
}
