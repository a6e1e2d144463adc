import type { Hex } from "viem";
import { apiRouteTable } from "@/app/api-routes";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot, replaceApp } from "@/server/boot";
import { type Config, readConfig } from "@/server/config";
import { keepProving } from "@/server/keys/keep-proving";
import { backgroundParts } from "@/server/worker/parts";
import type { HeadNews } from "@/sim/chain/head-news";
import { SAFE_SITE_URL } from "@/sim/chain/safe-site";
import type { SimNetwork } from "@/sim/chain/sim-network";
import type { SharedSession } from "@/sim/database/shared-session";
import type { Owner, Scheduler } from "@/sim/events/scheduler";
import type { Receivers } from "@/sim/world/receiver";

/** A network as the service is told of it. */
export interface ConfiguredNetwork {
  id: SimNetwork["id"];
  rpcUrls: string[];
  confirmations: number;
  /** First block that the watcher reads: without it, it begins where the chain is when it runs for the first time. */
  startBlock: number;
  /** So many providers have to show a payment; null where one node is enough. */
  quorum: number | null;
  /** Of the account that pays instalments of schedules; null where there are none. */
  executorKey: Hex | null;
}

/** What is wired to a service. */
export interface Surroundings {
  scheduler: Scheduler;
  session: SharedSession;
  receivers: Receivers;
  /** By network. */
  news: ReadonlyMap<string, HeadNews>;
  /** A provider of quotes for payments from other networks is there to be asked. */
  hasBridge: boolean;
  /** A service that tells who has signed transactions of Safes is there to be asked. */
  hasSafes: boolean;
}

/** One process of the service. */
class Process implements Owner {
  readonly name: string;
  isDead = false;
  app: App | null = null;

  constructor(name: string) {
    this.name = name;
  }
}

/** The answer of the API. */
export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a caller looks only at what it needs of a body
  body: any;
}

/** All of a payment, and never more than five cents: runs have payments that are taken whole, and those above the cap. */
const PROTOCOL_FEE = {
  PROTOCOL_FEE_BPS: "10000",
  PROTOCOL_FEE_CAP_USD: "0.05",
  PROTOCOL_FEE_EVM_ADDRESS: "0x6666666666666666666666666666666666666666",
};

/** Loops that follow a chain are told of heads, as where a node tells of them, and look by themselves once a minute. */
const CHAIN_MS = 60_000;
const FOLLOWS_CHAIN = /^(watch|observe|execute|settle) /;
/**
 * The others look after what falls due within minutes or days; most of a simulation would be their looking in vain. All
 * of them look after each jump of the clock.
 */
const IDLE_MS = 300_000;
/** The sender of webhooks is woken, and looks by itself as often. */
const SENDER_MS = 60_000;
/** Before a worker that did not start is begun anew. */
const SUPERVISOR_WAITS_MS = 1_000;
/** A caller waits so long for an answer. */
const CALLER_WAITS_MS = 40_000;

/** The processes of one installation: web and workers, each with clients and pools of its own. */
export class Service {
  readonly config: Config;
  readonly #surroundings: Surroundings;
  #web: Process | null = null;
  readonly #workers: Process[] = [];
  #count = 0;

  constructor(networks: readonly ConfiguredNetwork[], surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.config = readConfig({
      DATABASE_URL: "postgres://quittance@database.sim:5432/quittance",
      DATABASE_POOL_SIZE: "4",
      SECRET_KEY: "5a".repeat(32),
      PERSONAL_DATA_KEY: "a5".repeat(32),
      LOG_LEVEL: process.env.SIM_LOG ?? "silent",
      NODE_ENV: "test",
      NETWORK_PROFILE: "live",
      RATE_LIMITS: "relaxed",
      ...PROTOCOL_FEE,
      ...(surroundings.hasBridge ? { CROSSCHAIN_PROVIDER: "across", ACROSS_API_KEY: "key" } : {}),
      ...(surroundings.hasSafes ? { SAFE_SERVICE_URL: SAFE_SITE_URL } : {}),
      ...Object.fromEntries(
        networks.flatMap(({ id, rpcUrls, quorum, executorKey }) => [
          [`RPC_URL_${id.toUpperCase()}`, rpcUrls.join(",")],
          [`QUORUM_${id.toUpperCase()}`, quorum === null ? "" : String(quorum)],
          ...(executorKey === null ? [] : [[`EXECUTOR_KEY_${id.toUpperCase()}`, executorKey]]),
        ]),
      ),
    });
    // The profile is that of production, where it never is: nothing here moves real money.
    Object.assign(this.config.offramp, { hasSandbox: true });
    for (const { id, confirmations, startBlock } of networks) {
      const settings = this.config.networks[id];
      if (settings) Object.assign(settings, { confirmations, startBlock });
    }
  }

  /** The web process as it is, for what only its own people do. */
  get app(): App {
    if (!this.#web?.app) throw new Error("the web process does not run");
    return this.#web.app;
  }

  get workers(): number {
    return this.#workers.length;
  }

  startWeb(): void {
    const owner = new Process(`web ${++this.#count}`);
    this.#web = owner;
    this.#surroundings.scheduler.soon(() => {
      owner.app = boot(this.config, "web");
      replaceApp(owner.app);
    }, owner);
  }

  startWorker(): void {
    const owner = new Process(`worker ${++this.#count}`);
    this.#workers.push(owner);
    const { scheduler } = this.#surroundings;
    // A worker that cannot start ends, as in production, and its supervisor begins another one.
    const endAndBeginAnew = () => void scheduler.later(SUPERVISOR_WAITS_MS, () => this.died(owner), null);
    scheduler.soon(() => void this.#work(owner).catch(endAndBeginAnew), owner);
  }

  async #work(owner: Process): Promise<void> {
    const app = boot(this.config, "worker");
    owner.app = app;
    for (const chain of app.chains.list()) {
      const news = this.#surroundings.news.get(chain.network.id);
      if (news) Object.assign(chain, { onHead: (wake: () => void) => news.subscribe(wake) });
    }
    const parts = backgroundParts(app, {
      sending: { http: this.#surroundings.receivers.sender, lookAgainMs: SENDER_MS },
      everyMs: ({ name, everyMs }) => Math.max(everyMs, FOLLOWS_CHAIN.test(name) ? CHAIN_MS : IDLE_MS),
    });
    await keepProving(app.context(systemCaller("")));
    for (const part of parts) await part.start();
  }

  /** A process that ended by an error: its supervisor begins another. */
  died(owner: Owner): void {
    if (owner === this.#web) this.crashWeb();
    const workers: readonly Owner[] = this.#workers;
    const position = workers.indexOf(owner);
    if (position >= 0) this.crashWorker(position);
  }

  /** Ends the web process where it is, and begins another. */
  crashWeb(): void {
    if (this.#web) this.#kill(this.#web);
    this.startWeb();
  }

  /** Ends a worker where it is, and begins another. */
  crashWorker(position: number): void {
    const [worker] = this.#workers.splice(position % this.#workers.length, 1);
    if (worker) this.#kill(worker);
    this.startWorker();
  }

  /** Ends all processes where they are. */
  stop(): void {
    for (const owner of [this.#web, ...this.#workers]) if (owner) this.#kill(owner);
    this.#web = null;
    this.#workers.length = 0;
  }

  startWorkers(count: number): void {
    for (let i = 0; i < count; i++) this.startWorker();
  }

  /** Runs a command of the operator to its end, as a process of its own. */
  async command(work: (app: App) => Promise<void>): Promise<void> {
    const app = boot(this.config, "command");
    try {
      await work(app);
    } finally {
      await app.close();
    }
  }

  #kill(owner: Process): void {
    owner.isDead = true;
    this.#surroundings.session.drop(owner);
  }

  /** Calls the API as a caller does over the network; null when no answer came. */
  call(
    method: "GET" | "POST" | "PATCH",
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<Answered | null> {
    const { scheduler } = this.#surroundings;
    return new Promise((resolve) => {
      const cancel = scheduler.later(CALLER_WAITS_MS, () => resolve(null), null);
      const owner = this.#web;
      if (!owner) return;
      scheduler.soon(() => {
        void answerOf(method, path, headers, body).then((answer) =>
          scheduler.soon(() => {
            cancel();
            resolve(answer);
          }),
        );
      }, owner);
    });
  }
}

async function answerOf(
  method: "GET" | "POST" | "PATCH",
  path: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Answered> {
  const match = apiRouteTable.match(path.split("?", 1)[0] ?? path);
  if (!match) throw new Error(`no route for ${path}`);
  const request = new Request(`http://api.sim${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await match.endpoint[method].answer(request, match.segments, "203.0.113.7");
  const text = typeof answer.body === "string" ? answer.body : "";
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}
