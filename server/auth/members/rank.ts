import { ROLES, type Role } from "@/db/roles";

/** Whether one role is above another: `ROLES` begins with the widest. */
export function isAbove(one: Role, other: Role): boolean {
  return ROLES.indexOf(one) < ROLES.indexOf(other);
}

/** Who invites, changes and removes members, each up to their own role. */
export function managesMembers(role: Role): boolean {
  return role === "owner" || role === "admin";
}
