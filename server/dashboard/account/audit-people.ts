import { asc, inArray } from "drizzle-orm";
import { personWallets } from "@/db/schema";
import type { Reads } from "@/server/context";

/** What these people sign in with, by person. */
export async function waysToSignIn(
  { db }: Pick<Reads, "db">,
  people: readonly (string | null)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(people.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ personId: personWallets.personId, address: personWallets.address })
    .from(personWallets)
    .where(inArray(personWallets.personId, ids))
    .orderBy(asc(personWallets.id));
  const ways = new Map<string, string>();
  for (const { personId, address } of rows) if (!ways.has(personId)) ways.set(personId, address);
  return ways;
}
