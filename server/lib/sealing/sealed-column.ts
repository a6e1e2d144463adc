import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { SealingKey } from "@/server/lib/sealing/keyring";

/** Condition that a column of sealed bytes does not begin as one that this key has sealed; false where it is null. */
export function notSealedBy({ id }: SealingKey, column: PgColumn): SQL {
  return sql`substring(${column} from 1 for 5) <> decode(${`02${id}`}, 'hex')`;
}
