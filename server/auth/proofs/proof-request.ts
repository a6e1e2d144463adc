import { asc, eq } from "drizzle-orm";
import { personWallets } from "@/db/schema";
import { type Consent, messageOf, typedDataOf } from "@/server/auth/proofs/consent";
import type { ProofRequest } from "@/server/auth/proofs/schema";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import type { Config } from "@/server/config";
import type { Reads } from "@/server/context";

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
    wallets: wallets.map(({ address, family, chainId }) => ({
      address,
      family,
      chainId: chainId === EVERY_CHAIN ? null : chainId,
      typedData: family === "evm" ? typedDataOf(service, consent) : null,
      message: family === "tron" ? messageOf(service, address, consent) : null,
    })),
  };
}
