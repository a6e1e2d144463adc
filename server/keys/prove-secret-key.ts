import { and, asc, desc, isNull, ne, sql } from "drizzle-orm";
import { secretKeys, webhookEndpoints } from "@/db/schema";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { missingPersonalDataKey } from "@/server/keys/prove-personal-data-key";
import { signerOf } from "@/server/keys/quittance-signer";
import { secretBytes } from "@/server/lib/random";
import { allKeys, type Keyring, type SealingKey } from "@/server/lib/sealing/keyring";
import { SealBroken, seal, unseal } from "@/server/lib/sealing/sealed";

/** Thrown at start: the key is not the one that this database was sealed with. Says what to do. */
export class WrongSecretKey extends Error {
  override readonly name = "WrongSecretKey";
}

const PROOF = "quittance";

/**
 * Makes sure that `SECRET_KEY`, with `SECRET_KEYS_OLD`, opens what is stored, before a process reads or seals
 * anything: a wrong key would make every webhook fail and every retried call break. The first start on a database
 * leaves a proof of its key there; a new key is taken when the ones it replaces are still given. The key of personal
 * data has to open what is stored of payers. Throws `WrongSecretKey`.
 */
export async function proveSecretKey(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('secret_keys', 0))`);
    const known = await tx.db.select().from(secretKeys).orderBy(asc(secretKeys.createdAt));
    const { keys } = tx.config;
    if (known.length === 0) await openSomething(tx, keys);
    const byId = new Map(allKeys(keys).map((key) => [key.id, key]));
    const missing: string[] = [];
    for (const { id, proof, retiredAt } of known) {
      const key = byId.get(id);
      if (key) requireProof(keys, key, proof);
      else if (retiredAt === null) missing.push(id);
    }
    if (missing.length > 0) throw wrongKey(keys, missing);
    const stored = known.find(({ id }) => id === keys.current.id);
    if (!stored || stored.replacedAt !== null) await makeCurrent(tx, keys);
    const lost = await missingPersonalDataKey(tx);
    if (lost !== null) throw wrongPersonalDataKey(lost);
  });
}

/** A database from before the first proof: whatever it holds must open. */
async function openSomething(tx: Pick<Tx, "db">, keys: Keyring): Promise<void> {
  const [endpoint] = await tx.db
    .select({ id: webhookEndpoints.id, secret: webhookEndpoints.secret })
    .from(webhookEndpoints)
    .orderBy(desc(webhookEndpoints.id))
    .limit(1);
  if (!endpoint) return;
  try {
    unseal(keys, endpoint.id, Buffer.from(endpoint.secret.slice(2), "hex"));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new WrongSecretKey(
      `SECRET_KEY does not open the stored signing secrets of webhooks. Set the SECRET_KEY that this database was used with.`,
      { cause: error },
    );
  }
}

function requireProof(keys: Keyring, key: SealingKey, proof: string): void {
  try {
    unseal(keys, sealContextOf(key), Buffer.from(proof.slice(2), "hex"));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw wrongKey(keys, [key.id]);
  }
}

async function makeCurrent(tx: Pick<Tx, "db" | "now">, keys: Keyring): Promise<void> {
  const { current } = keys;
  await tx.db
    .update(secretKeys)
    .set({ replacedAt: tx.now() })
    .where(and(isNull(secretKeys.replacedAt), ne(secretKeys.id, current.id)));
  await tx.db
    .insert(secretKeys)
    .values({
      id: current.id,
      proof: `0x${seal(keys, sealContextOf(current), PROOF, secretBytes).toString("hex")}`,
      signer: signerOf(current).address,
      createdAt: tx.now(),
    })
    .onConflictDoUpdate({ target: secretKeys.id, set: { replacedAt: null, retiredAt: null } });
}

/** Notes that nothing is sealed with replaced keys any more: they may leave `SECRET_KEYS_OLD`. Returns their IDs. */
export async function retireOldKeys(tx: Pick<Tx, "db" | "now" | "config">): Promise<string[]> {
  const retired = await tx.db
    .update(secretKeys)
    .set({ retiredAt: tx.now() })
    .where(and(isNull(secretKeys.retiredAt), ne(secretKeys.id, tx.config.keys.current.id)))
    .returning({ id: secretKeys.id });
  return retired.map(({ id }) => id);
}

function sealContextOf({ id }: SealingKey): string {
  return `secret-key:${id}`;
}

function wrongPersonalDataKey(id: string): WrongSecretKey {
  return new WrongSecretKey(
    `PERSONAL_DATA_KEY is wrong: personal data in this database was sealed with the key ${id}, which is not given. ` +
      "Set the PERSONAL_DATA_KEY that belongs to this database. If you are changing it, name the one before in " +
      "PERSONAL_DATA_KEYS_OLD until quittance reseal has finished.",
  );
}

function wrongKey({ current }: Keyring, missing: readonly string[]): WrongSecretKey {
  return new WrongSecretKey(
    `SECRET_KEY is wrong: this database was sealed with the key ${missing.join(", ")}, and the given one is ${current.id}. ` +
      "Set the SECRET_KEY that belongs to this database. If you are changing the key, name the one before in " +
      "SECRET_KEYS_OLD until quittance reseal has finished.",
  );
}
