import { z } from "zod";

/** Name of the file that says what a backup holds; it is written last. */
export const MANIFEST = "backup.json";

/** One table: its rows are in `<name>.copy.gz`, in the text form of PostgreSQL's COPY, compressed. */
const BackupTable = z.object({
  name: z.string().regex(/^\w+$/),
  columns: z.array(z.string().regex(/^\w+$/)),
  rows: z.number().int().nonnegative(),
  /** SHA-256 of the file. */
  sha256: z.string(),
});
export type BackupTable = z.infer<typeof BackupTable>;

export const BackupManifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Migrations that the database had: hash, and time as the journal has it. */
  migrations: z.array(z.object({ hash: z.string(), at: z.number() })).min(1),
  tables: z.array(BackupTable),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

export const fileOf = (table: string): string => `${table}.copy.gz`;

/** Something about a backup or the place it goes to that the operator has to know. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
