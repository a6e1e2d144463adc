import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { payerBankAccounts, payers } from "@/db/schema";
import type { Tx } from "@/server/context";
import { allKeys } from "@/server/lib/sealing/keyring";
import { notSealedBy } from "@/server/lib/sealing/sealed-column";

/** One row that no key of the ring has sealed says which key is missing; null where every row can be opened. */
export async function missingPersonalDataKey({
  db,
  config,
}: Pick<Tx, "db" | "config">): Promise<string | null> {
  const keys = config.personalData.keys ? allKeys(config.personalData.keys) : [];
  const unknown = (column: PgColumn) =>
    and(sql`${column} is not null`, ...keys.map((key) => notSealedBy(key, column)));
  const [person] = await db
    .select({ id: keyOf(payers.sealed) })
    .from(payers)
    .where(unknown(payers.sealed))
    .limit(1);
  if (person) return person.id;
  const { sealed } = payerBankAccounts;
  const [account] = await db
    .select({ id: keyOf(sealed) })
    .from(payerBankAccounts)
    .where(unknown(sealed))
    .limit(1);
  return account?.id ?? null;
}

/** ID of the key that sealed a value. */
function keyOf(column: PgColumn): SQL<string> {
  return sql<string>`encode(substring(${column} from 2 for 4), 'hex')`;
}
