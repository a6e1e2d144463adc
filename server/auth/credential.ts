import type { SessionKind } from "@/db/session-kinds";
import type { Caller } from "@/server/context";
import type { IpNetworks } from "@/server/lib/ip-networks";

/** How many calls a credential may make (behaviour.md RL-01). */
export type RateTier = "basic" | "default" | "premium" | "high_volume";

/** A caller as the database knows it, before the call itself is looked at. */
export type KnownCaller = Omit<Caller, "origin" | "ip">;

/** What the operator decided about the account of a credential. */
export interface Account {
  isDisabled: boolean;
  /** Of all its credentials; null leaves them their own. */
  tier: RateTier | null;
}

/** A key of an account: an API key, or that of an orchestrator. */
export interface KeyCredential {
  caller: KnownCaller;
  account: Account;
  /** From where it is taken; null for anywhere. */
  networks: IpNetworks | null;
}

export interface ClientIdCredential {
  caller: KnownCaller;
  account: Account;
  allowedDomains: readonly string[];
  status: "active" | "inactive" | "revoked";
  tier: RateTier;
  /** The orchestrator this client ID is actively linked to. */
  linkedTo: string | null;
  hasActiveDestination: boolean;
}

export interface SessionCredential {
  caller: KnownCaller;
  account: Account;
  session: { id: string; kind: SessionKind; createdAt: Date; lastSeenAt: Date; expiresAt: Date };
}
