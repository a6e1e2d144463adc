import { and, eq, isNull, ne } from "drizzle-orm";
import { apiKeys, clientIds } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { OFFRAMP_PROVIDER_FACTS, PROVIDER_OF_ACCESS } from "@/server/providers/offramp/names";
import {
  type OfframpProvider,
  type OfframpProviderId,
  OfframpRefused,
  OfframpUnavailable,
} from "@/server/providers/offramp/provider";

/**
 * The provider that the caller's credential may use: the sandbox, or the one that moves money (CF-16). Throws 400 where
 * the operator has not let it, or where this service has no such provider.
 */
export async function requireOfframp(
  ctx: Pick<Ctx, "db" | "caller" | "providers">,
): Promise<OfframpProvider> {
  const access = await accessOf(ctx);
  if (access === null) throw notGranted();
  const provider = ctx.providers.offramp.find(PROVIDER_OF_ACCESS[access]);
  if (!provider) throw new ApiError("not_supported_yet", `Crypto-to-fiat (${access}) is not set up here`);
  return provider;
}

function notGranted(): ApiError {
  return new ApiError(
    "offramp_not_granted",
    "Crypto-to-fiat is not granted to this credential; ask the operator of this service",
  );
}

/** The provider of a record, whoever asks. Throws 400 where this service no longer has it. */
export function providerOf(ctx: Pick<Ctx, "providers">, id: OfframpProviderId): OfframpProvider {
  const provider = ctx.providers.offramp.find(id);
  if (!provider) throw new ApiError("not_supported_yet", `The provider ${id} is not set up here`);
  return provider;
}

async function accessOf({ db, caller }: Pick<Ctx, "db" | "caller">) {
  const { clientId } = caller;
  const rows = clientId
    ? await db
        .select({ access: clientIds.offrampAccess })
        .from(clientIds)
        .where(eq(clientIds.id, clientId.id))
    : await db
        .select({ access: apiKeys.offrampAccess })
        .from(apiKeys)
        .where(eq(apiKeys.id, caller.credentialId));
  return rows[0]?.access ?? null;
}

/**
 * Refuses what is done in the name of a credential that made a link, when it may not use the provider any more (CF-16). A
 * credential that was deleted or revoked, or is not known, has handed its links on to the others of its account. Throws
 * 400, as for a call with that credential.
 */
export async function requireStillGranted(
  { db }: Pick<Ctx, "db">,
  provider: OfframpProviderId,
  { platformId, credentialId }: { platformId: string; credentialId: string | null },
): Promise<void> {
  const { access } = OFFRAMP_PROVIDER_FACTS[provider];
  const [keys, clients] = await Promise.all([
    db
      .select({ id: apiKeys.id, access: apiKeys.offrampAccess })
      .from(apiKeys)
      .where(and(eq(apiKeys.platformId, platformId), isNull(apiKeys.deletedAt))),
    db
      .select({ id: clientIds.id, access: clientIds.offrampAccess })
      .from(clientIds)
      .where(and(eq(clientIds.platformId, platformId), ne(clientIds.status, "revoked"))),
  ]);
  const live = [...keys, ...clients];
  const own = live.filter(({ id }) => id === credentialId);
  if ((own.length > 0 ? own : live).some((one) => one.access === access)) return;
  throw notGranted();
}

/** Runs a call to a provider; what it throws becomes an answer: 503 to try again, or 400 that names the field. */
export async function asking<T>(call: () => Promise<T>, refused = "The provider refused"): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof OfframpUnavailable) {
      throw new ApiError("unavailable", "The provider gave no answer; try again", { cause: error });
    }
    if (error instanceof OfframpRefused) {
      const field = error.field === null ? "" : `: ${error.field}`;
      throw new ApiError("validation_failed", `${refused}${field} (${error.code})`, { cause: error });
    }
    throw error;
  }
}
