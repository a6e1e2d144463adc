import {
  chmodSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { parseJson, writePrivateFile } from "@/local/files";
import { UsageError } from "@/scripts/command-line/answer";

/** A key that somebody logged in for, with what it is told by. */
const StoredKey = z.object({
  apiKey: z.string(),
  /** Its row at the service, which can do nothing. */
  id: z.string(),
  label: z.string(),
  account: z.object({ id: z.string(), name: z.string() }),
  expiresAt: z.string().nullable(),
});
export type StoredKey = z.infer<typeof StoredKey>;

const KeyFile = z.object({
  /** The service that was logged in to last, for commands that name none. */
  current: z.string().nullable(),
  /** By the origin of the service. */
  services: z.record(z.string(), StoredKey),
});
type KeyFile = z.infer<typeof KeyFile>;

/** Bits of a mode with which others could read the file, or put another in its place. */
const READABLE_BY_OTHERS = 0o077;
const WRITABLE_BY_OTHERS = 0o022;

/** Where `quittance login` keeps keys. */
export function keyFileOf(env: NodeJS.ProcessEnv): string {
  const config = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config");
  return join(config, "quittance", "keys.json");
}

/**
 * The key of a service by its origin, or that of the last login where none is named. Undefined where there is none. Throws a
 * `UsageError` for a file that others can read or replace, or that is broken.
 */
export function readKey(
  origin: string | undefined,
  env: NodeJS.ProcessEnv,
): { baseUrl: string; key: StoredKey } | undefined {
  const { current, services } = readKeys(env);
  const baseUrl = origin ?? current;
  const key = baseUrl === null ? undefined : services[baseUrl];
  return baseUrl === null || key === undefined ? undefined : { baseUrl, key };
}

/** Keeps a key, in a file that is written whole or not at all. Throws as `readKey`. */
export function storeKey(baseUrl: string, key: StoredKey, env: NodeJS.ProcessEnv): void {
  const { services } = readKeys(env);
  write({ current: baseUrl, services: { ...services, [baseUrl]: key } }, env);
}

/** Forgets the key of a service. Throws as `readKey`. */
export function forgetKey(baseUrl: string, env: NodeJS.ProcessEnv): void {
  const { current, services } = readKeys(env);
  const { [baseUrl]: _, ...others } = services;
  const [another = null] = Object.keys(others);
  write({ current: current === baseUrl ? another : current, services: others }, env);
}

function write(file: KeyFile, env: NodeJS.ProcessEnv): void {
  const path = keyFileOf(env);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  chmodSync(dirname(path), 0o700);
  writePrivateFile(path, `${JSON.stringify(file, null, 2)}\n`);
}

function readKeys(env: NodeJS.ProcessEnv): KeyFile {
  const path = keyFileOf(env);
  const text = readPrivate(path);
  if (text === undefined) return { current: null, services: {} };
  const file = KeyFile.safeParse(parseJson(text));
  if (!file.success) throw new UsageError(`${path} is no list of keys: remove it and log in again`);
  return file.data;
}

/** The text of a file that is this user's alone. What is checked is what is read, whatever happens in between. */
function readPrivate(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    requireOwn(path, fstatSync(file), READABLE_BY_OTHERS, "read");
    requireOwn(dirname(path), statSync(dirname(path)), WRITABLE_BY_OTHERS, "replace what is in");
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function requireOwn(path: string, { uid, mode }: Stats, forbidden: number, what: string): void {
  // Windows has no such bits; the folder of a user is that user's there.
  if (process.getuid === undefined) return;
  if (uid !== process.getuid())
    throw new UsageError(`${path} belongs to another user: keys in it are not used`);
  if ((mode & forbidden) === 0) return;
  const mended = forbidden === READABLE_BY_OTHERS ? "600" : "700";
  throw new UsageError(
    `Other users can ${what} ${path}: keys in it are not used. chmod ${mended} ${path} mends that; a key that others may have ` +
      "read is deleted in the dashboard, under API keys.",
  );
}
