import type { Reader } from "@/server/context";
import { Batcher } from "@/server/lib/database/batcher";

/**
 * Reads a row by its ID in one statement with the reads of the same kind that are asked for at the same time. The
 * statement begins after the read was asked for, so each sees all that was committed before. Null where there is no row.
 * `read` gives the rows of these different IDs, in any order. Without a memory nothing has to be told that a row changed.
 */
export function sharedRead<Row extends { id: string }>(
  read: (db: Reader, ids: readonly string[]) => Promise<readonly Row[]>,
): (db: Reader, id: string) => Promise<Row | null> {
  const batchers = new WeakMap<Reader, Batcher<string, Row | null>>();
  return (db, id) => {
    let batcher = batchers.get(db);
    if (!batcher) {
      batcher = new Batcher({
        write: async (ids) => {
          const rows = await read(db, [...new Set(ids)]);
          const byId = new Map(rows.map((row) => [row.id, row]));
          return ids.map((one) => byId.get(one) ?? null);
        },
      });
      batchers.set(db, batcher);
    }
    return batcher.add(id);
  };
}
