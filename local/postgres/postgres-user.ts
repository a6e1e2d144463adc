import { chownSync, readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, resolve } from "node:path";
import { StackError } from "@/local/stack-error";

/** The account the embedded PostgreSQL runs under. */
export interface PostgresUser {
  name: string;
  /** Set only when we are root and have to step down: PostgreSQL refuses to run as root. */
  uid?: number;
  gid?: number;
  /** Whether that account can enter `path` (an existing folder) and read it. */
  canReach(path: string): boolean;
  /** Give a file or folder to that account. */
  own(path: string): void;
}

/**
 * Ourselves, or `postgres` or `nobody` when we are root. Throws a `StackError` for a user ID without a passwd
 * entry, which PostgreSQL's initdb refuses ("could not look up effective user ID").
 */
export function postgresUser(): PostgresUser {
  const uid = process.getuid?.();
  if (uid === undefined) return { name: "this user", canReach: () => true, own: () => {} };
  if (uid !== 0) {
    return { name: nameOrRefuse(uid), canReach: () => true, own: () => {} };
  }
  const account = passwdEntry("postgres") ?? passwdEntry("nobody");
  if (account === undefined) {
    throw new StackError(
      "PostgreSQL refuses to run as root, and this machine has neither a `postgres` nor a `nobody` account.",
      "Start as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.",
    );
  }
  return {
    ...account,
    canReach: (path) => reachable(resolve(path), account.uid, account.gid),
    own: (path) => chownSync(path, account.uid, account.gid),
  };
}

function nameOrRefuse(uid: number): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new StackError(
      `The embedded PostgreSQL cannot run as user ID ${uid}, which has no entry in /etc/passwd.`,
      "Set DATABASE_URL to a PostgreSQL server of your own, or start as a user that exists.",
      { cause },
    );
  }
}

function passwdEntry(name: string): { name: string; uid: number; gid: number } | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}

function reachable(path: string, uid: number, gid: number): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const stat = statSync(folder);
    const needed = folder === path ? 0o5 : 0o1;
    const granted = stat.uid === uid ? stat.mode >> 6 : stat.gid === gid ? stat.mode >> 3 : stat.mode;
    if ((granted & needed) !== needed) return false;
    if (folder === dirname(folder)) return true;
  }
}
