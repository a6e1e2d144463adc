import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { committedMigrations } from "@/db/migrate";
import { Snapshot } from "@/sim/database/snapshot";

/** A database with the committed migrations and nothing else, from which each run begins. */
export class Image {
  readonly #database: PGlite;
  readonly #snapshot: Snapshot;

  constructor(database: PGlite) {
    this.#database = database;
    this.#snapshot = new Snapshot(database);
  }

  /** The database as it was at the beginning. What a run before left in it is gone. */
  fresh(): PGlite {
    this.#snapshot.restore();
    return this.#database;
  }
}

/** Makes the image. Its files are kept in the folder for temporary files, for each set of migrations. */
export async function migratedImage(): Promise<Image> {
  const migrations = committedMigrations();
  const digest = createHash("sha256")
    .update(migrations.map(({ hash }) => hash).join())
    .digest("hex");
  const file = join(tmpdir(), `quittance-sim-${digest.slice(0, 16)}.tar`);
  if (!existsSync(file)) {
    const database = await PGlite.create();
    for (const { sql } of migrations) for (const statement of sql) await database.exec(statement);
    const tar = Buffer.from(await (await database.dumpDataDir("none")).arrayBuffer());
    await database.close();
    // Two runs may begin at once; each leaves a whole file.
    writeFileSync(`${file}.${process.pid}`, tar);
    renameSync(`${file}.${process.pid}`, file);
  }
  const database = await PGlite.create({ loadDataDir: new Blob([readFileSync(file)]) });
  // Loads the language of functions, which is a library of its own: what is loaded later cannot be put back.
  await database.exec("do $$ begin perform 1; end $$");
  return new Image(database);
}
