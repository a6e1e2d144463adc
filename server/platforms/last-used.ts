import { and, inArray, isNull, lt, or } from "drizzle-orm";
import { apiKeys, clientIds } from "@/db/schema";
import type { Begin, Caller } from "@/server/context";

/** A credential's `lastUsedAt` is written at most this often (CI-06). */
const WRITE_EVERY_MS = 60_000;
/** Uses gather this long, so that a busy moment costs one statement. */
const GATHER_MS = 1_000;
const REMEMBERED = 10_000;

type Noted = Pick<Caller, "kind" | "credentialId" | "clientId">;

/**
 * Writes down when API keys and client IDs were last used, behind the calls and not in them. A use that is
 * lost with its process is no loss: the next one is written. One per process.
 */
export class LastUsed {
  readonly #begin: Begin;
  readonly #now: () => Date;
  readonly #onError: (error: unknown) => void;
  /** When each credential was noted last. */
  readonly #noted = new Map<string, number>();
  #keys = new Set<string>();
  #clients = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(begin: Begin, now: () => Date, onError: (error: unknown) => void) {
    this.#begin = begin;
    this.#now = now;
    this.#onError = onError;
  }

  /** Costs a look into a map; everything else happens later. */
  note({ kind, credentialId, clientId }: Noted): void {
    if (kind !== "apiKey" && kind !== "clientId" && kind !== "orchestrator") return;
    const id = kind === "apiKey" ? credentialId : clientId?.id;
    if (id === undefined) return;
    const now = this.#now().getTime();
    const before = this.#noted.get(id);
    if (before !== undefined && now - before < WRITE_EVERY_MS) return;
    if (this.#noted.size >= REMEMBERED) this.#noted.clear();
    this.#noted.set(id, now);
    (kind === "apiKey" ? this.#keys : this.#clients).add(id);
    this.#timer ??= setTimeout(() => {
      this.flush().catch(this.#onError);
    }, GATHER_MS).unref();
  }

  /** Writes what has gathered. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [keys, clients] = [[...this.#keys], [...this.#clients]];
    this.#keys = new Set();
    this.#clients = new Set();
    if (keys.length + clients.length === 0) return;
    const now = this.#now();
    const due = new Date(now.getTime() - WRITE_EVERY_MS);
    // Other processes note the same credentials; whoever comes second within the minute writes nothing.
    await this.#begin(async (db) => {
      if (keys.length > 0) {
        const stale = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, due));
        await db
          .update(apiKeys)
          .set({ lastUsedAt: now })
          .where(and(inArray(apiKeys.id, keys), stale));
      }
      if (clients.length > 0) {
        const stale = or(isNull(clientIds.lastUsedAt), lt(clientIds.lastUsedAt, due));
        await db
          .update(clientIds)
          .set({ lastUsedAt: now })
          .where(and(inArray(clientIds.id, clients), stale));
      }
    });
  }
}
