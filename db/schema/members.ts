import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { ROLES } from "@/db/roles";
import { platforms } from "@/db/schema/platforms";

/** Whoever signs in, whatever with. Nothing is stored of who that is. */
export const people = pgTable("people", {
  id: text().primaryKey(),
  createdAt: moment().notNull(),
});

/** Wallets that a person signs in with. */
export const personWallets = pgTable(
  "person_wallets",
  {
    id: text().primaryKey(),
    personId: references(() => people.id),
    /** In stored form. */
    address: text().notNull(),
    family: text({ enum: ["evm", "tron"] }).notNull(),
    /** As in `platforms`. */
    chainId: bigint({ mode: "number" }).notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("person_wallets_wallet").on(t.address, t.chainId),
    index("person_wallets_person").on(t.personId),
  ],
);

/** Wallets that people signed in with and took away. One that opened an account here signs in no more. */
export const removedWallets = pgTable(
  "removed_wallets",
  {
    id: text().primaryKey(),
    personId: references(() => people.id),
    /** In stored form. */
    address: text().notNull(),
    /** As in `platforms`. */
    chainId: bigint({ mode: "number" }).notNull(),
    removedAt: moment().notNull(),
  },
  (t) => [index("removed_wallets_wallet").on(t.address, t.chainId)],
);

/** Who belongs to which account as what. One that has ended stays, so that it is known who was there. */
export const memberships = pgTable(
  "memberships",
  {
    id: text().primaryKey(),
    platformId: references(() => platforms.id),
    personId: references(() => people.id),
    role: text({ enum: ROLES }).notNull(),
    createdAt: moment().notNull(),
    endedAt: moment(),
  },
  (t) => [
    uniqueIndex("memberships_current").on(t.platformId, t.personId).where(sql`${t.endedAt} is null`),
    index("memberships_person").on(t.personId),
  ],
);

/** Invitations to an account, each for one person. Those that were used or are over stay: they say who let whom in. */
export const memberInvitations = pgTable(
  "member_invitations",
  {
    id: text().primaryKey(),
    platformId: references(() => platforms.id),
    /** What whoever accepts it becomes. */
    role: text({ enum: ROLES }).notNull(),
    /** SHA-256 of the token, which exists at its holder alone. */
    tokenHash: hex().notNull(),
    /** Who made it; null for the owner of an account by email. */
    inviterId: text().references(() => people.id),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    withdrawnAt: moment(),
  },
  (t) => [
    uniqueIndex("member_invitations_token").on(t.tokenHash),
    index("member_invitations_platform").on(t.platformId, t.id),
  ],
);
