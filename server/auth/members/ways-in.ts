import { and, eq, isNull } from "drizzle-orm";
import { passkeys, people, personWallets } from "@/db/schema";
import type { Tx } from "@/server/context";
import { ApiError } from "@/server/errors";

/** Until the transaction ends nobody else changes what this person signs in with. */
export async function lockPerson({ db }: Pick<Tx, "db">, personId: string): Promise<void> {
  await db.select({ id: people.id }).from(people).where(eq(people.id, personId)).for("no key update");
}

/** Throws 409 where a person would have no way to sign in without the one that goes. The person is locked. */
export async function keepAWayIn({ db }: Pick<Tx, "db">, personId: string): Promise<void> {
  const wallets = await db.$count(personWallets, eq(personWallets.personId, personId));
  const isCurrent = and(eq(passkeys.personId, personId), isNull(passkeys.removedAt));
  const byPasskey = await db.$count(passkeys, isCurrent);
  if (wallets + byPasskey < 2) {
    throw new ApiError("conflict", "This is your only way to sign in; add another first");
  }
}
