import { and, inArray, isNull, lt, or } from "drizzle-orm";
import { apiKeys, clientIds, orchestratorKeys } from "@/db/schema";
import type { Begin, Caller } from "@/server/context";

/** A credential's `lastUsedAt` is written at most this often (CI-06). */
const WRITE_EVERY_MS = 60_000;
/** Uses gather this long, so that a busy moment costs one statement. */
const GATHER_MS = 1_000;
const REMEMBERED = 10_000;

type Noted = Pick<Caller, "kind" | "credentialId" | "clientId" | "orchestratorKeyId">;

/**
 * Writes down when keys and client IDs were last used, behind the calls and not in them. A use that is
 * lost with its process is no loss: the next one is written. One per process.
 */
export class LastUsed {
  readonly #begin: Begin;
  readonly #now: () => Date;
  readonly #onError: (error: unknown) => void;
  /** When each credential was noted last. */
  readonly #noted = new Map<string, number>();
  #used: Record<Used, Set<string>> = nothing();
  #timer: NodeJS.Timeout | undefined;

  constructor(begin: Begin, now: () => Date, onError: (error: unknown) => void) {
    this.#begin = begin;
    this.#now = now;
    this.#onError = onError;
  }

  /** Costs a look into a map; everything else happens later. */
  note({ kind, credentialId, clientId, orchestratorKeyId }: Noted): void {
    if (kind === "apiKey") this.#gather("keys", credentialId);
    if (kind !== "clientId" && kind !== "orchestrator") return;
    if (clientId) this.#gather("clients", clientId.id);
    if (orchestratorKeyId !== null) this.#gather("partners", orchestratorKeyId);
  }

  #gather(what: Used, id: string): void {
    const now = this.#now().getTime();
    const before = this.#noted.get(id);
    if (before !== undefined && now - before < WRITE_EVERY_MS) return;
    if (this.#noted.size >= REMEMBERED) this.#noted.clear();
    this.#noted.set(id, now);
    this.#used[what].add(id);
    this.#timer ??= setTimeout(() => {
      this.flush().catch(this.#onError);
    }, GATHER_MS).unref();
  }

  /** Writes what has gathered. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const used = this.#used;
    this.#used = nothing();
    if (Object.values(used).every((ids) => ids.size === 0)) return;
    const now = this.#now();
    const due = new Date(now.getTime() - WRITE_EVERY_MS);
    // Other processes note the same credentials; whoever comes second within the minute writes nothing. The order is
    // the same in every process.
    await this.#begin(async (db) => {
      const lastUse = { lastUsedAt: now };
      const isStale = ({ lastUsedAt }: Table) => or(isNull(lastUsedAt), lt(lastUsedAt, due));
      const isUsed = (what: Used, table: Table) => and(inArray(table.id, [...used[what]]), isStale(table));
      if (used.keys.size > 0) {
        await db.update(apiKeys).set(lastUse).where(isUsed("keys", apiKeys));
      }
      if (used.clients.size > 0) {
        await db.update(clientIds).set(lastUse).where(isUsed("clients", clientIds));
      }
      if (used.partners.size > 0) {
        await db.update(orchestratorKeys).set(lastUse).where(isUsed("partners", orchestratorKeys));
      }
    });
  }
}

type Table = typeof apiKeys | typeof clientIds | typeof orchestratorKeys;
/** API keys, client IDs and keys of orchestrators. */
type Used = "keys" | "clients" | "partners";

function nothing(): Record<Used, Set<string>> {
  return { keys: new Set(), clients: new Set(), partners: new Set() };
}
