import { eq } from "drizzle-orm";
import { getAddress } from "viem";
import { apiKeys, payeeDestinations, platforms } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { NETWORKS } from "@/server/chains/networks";
import { inTransaction, type Tx } from "@/server/context";
import { newId } from "@/server/lib/ids";
import { destinationId } from "@/server/payee-destinations/interop-address";
import { createPlatform } from "@/server/platforms/create-platform";
import { newSecretKey } from "@/server/platforms/new-secret-key";
import { createEndpoint, setActive } from "@/server/webhooks/endpoints/store";
import { SEPOLIA } from "@/sim/chain/sim-network";
import type { World } from "@/sim/world/world";

/** An account with a key, and a receiver of its webhooks. */
export interface Tenant {
  platformId: string;
  endpointId: string;
  apiKey: string;
  apiKeyId: string;
  /** Where its links are paid, and the ID of that. */
  wallet: string;
  destinationId: string;
  /** Host of its receiver. */
  host: string;
  /** How deep payments have to be, by the worth of their request; null for what the network asks for. */
  tiers: readonly Tier[] | null;
}

/** Requests of at most so many cents need so many confirmations; null for all others, and for a final block. */
interface Tier {
  upTo: bigint | null;
  confirmations: number | null;
}

/** The second account asks for other depths than the network, which are more and less than that. */
const TIERS: readonly Tier[] = [
  { upTo: 30n, confirmations: 2 },
  { upTo: 60n, confirmations: 5 },
  { upTo: null, confirmations: null },
];

/** How deep payments of a request over so many cents have to be. */
export function depthFor(
  { tiers }: Pick<Tenant, "tiers">,
  cents: bigint,
  { confirmations, finalityDepth }: Pick<World, "confirmations" | "finalityDepth">,
): number {
  if (tiers === null) return confirmations;
  const tier = tiers.find(({ upTo }) => upTo === null || cents <= upTo);
  return tier?.confirmations ?? finalityDepth + 1;
}

/** Creates an account as its owner would. The receiver's endpoint is tried again for days before it is switched off. */
export async function createTenant(app: App, position: number): Promise<Tenant> {
  const host = `receiver-${position + 1}.example.com`;
  const wallet = getAddress(`0x${String(position + 1).repeat(40)}`);
  return inTransaction(app.context(systemCaller("")), async (tx) => {
    const { id: platformId } = await createPlatform(tx, {
      name: `Shop ${position + 1}`,
      walletAddress: wallet,
    });
    const tiers = position === 1 ? TIERS : null;
    if (tiers) {
      const confirmationTiers = tiers.map(({ upTo, confirmations: blocks }) => ({
        upToUsd: upTo === null ? null : (Number(upTo) / 100).toFixed(2),
        confirmations: blocks ?? ("final" as const),
      }));
      await tx.db.update(platforms).set({ confirmationTiers }).where(eq(platforms.id, platformId));
    }
    const key = await storeKey(tx, platformId);
    const destination = await storeDestination(tx, platformId, wallet);
    const { id: endpointId } = await createEndpoint(tx, {
      platformId,
      clientIdId: null,
      url: `https://${host}/webhooks`,
      retrySchedule: "extended",
    });
    return { platformId, endpointId, ...key, wallet, destinationId: destination, host, tiers };
  });
}

/** Gives an account a key, as a person would on its page. */
export async function storeKey(tx: Tx, platformId: string): Promise<Pick<Tenant, "apiKey" | "apiKeyId">> {
  const key = newSecretKey("sk_");
  const apiKeyId = newId(tx.now());
  await tx.db.insert(apiKeys).values({
    id: apiKeyId,
    platformId,
    label: "simulation",
    prefix: key.prefix,
    last4: key.last4,
    hash: key.hash,
    offrampAccess: "sandbox",
    createdAt: tx.now(),
  });
  return { apiKey: key.value, apiKeyId };
}

/** Where links of an account are paid, as if its wallet had signed for it. Returns its ID. */
async function storeDestination(tx: Tx, platformId: string, wallet: string): Promise<string> {
  const network = "sepolia";
  const { chainId } = NETWORKS[network];
  const tokenAddress = getAddress(SEPOLIA.token);
  const id = destinationId(network, wallet, tokenAddress);
  await tx.db.insert(payeeDestinations).values({
    id: newId(tx.now()),
    platformId,
    destinationId: id,
    walletAddress: wallet,
    network,
    chainId,
    tokenAddress,
    accessPolicy: null,
    claimed: true,
    active: true,
    createdAt: tx.now(),
    updatedAt: tx.now(),
  });
  return id;
}

/** Switches the endpoint of an account on again, as its owner does when the receiver works. */
export async function switchOn(app: App, { platformId, endpointId }: Tenant): Promise<void> {
  await inTransaction(app.context(systemCaller("")), (tx) => setActive(tx, { platformId, endpointId }, true));
}
