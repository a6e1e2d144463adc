import { ROLES, type Role } from "@/db/roles";

/** May do this: nobody who is signed in. Payers' pages do it, or whoever has no account yet. */
export const NO_ROLE: readonly Role[] = [];
/** Looks, and moves nothing. */
export const EVERY_ROLE: readonly Role[] = ROLES;
/** Asks for money. */
export const ASKING: readonly Role[] = ["owner", "admin", "finance", "developer"];
/** Sends money, or sends it back. */
export const PAYING: readonly Role[] = ["owner", "admin", "finance"];
/** Connects servers and pages. */
export const BUILDING: readonly Role[] = ["owner", "admin", "developer"];
/** Answers for the account. */
export const OWNING: readonly Role[] = ["owner"];
/** Decides where money goes, who acts for the account, and what payers see of it. */
export const DECIDING: readonly Role[] = ["owner", "admin"];
