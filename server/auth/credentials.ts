import type { ClientIdCredential, KeyCredential, SessionCredential } from "@/server/auth/credential";
import {
  loadApiKey,
  loadClientId,
  loadOrchestrator,
  loadSession,
  ownsOrchestrator,
} from "@/server/auth/queries";
import type { Reader } from "@/server/context";
import { hashSecret } from "@/server/lib/ids";

/**
 * How long a credential may be served from memory. Changes are told by NOTIFY at once; this is the bound for
 * a notification that was lost with its connection.
 */
const CACHE_MS = 1_000;
const CACHE_ENTRIES = 10_000;

/** What is being read, or was. */
interface Remembered {
  loading: Promise<unknown>;
  found?: { value: unknown };
  until: number;
}

/**
 * Looks credentials up by hash or public value, with a short memory. One per process. What it remembers is there in the same
 * turn of the event loop.
 */
export class Credentials {
  readonly #db: Reader;
  readonly #now: () => Date;
  readonly #cache = new Map<string, Remembered>();
  #isListening = false;

  constructor(db: Reader, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** The owner of an active API key, or null. */
  apiKey(value: string): KeyCredential | null | Promise<KeyCredential | null> {
    const hash = hashSecret(value);
    return this.#remember(`key:${hash}`, () => loadApiKey(this.#db, hash, this.#now()));
  }

  /** A client ID in any status, or null when it is unknown. */
  clientId(value: string): ClientIdCredential | null | Promise<ClientIdCredential | null> {
    return this.#remember(`client:${value}`, () => loadClientId(this.#db, value));
  }

  /** The orchestrator of an active key, acting for its owner, or null. */
  orchestrator(value: string): KeyCredential | null | Promise<KeyCredential | null> {
    const hash = hashSecret(value);
    return this.#remember(`orchestrator:${hash}`, () => loadOrchestrator(this.#db, hash, this.#now()));
  }

  /** Whether an account owns an active orchestrator. */
  ownsOrchestrator(platformId: string, orchestratorId: string): boolean | Promise<boolean> {
    return this.#remember(`owner:${platformId}:${orchestratorId}`, () =>
      ownsOrchestrator(this.#db, { platformId, orchestratorId }),
    );
  }

  /** A session by its token, or null; the caller checks its end. */
  session(token: string): SessionCredential | null | Promise<SessionCredential | null> {
    const hash = hashSecret(token);
    return this.#remember(`session:${hash}`, () => loadSession(this.#db, hash));
  }

  /** Forgets everything: some credential was created, changed or revoked. */
  invalidate(): void {
    this.#cache.clear();
  }

  /** From now on changes are told to this process, so that it may remember what it has read. */
  listening(): void {
    this.#isListening = true;
  }

  #remember<T>(key: string, load: () => Promise<T>): T | Promise<T> {
    if (!this.#isListening) return load();
    const now = this.#now().getTime();
    const hit = this.#cache.get(key);
    // The prefix of the key decides T, so what was stored under it has that type.
    if (hit && hit.until > now) return (hit.found ? hit.found.value : hit.loading) as T | Promise<T>;
    if (this.#cache.size >= CACHE_ENTRIES) this.#cache.clear();
    const loading = load();
    const remembered: Remembered = { loading, until: now + CACHE_MS };
    this.#cache.set(key, remembered);
    return loading.then(
      (value) => {
        remembered.found = { value };
        return value;
      },
      (error: unknown) => {
        this.#cache.delete(key);
        throw error;
      },
    );
  }
}
