import type { PGlite } from "@electric-sql/pglite";
import type { Hex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { Chain } from "@/sim/chain/chain";
import { HeadNews } from "@/sim/chain/head-news";
import { type Node, NodeNetwork } from "@/sim/chain/network";
import { Pool } from "@/sim/chain/pool";
import { recurringCode } from "@/sim/chain/recurring/code";
import { RecurringContract } from "@/sim/chain/recurring/contract";
import type { SimNetwork } from "@/sim/chain/sim-network";
import type { Image } from "@/sim/database/image";
import { SharedSession } from "@/sim/database/shared-session";
import { Scheduler } from "@/sim/events/scheduler";
import { Seeded } from "@/sim/events/seeded";
import { replaceMachine } from "@/sim/world/machine";
import { Receivers } from "@/sim/world/receiver";
import { Service } from "@/sim/world/service";
import { type NetworkShape, shapeOf } from "@/sim/world/shape";
import { Trace } from "@/sim/world/trace";

/** The account of the service that pays instalments: a key that is worth nothing anywhere. */
const EXECUTOR_KEY: Hex = `0x${"e1".repeat(32)}`;
const EXECUTOR = privateKeyToAddress(EXECUTOR_KEY);
const BEGINNING = Date.UTC(2026, 0, 5, 12);
const CONFIRMATIONS = 3;
const FINALITY_DEPTH = 12;
export const SECONDS_PER_BLOCK = 12;

/** A network while a run goes on. */
export interface RunningNetwork extends NetworkShape {
  readonly chain: Chain;
  /** In the order in which the service is told of them. */
  readonly hosts: readonly Node[];
  /** Where schedules are paid. */
  readonly schedules: ScheduleChain | null;
}

/** The contract that pays schedules, and the transactions of the account that lets it. */
export interface ScheduleChain {
  readonly contract: RecurringContract;
  readonly pool: Pool;
}

/** The service and everything around it, out of one seed. */
export interface World {
  scheduler: Scheduler;
  database: PGlite;
  session: SharedSession;
  /** All of them, that at the other end of the bridge included. */
  networks: readonly [RunningNetwork, ...RunningNetwork[]];
  /** The two ends of the bridge; null where there is none. */
  bridge: readonly [RunningNetwork, RunningNetwork] | null;
  nodes: NodeNetwork;
  receivers: Receivers;
  service: Service;
  trace: Trace;
  confirmations: number;
  /** Blocks after which one is final. */
  finalityDepth: number;
  /** Accounts to be made. */
  tenants: number;
  /** Processes that ended by an error which nothing caught. */
  deaths: readonly string[];
  /** Puts the machine back in its place. */
  end(): void;
}

/** `image` is a migrated database; `print` gets each line of the trace as it comes. */
export function startWorld(
  seed: string,
  image: Image,
  { print = null }: { print?: ((line: string) => void) | null } = {},
): World {
  const database = image.fresh();
  const scheduler = new Scheduler(BEGINNING);
  const now = () => scheduler.now;
  const session = new SharedSession(database, scheduler);
  const nodes = new NodeNetwork(scheduler, new Seeded(`${seed} nodes`));
  const restore = replaceMachine({
    scheduler,
    chance: new Seeded(`${seed} service`),
    fetch: nodes.fetch,
    nodeTransport: nodes.transport,
    databaseSocket: () => session.connect().asSocket(),
  });
  const { networks: shapes, bridged, hasSafes, hasSchedules, tenants, workers } = shapeOf(seed);
  const [first, ...others] = [...shapes, ...(bridged ? [bridged] : [])] as const;
  const start = (shape: NetworkShape): RunningNetwork => {
    const chain = new Chain({
      name: `${shape.of.id} ${seed}`,
      chainId: shape.of.chainId,
      finalityDepth: FINALITY_DEPTH,
      secondsPerBlock: SECONDS_PER_BLOCK,
      height: shape.of.height,
      now,
    });
    const schedules = hasSchedules && shape === first ? letSchedulesBePaid(shape.of, chain) : null;
    return { ...shape, chain, hosts: hostsOf(shape).map((host) => nodes.add(host, chain)), schedules };
  };
  const networks: World["networks"] = [start(first), ...others.map(start)];
  const [, second, third] = networks;
  const bridge = second && third ? ([second, third] as const) : null;
  const receivers = new Receivers(scheduler, new Seeded(`${seed} receivers`));
  const news = new Map(
    networks.map(({ of, chain, hosts }) => [of.id as string, new HeadNews(scheduler, chain, hosts)]),
  );
  const service = new Service(
    networks.map((network) => ({
      id: network.of.id,
      rpcUrls: hostsOf(network).map((host) => `http://${host}:8545`),
      confirmations: CONFIRMATIONS,
      startBlock: network.chain.head,
      quorum: network.quorum,
      executorKey: network.schedules ? EXECUTOR_KEY : null,
    })),
    { scheduler, session, receivers, news, hasBridge: bridge !== null, hasSafes },
  );
  service.startWeb();
  service.startWorkers(workers);
  const trace = new Trace(now, print);
  const deaths: string[] = [];
  scheduler.onUncaught = (owner, error) => {
    if (!owner) throw error;
    trace.note(`${owner.name} died: ${error instanceof Error ? error.message : String(error)}`);
    deaths.push(`${owner.name} died: ${error instanceof Error ? error.message : String(error)}`);
    service.died(owner);
  };
  return {
    scheduler,
    database,
    session,
    networks,
    bridge,
    nodes,
    receivers,
    service,
    trace,
    confirmations: CONFIRMATIONS,
    finalityDepth: FINALITY_DEPTH,
    tenants,
    deaths,
    end: restore,
  };
}

/** Puts the recurring contract on a chain, and lets the service's own account send transactions to it. */
function letSchedulesBePaid(network: SimNetwork, chain: Chain): ScheduleChain {
  const contract = new RecurringContract(network, chain, { relayer: EXECUTOR, code: recurringCode() });
  const { address } = contract;
  const pool = new Pool(chain, {
    sender: EXECUTOR,
    contract: address,
    run: (from, data, at) => contract.run(from, data, at),
  });
  chain.contract = contract;
  chain.sending = pool;
  return { contract, pool };
}

/** Each of another provider. */
function hostsOf({ of, nodes }: NetworkShape): string[] {
  return Array.from({ length: nodes }, (_, i) => `node-${i + 1}.${of.id}.sim`);
}
