import { bigint, boolean, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { platforms } from "@/db/schema/platforms";
import { SESSION_KINDS } from "@/db/session-kinds";

/** Accounts that sign in by email and password (behaviour.md WS-12). `email` is stored in lower case. */
export const users = pgTable(
  "users",
  {
    id: text().primaryKey(),
    email: text().notNull().unique(),
    /** `scrypt$N$r$p$salt$hash`, so that parameters can grow with machines. */
    passwordHash: text().notNull(),
    platformId: references(() => platforms.id),
    createdAt: moment().notNull(),
  },
  (t) => [index("users_platform").on(t.platformId)],
);

/** Signed-in browsers and bearers. The token itself is never stored; `id` is what logs may show. */
export const sessions = pgTable(
  "sessions",
  {
    tokenHash: hex().primaryKey(),
    id: text().notNull(),
    kind: text({ enum: SESSION_KINDS }).notNull(),
    platformId: references(() => platforms.id),
    /** Who is signed in; null in sessions from before accounts had members. */
    personId: text(),
    /** The passkey that signed in. */
    passkeyId: text(),
    /** Opened by the dashboard's own sign-in, whose changes are confirmed with a fresh proof. Nothing unmarks it. */
    isFromDashboard: boolean().notNull().default(false),
    /** Of wallet sessions, in stored form. */
    walletAddress: text(),
    walletFamily: text({ enum: ["evm", "tron"] }),
    /** As in `platforms`. */
    walletChainId: bigint({ mode: "number" }).notNull().default(0),
    /** From where it was opened, and with what, in words; null in sessions from before this was kept. */
    ip: text(),
    device: text(),
    createdAt: moment().notNull(),
    lastSeenAt: moment().notNull(),
    /** Moves with every use; the oldest a session can grow is decided from `createdAt`. */
    expiresAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("sessions_id").on(t.id),
    index("sessions_platform").on(t.platformId),
    index("sessions_expires").on(t.expiresAt),
  ],
);

/** From where each person has signed in to an account before, so that another device or network shows. */
export const signInDevices = pgTable(
  "sign_in_devices",
  {
    platformId: references(() => platforms.id),
    /** Empty for the owner of an account by email. */
    personId: text().notNull(),
    /** SHA-256 of the device in words and the network, with both of the above. */
    fingerprint: hex().notNull(),
    lastSeenAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.platformId, t.personId, t.fingerprint] })],
);

/** Which alarms a person has read. */
export const alarmReads = pgTable(
  "alarm_reads",
  {
    platformId: references(() => platforms.id),
    /** Empty for the owner of an account by email. */
    personId: text().notNull(),
    entryId: text().notNull(),
    readAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.platformId, t.personId, t.entryId] })],
);

/** Messages handed out for signing (WS-01 to WS-06). Used ones stay until they would have expired. */
export const walletChallenges = pgTable(
  "wallet_challenges",
  {
    id: text().primaryKey(),
    nonce: text().notNull(),
    address: text().notNull(),
    family: text({ enum: ["evm", "tron"] }).notNull(),
    /** Null on Tron, whose message names no chain (WS-03). */
    chainId: bigint({ mode: "number" }),
    message: text().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [index("wallet_challenges_expires").on(t.expiresAt)],
);
