import { and, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { apiKeys, clientIds, orchestratorKeys } from "@/db/schema";
import type { Begin, Caller } from "@/server/context";
import { clock } from "@/server/lib/clock";

/** A credential's `lastUsedAt` is written at most this often (CI-06). */
const WRITE_EVERY_MS = 60_000;
/** Uses gather this long, so that a busy moment costs one statement. */
const GATHER_MS = 1_000;
const REMEMBERED = 10_000;

/** Of the name that a program gives itself. */
const USER_AGENT_MAX = 200;

type Noted = Pick<Caller, "kind" | "credentialId" | "clientId" | "orchestratorKeyId" | "ip">;

/** What called. */
interface Use {
  ip: string | null;
  userAgent: string | null;
}

/**
 * Writes down when keys and client IDs were last used, and keys by what, behind the calls and not in them. A use that is
 * lost with its process is no loss: the next one is written. One per process.
 */
export class LastUsed {
  readonly #begin: Begin;
  readonly #now: () => Date;
  readonly #onError: (error: unknown) => void;
  /** When each credential was noted last. */
  readonly #noted = new Map<string, number>();
  #used: Record<Used, Map<string, Use>> = nothing();
  #cancelTimer: (() => void) | null = null;

  constructor(begin: Begin, now: () => Date, onError: (error: unknown) => void) {
    this.#begin = begin;
    this.#now = now;
    this.#onError = onError;
  }

  /** Costs a look into a map; everything else happens later. */
  note({ kind, credentialId, clientId, orchestratorKeyId, ip }: Noted, userAgent: string | null): void {
    const use = { ip, userAgent };
    if (kind === "apiKey") this.#gather("keys", credentialId, use);
    if (kind !== "clientId" && kind !== "orchestrator") return;
    if (clientId) this.#gather("clients", clientId.id, use);
    if (orchestratorKeyId !== null) this.#gather("partners", orchestratorKeyId, use);
  }

  #gather(what: Used, id: string, use: Use): void {
    const now = this.#now().getTime();
    const before = this.#noted.get(id);
    if (before !== undefined && now - before < WRITE_EVERY_MS) return;
    if (this.#noted.size >= REMEMBERED) this.#noted.clear();
    this.#noted.set(id, now);
    this.#used[what].set(id, use);
    this.#cancelTimer ??= clock.setTimer(GATHER_MS, () => void this.flush().catch(this.#onError), {
      unref: true,
    });
  }

  /** Writes what has gathered. */
  async flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const used = this.#used;
    this.#used = nothing();
    if (Object.values(used).every(({ size }) => size === 0)) return;
    const now = this.#now();
    const due = new Date(now.getTime() - WRITE_EVERY_MS);
    // Other processes note the same credentials; whoever comes second within the minute writes nothing. The order is
    // the same in every process.
    await this.#begin(async (db) => {
      const isStale = ({ lastUsedAt }: Table) => or(isNull(lastUsedAt), lt(lastUsedAt, due));
      for (const [what, table] of KEY_TABLES) {
        if (used[what].size === 0) continue;
        const uses = usesOf(used[what]);
        await db
          .update(table)
          .set({ lastUsedAt: now, lastUsedIp: sql`uses.ip`, lastUsedUserAgent: sql`uses.user_agent` })
          .from(uses)
          .where(and(eq(table.id, sql`uses.id`), isStale(table)));
      }
      if (used.clients.size > 0) {
        const isUsed = inArray(clientIds.id, [...used.clients.keys()]);
        await db
          .update(clientIds)
          .set({ lastUsedAt: now })
          .where(and(isUsed, isStale(clientIds)));
      }
    });
  }
}

type Table = typeof apiKeys | typeof clientIds | typeof orchestratorKeys;
/** API keys, client IDs and keys of orchestrators. */
type Used = "keys" | "clients" | "partners";

const KEY_TABLES = [
  ["keys", apiKeys],
  ["partners", orchestratorKeys],
] as const;

/** Uses as rows of `id`, `ip` and `user_agent`. */
function usesOf(uses: ReadonlyMap<string, Use>): SQL {
  const rows = [...uses].map(
    ([id, { ip, userAgent }]) => sql`(${id}, ${ip}::text, ${userAgent && plainStart(userAgent)}::text)`,
  );
  return sql`(values ${sql.join(rows, sql`, `)}) as uses (id, ip, user_agent)`;
}

/** The beginning of a text that anybody may have written, in characters that can be shown in a line. */
function plainStart(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, USER_AGENT_MAX);
}

function nothing(): Record<Used, Map<string, Use>> {
  return { keys: new Map(), clients: new Map(), partners: new Map() };
}
