import { eq, min } from "drizzle-orm";
import { chainCursors, chainObservations, WEBHOOKS_COMPONENT, webhookDeliveries } from "@/db/schema";
import { networkById } from "@/server/chains/networks";
import { quorumOf } from "@/server/chains/quorum";
import type { Config } from "@/server/config";
import type { Reads } from "@/server/context";
import { lagBlocks, watcherState } from "@/server/payments/watching/watcher-state";
import { type ServiceState, STATE_OF_WATCHER, webhooksState } from "@/server/status-page/service-state";

export interface NetworkService {
  network: string;
  name: string;
  state: ServiceState;
  /** The newest block that was looked at for payments; null before the first. */
  lastBlock: bigint | null;
  /** How far that is behind the newest block of the network, in the network's own time. */
  behindSeconds: number;
}

export interface Services {
  networks: NetworkService[];
  webhooks: ServiceState;
}

type Look = Pick<Reads, "db" | "now"> & { config: Config };

/** How every network and the sending of webhooks are now, by the rules of `/v2/ready` and of the alerts. */
export async function readServices({ db, now, config }: Look): Promise<Services> {
  const [cursors, observations, [waiting]] = await Promise.all([
    db.select().from(chainCursors),
    db.select().from(chainObservations),
    db
      .select({ oldest: min(webhookDeliveries.dueAt) })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.state, "pending")),
  ]);
  const at = now();
  const isLive = config.profile === "live";
  const networks = Object.entries(config.networks).map(([network, settings]) => {
    const cursor = cursors.find((row) => row.network === network);
    const observation = observations.find((row) => row.network === network);
    const { state } = watcherState({ cursor, observation, isLive, quorum: quorumOf(settings) }, at);
    const { name, blockTimeMs } = networkById(network) ?? { name: network, blockTimeMs: 0 };
    return {
      ...{ network, name, state: STATE_OF_WATCHER[state] },
      lastBlock: cursor ? cursor.nextBlock - 1n : null,
      behindSeconds: cursor ? Math.round((lagBlocks(cursor, observation) * blockTimeMs) / 1000) : 0,
    };
  });
  const oldest = waiting?.oldest ?? null;
  return { networks, webhooks: webhooksState(oldest && (at.getTime() - oldest.getTime()) / 1000) };
}

/** The state of each component that can have incidents: the networks by their IDs, and `webhooks`. */
export function statesByComponent({ networks, webhooks }: Services): Map<string, ServiceState> {
  return new Map([
    ...networks.map(({ network, state }) => [network, state] as const),
    [WEBHOOKS_COMPONENT, webhooks],
  ]);
}
