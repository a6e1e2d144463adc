import { bigint, boolean, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { people } from "@/db/schema/members";

/** Passkeys that people sign in with. A removed one stays: what it signed can be verified later. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: text().primaryKey(),
    personId: references(() => people.id),
    /** The ID that the authenticator gave it. */
    credentialId: hex().notNull(),
    /** As COSE, the form in which the authenticator gave it. */
    publicKey: hex().notNull(),
    /** How often the authenticator says it signed; 0 where it does not count, as those that are synced. */
    counter: bigint({ mode: "number" }).notNull(),
    /** How a browser reaches the authenticator, as the browser said: `internal`, `usb`, `hybrid` and others. */
    transports: text().array().notNull(),
    /** Whether it can be on several devices. */
    isSyncable: boolean().notNull(),
    /** Whether it was on several devices, or in a backup, when it was used last. */
    isBackedUp: boolean().notNull(),
    /** Which make of authenticator it says it is; not proven. */
    aaguid: text().notNull(),
    /** What its person calls it. */
    name: text().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
    removedAt: moment(),
  },
  (t) => [uniqueIndex("passkeys_credential").on(t.credentialId), index("passkeys_person").on(t.personId)],
);

/** What passkeys were asked to sign. Used ones stay until they would have expired. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    id: text().primaryKey(),
    /** 32 random bytes. */
    challenge: hex().notNull(),
    /** What it was asked for; an answer is worth nothing for anything else. */
    purpose: text({ enum: ["signIn", "register", "join"] }).notNull(),
    /** The session that asked, which alone may answer; null where nobody is signed in. */
    sessionId: text(),
    /** Whose passkey is made; of a new person, the ID that they get. */
    personId: text(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [index("passkey_challenges_expires").on(t.expiresAt)],
);
