import { asc, inArray } from "drizzle-orm";
import { passkeys, personWallets } from "@/db/schema";
import type { Reads } from "@/server/context";

/** What these people sign in with, by person: their first wallet, else the name of their first passkey. */
export async function waysToSignIn(
  { db }: Pick<Reads, "db">,
  people: readonly (string | null)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(people.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const [wallets, keys] = await Promise.all([
    db
      .select({ personId: personWallets.personId, way: personWallets.address })
      .from(personWallets)
      .where(inArray(personWallets.personId, ids))
      .orderBy(asc(personWallets.id)),
    db
      .select({ personId: passkeys.personId, way: passkeys.name })
      .from(passkeys)
      .where(inArray(passkeys.personId, ids))
      .orderBy(asc(passkeys.id)),
  ]);
  const ways = new Map<string, string>();
  for (const { personId, way } of [...wallets, ...keys]) if (!ways.has(personId)) ways.set(personId, way);
  return ways;
}
