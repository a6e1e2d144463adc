/** What a session was begun with. */
export const SESSION_KINDS = ["wallet", "email", "passkey"] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];
