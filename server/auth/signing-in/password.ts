import { type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { secretBytes } from "@/server/lib/random";

/** OWASP's second choice for scrypt: 32 MiB and three passes, about a quarter of a second. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MAX_MEMORY = 64 * 1024 * 1024;

/** The stored form of a password: `scrypt$N$r$p$salt$key`, salted anew each time. */
export async function hashPassword(password: string): Promise<string> {
  const salt = secretBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64"), key.toString("base64")].join("$");
}

/**
 * True when a password matches its stored form. Without one it works as long and says no, so that the time
 * taken does not tell whether an account exists.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  if (stored === undefined) {
    await derive(password, secretBytes(SALT_BYTES), COST);
    return false;
  }
  const [scheme, N, r, p, salt, key] = stored.split("$");
  if (scheme !== "scrypt" || !salt || !key) throw new Error("a stored password has an unknown form");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, "base64"), cost);
  return timingSafeEqual(derived, Buffer.from(key, "base64"));
}

/** NFKC, so that the same characters typed on another keyboard are the same password. */
function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
