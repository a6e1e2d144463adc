import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PostgresUser } from "@/local/postgres/postgres-user";

/**
 * `wanted` where the PostgreSQL account can enter it. Root's private folders it cannot: then a folder of its own
 * below `/var/lib/quittance`, named after `wanted` so that a restart finds it again. Made and owned as needed.
 */
export function reachableDataDir(wanted: string, user: PostgresUser, log: (line: string) => void): string {
  const dataDir = user.canReach(closestExisting(dirname(wanted))) ? wanted : substitute(wanted);
  if (dataDir !== wanted) log(`${wanted} is closed to user ${user.name}; the database is kept in ${dataDir}`);
  mkdirSync(dataDir, { recursive: true });
  user.own(dataDir);
  return dataDir;
}

function closestExisting(path: string): string {
  return existsSync(path) ? path : closestExisting(dirname(path));
}

function substitute(wanted: string): string {
  const name = createHash("sha256").update(wanted).digest("hex").slice(0, 16);
  return join(isWritable("/var/lib") ? "/var/lib/quittance" : join(tmpdir(), "quittance"), name);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
