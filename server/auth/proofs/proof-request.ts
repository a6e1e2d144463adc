import { and, asc, eq, isNull } from "drizzle-orm";
import { passkeys, personWallets } from "@/db/schema";
import { asBase64url } from "@/server/auth/passkeys/challenges";
import { passkeySupport } from "@/server/auth/passkeys/site";
import { type Consent, messageOf, typedDataOf } from "@/server/auth/proofs/consent";
import { consentHash } from "@/server/auth/proofs/consent-hash";
import type { PasskeyAsked, ProofRequest } from "@/server/auth/proofs/schema";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import type { Config } from "@/server/config";
import type { Reads } from "@/server/context";

/** How long a browser waits for a passkey. */
const PASSKEY_TIMEOUT_MS = 5 * 60_000;

/** The address of this installation as signatures name it: the origin of its dashboard. */
export function serviceOf({ urls }: Pick<Config, "urls">): string {
  return new URL(urls.dashboard).origin;
}

/** What a person has to sign to consent: something for each of their credentials, of which one is enough. */
export async function proofRequest(
  { db, config }: Pick<Reads, "db"> & { config: Config },
  personId: string,
  consent: Consent,
): Promise<ProofRequest> {
  const service = serviceOf(config);
  const wallets = await db
    .select()
    .from(personWallets)
    .where(eq(personWallets.personId, personId))
    .orderBy(asc(personWallets.id));
  return {
    passkey: await passkeyAsked({ db, config }, personId, consent),
    wallets: wallets.map(({ address, family, chainId }) => ({
      address,
      family,
      chainId: chainId === EVERY_CHAIN ? null : chainId,
      typedData: family === "evm" ? typedDataOf(service, consent) : null,
      message: family === "tron" ? messageOf(service, address, consent) : null,
    })),
  };
}

/** Null where the person has no passkey, or passkeys do not work here. */
async function passkeyAsked(
  { db, config }: Pick<Reads, "db"> & { config: Config },
  personId: string,
  consent: Consent,
): Promise<PasskeyAsked | null> {
  const support = passkeySupport(config.urls);
  if (!support.isOffered) return null;
  const own = await db
    .select({ credentialId: passkeys.credentialId })
    .from(passkeys)
    .where(and(eq(passkeys.personId, personId), isNull(passkeys.removedAt)))
    .orderBy(asc(passkeys.id));
  if (own.length === 0) return null;
  return {
    challenge: asBase64url(consentHash(serviceOf(config), consent)),
    rpId: support.site.rpId,
    timeout: PASSKEY_TIMEOUT_MS,
    userVerification: "required",
    allowCredentials: own.map(({ credentialId }) => ({ type: "public-key", id: asBase64url(credentialId) })),
  };
}
