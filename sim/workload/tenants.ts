import { eq } from "drizzle-orm";
import { apiKeys, platforms } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { newId } from "@/server/lib/ids";
import { createPlatform } from "@/server/platforms/create-platform";
import { newSecretKey } from "@/server/platforms/new-secret-key";
import { createEndpoint, setActive } from "@/server/webhooks/endpoints/store";
import type { World } from "@/sim/world/world";

/** An account with a key, and a receiver of its webhooks. */
export interface Tenant {
  platformId: string;
  endpointId: string;
  apiKey: string;
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
  const key = newSecretKey("sk_");
  return inTransaction(app.context(systemCaller("")), async (tx) => {
    const { id: platformId } = await createPlatform(tx, {
      name: `Shop ${position + 1}`,
      walletAddress: null,
    });
    const tiers = position === 1 ? TIERS : null;
    if (tiers) {
      const confirmationTiers = tiers.map(({ upTo, confirmations: blocks }) => ({
        upToUsd: upTo === null ? null : (Number(upTo) / 100).toFixed(2),
        confirmations: blocks ?? ("final" as const),
      }));
      await tx.db.update(platforms).set({ confirmationTiers }).where(eq(platforms.id, platformId));
    }
    await tx.db.insert(apiKeys).values({
      id: newId(tx.now()),
      platformId,
      label: "simulation",
      prefix: key.prefix,
      last4: key.last4,
      hash: key.hash,
      createdAt: tx.now(),
    });
    const { id: endpointId } = await createEndpoint(tx, {
      platformId,
      clientIdId: null,
      url: `https://${host}/webhooks`,
      retrySchedule: "extended",
    });
    return { platformId, endpointId, apiKey: key.value, host, tiers };
  });
}

/** Switches the endpoint of an account on again, as its owner does when the receiver works. */
export async function switchOn(app: App, { platformId, endpointId }: Tenant): Promise<void> {
  await inTransaction(app.context(systemCaller("")), (tx) => setActive(tx, { platformId, endpointId }, true));
}
