/** What a person can be in an account, the widest first. */
export const ROLES = ["owner", "admin", "finance", "developer", "viewer"] as const;
export type Role = (typeof ROLES)[number];
