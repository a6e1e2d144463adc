/** What a session was begun with. */
export const SESSION_KINDS = ["wallet", "email", "passkey"] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/**
 * How a session is stored: one of a passkey as one of a wallet, beside which `passkey_id` tells it apart. Release 0.2.0, which
 * may run beside this one, knows no third kind and fails on it. Both kinds last as long.
 */
export function storedKind(kind: SessionKind): SessionKind {
  return kind === "passkey" ? "wallet" : kind;
}

/** What a stored session was begun with. */
export function kindOfStored({
  kind,
  passkeyId,
}: {
  kind: SessionKind;
  passkeyId: string | null;
}): SessionKind {
  return passkeyId === null ? kind : "passkey";
}
