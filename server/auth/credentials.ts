import { and, eq, isNull } from "drizzle-orm";
import { apiKeys, clientIds, orchestratorLinks, platforms } from "@/db/schema";
import type { Caller, Reader } from "@/server/context";
import { hashSecret } from "@/server/lib/ids";

/** How long a credential may be served from memory; revocation elsewhere is told by NOTIFY at once. */
const CACHE_MS = 5_000;
const CACHE_ENTRIES = 10_000;

export type ApiKeyCredential = Omit<Caller, "origin">;

export interface ClientIdCredential {
  caller: Omit<Caller, "origin">;
  allowedDomains: readonly string[];
  status: "active" | "inactive" | "revoked";
  isLinked: boolean;
}

/** Looks credentials up by hash or public value, with a short memory. One per process. */
export class Credentials {
  readonly #db: Reader;
  readonly #now: () => Date;
  readonly #cache = new Map<string, { value: Promise<unknown>; until: number }>();

  constructor(db: Reader, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** The owner of an active API key, or null. */
  apiKey(value: string): Promise<ApiKeyCredential | null> {
    const hash = hashSecret(value);
    return this.#remember(`key:${hash}`, () => this.#loadApiKey(hash));
  }

  /** A client ID in any status, or null when it is unknown. */
  clientId(value: string): Promise<ClientIdCredential | null> {
    return this.#remember(`client:${value}`, () => this.#loadClientId(value));
  }

  /** Forgets everything: some credential was created, changed or revoked. */
  invalidate(): void {
    this.#cache.clear();
  }

  async #remember<T>(key: string, load: () => Promise<T>): Promise<T> {
    const now = this.#now().getTime();
    const hit = this.#cache.get(key);
    // The prefix of the key decides T, so what was stored under it has that type.
    if (hit && hit.until > now) return hit.value as Promise<T>;
    if (this.#cache.size >= CACHE_ENTRIES) this.#cache.clear();
    const value = load();
    this.#cache.set(key, { value, until: now + CACHE_MS });
    try {
      return await value;
    } catch (error) {
      this.#cache.delete(key);
      throw error;
    }
  }

  async #loadApiKey(hash: string): Promise<ApiKeyCredential | null> {
    const [row] = await this.#db
      .select({ id: apiKeys.id, platformId: platforms.id, canCreatePayouts: platforms.canCreatePayouts })
      .from(apiKeys)
      .innerJoin(platforms, eq(platforms.id, apiKeys.platformId))
      .where(and(eq(apiKeys.hash, hash), eq(apiKeys.status, "active"), isNull(apiKeys.deletedAt)));
    if (!row) return null;
    return {
      kind: "apiKey",
      platformId: row.platformId,
      clientId: null,
      credentialId: row.id,
      canCreatePayouts: row.canCreatePayouts,
      fee: null,
    };
  }

  async #loadClientId(value: string): Promise<ClientIdCredential | null> {
    const [row] = await this.#db
      .select({
        client: clientIds,
        canCreatePayouts: platforms.canCreatePayouts,
        link: orchestratorLinks.status,
      })
      .from(clientIds)
      .innerJoin(platforms, eq(platforms.id, clientIds.platformId))
      .leftJoin(orchestratorLinks, eq(orchestratorLinks.clientIdId, clientIds.id))
      .where(eq(clientIds.clientId, value));
    if (!row) return null;
    const { client } = row;
    return {
      caller: {
        kind: "clientId",
        platformId: client.platformId,
        clientId: {
          id: client.id,
          publicId: client.clientId,
          isBrowser: client.allowedDomains.length > 0,
          payeeDestinationId: client.payeeDestinationId,
        },
        credentialId: client.id,
        canCreatePayouts: row.canCreatePayouts,
        fee:
          client.feePercentage && client.feeAddress && Number(client.feePercentage) !== 0
            ? { percentage: client.feePercentage, address: client.feeAddress }
            : null,
      },
      allowedDomains: client.allowedDomains,
      status: client.status,
      isLinked: row.link === "active",
    };
  }
}
