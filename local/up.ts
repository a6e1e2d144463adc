import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "@/db/migrate";
import { startBuild, whyBuild } from "@/local/build";
import { mineWhenAwaited } from "@/local/chains/mine-when-awaited";
import { checkGivenNodes, type NodeSettings, runLocalNetworks } from "@/local/chains/prepare-networks";
import { makeFallible, openSandbox } from "@/local/chaos/sandbox";
import { checkSecretKey } from "@/local/check-secret-key";
import { fillerModePath, writeFillerMode } from "@/local/crosschain/mode";
import { childEnvironment, namesNodes } from "@/local/environment";
import { choosePort, type StackOptions } from "@/local/options";
import { openStackDatabase } from "@/local/postgres/database";
import { directUrl } from "@/local/postgres/direct-url";
import {
  appPrograms,
  becomesReady,
  keepAppRunning,
  type Programs,
  untilAnswering,
} from "@/local/processes/app-processes";
import { claimDataDir } from "@/local/running-stack/running-record";
import { describeStack } from "@/local/running-stack/stack-description";
import { type Stack, stackPath, writeStack } from "@/local/running-stack/stack-file";
import { StackError } from "@/local/stack-error";
import { type Seed, seedTenants } from "@/local/tenants";
import type { Step } from "@/local/terminal";
import { wipeDataDir } from "@/local/wipe";
import { EVM_NETWORK_IDS, EVM_NETWORKS } from "@/server/chains/networks";
import { type Config, ConfigError, readConfig } from "@/server/config";

/** Local chains answer at once, on a busy machine too; live nodes may be slow or far behind, which is no reason to wait. */
const READY_MS = { local: 30_000, live: 5_000 };

export interface UpOptions extends StackOptions {
  /** The repository. */
  root: string;
  /** The environment we were started with. */
  env: Record<string, string | undefined>;
  seed: Seed;
  /** What to run as web and worker; absent, the production bundles or their development twins. */
  programs?: Programs;
  /** Ends a build that runs; steps end by themselves (`step`). */
  signal?: AbortSignal;
  /** How long `/v2/ready` is waited for, instead of the usual time. */
  readyMs?: number;
  step: Step;
  log: (line: string) => void;
}

export interface RunningStack {
  stack: Stack;
  /** `/v2/ready` answered 200: payments are seen. Otherwise its answer says what is amiss. */
  ready: boolean;
  /** Stop all that was started, the last first, and nothing else. */
  stop(): Promise<void>;
}

/** Bring everything up in the order one would by hand. Stops what it started when a step fails. */
export async function up(options: UpOptions): Promise<RunningStack> {
  const { mode, dataDir, root, step, log } = options;
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (let last = undo.pop(); last !== undefined; last = undo.pop()) await last();
  };
  const start = async (): Promise<RunningStack> => {
    mkdirSync(dataDir, { recursive: true });
    const record = await claimDataDir(dataDir, log);
    undo.push(() => record.close());
    rmSync(stackPath(dataDir), { force: true });
    const port = await choosePort(options.env.PORT);
    if (options.fresh) await step("Fresh start", () => wipeDataDir(dataDir), removedInWords);
    mkdirSync(join(dataDir, "logs"), { recursive: true });

    // Begun side by side, each waited for in its step.
    const database = begin(() => openStackDatabase(dataDir, options.env.DATABASE_URL, log), undo);
    const localNetworks = namesNodes(options.env)
      ? undefined
      : begin(() => runLocalNetworks(options.networks, dataDir, record, log), undo);

    const unbuilt = mode === "start" && options.programs === undefined ? whyBuild(root) : undefined;
    let built: Promise<void> | undefined;
    if (unbuilt !== undefined) {
      const { what, why } = unbuilt;
      const build = await startBuild({ root, what, dataDir, record, signal: options.signal });
      undo.push(() => build.stop());
      built = step(
        "Production build",
        () => build.done,
        () => why,
      );
      // Waited for where it is needed; database and chains come up meanwhile.
      built.catch(() => {});
    }

    const { url: databaseUrl } = await step(
      "PostgreSQL",
      () => database,
      ({ description }) => description,
    );
    await step("Migrations", () => migrate(directUrl(options.env) ?? databaseUrl));

    const parts = { dataDir, port, databaseUrl, production: mode === "start" };
    // No network is needed to see whose database this is.
    const alone = childEnvironment(options.env, { ...parts, profile: "local" });
    await step("Secret key", () => checkSecretKey(readSettings(alone)));
    const networks = await step(
      "Networks",
      async () => {
        if (localNetworks) return localNetworks;
        const given = readSettings(childEnvironment(options.env, { ...parts, profile: "live" })).networks;
        return checkGivenNodes(given, options.env.NETWORK_PROFILE, log);
      },
      ({ description }) => description,
    );

    const { profile } = networks;
    const chaos = options.chaos ? await makeFallible(networks.localSettings) : undefined;
    if (chaos) undo.push(() => chaos.node.close());
    const localSettings = chaos?.settings ?? networks.localSettings;
    if (networks.localSettings) {
      const mining = mineWhenAwaited({
        databaseUrl,
        nodes: evmNodes(networks.localSettings),
        now: () => new Date(),
        log,
      });
      undo.push(() => mining.stop());
    }
    const plain = childEnvironment(options.env, { ...parts, profile, localSettings });
    const config = readSettings(plain);
    const tenants =
      profile === "local"
        ? await step("Demo tenants", () => seedTenants(options.seed, config, dataDir))
        : undefined;
    const demoKey = tenants?.credentials.tenantA.apiKey;
    const env = demoKey ? { DEMO_API_KEY: demoKey, ...plain } : plain;

    const programs = options.programs ?? appPrograms(mode, root, dataDir, port);
    let publish = () => {};
    let ready = false;
    const shared = { root, env, record, log, onRestart: () => publish() };
    await built;
    const { web, worker } = await step(
      "Web and worker",
      async () => {
        const web = await keepAppRunning(programs.web, shared);
        undo.push(() => web.stop());
        const worker = await keepAppRunning(programs.worker, shared);
        undo.push(() => worker.stop());
        const origin = `http://127.0.0.1:${port}`;
        await untilAnswering(`${origin}/v2/health`, programs.web, web.current());
        // A stack that is not ready runs on, because nodes may come back; whoever started it is told so.
        ready = await becomesReady(`${origin}/v2/ready`, options.readyMs ?? READY_MS[profile]);
        return { web, worker };
      },
      ({ web, worker }) => `processes ${web.current().pid} and ${worker.current().pid}`,
    );

    if (profile === "local" && programs.filler && hasBridge(config)) {
      const { filler } = programs;
      writeFillerMode(dataDir, options.filler ?? "fill");
      const fillerEnv = { ...env, QUITTANCE_FILLER_MODE: fillerModePath(dataDir) };
      const kept = await step("Filler", () => keepAppRunning(filler, { ...shared, env: fillerEnv }));
      undo.push(() => kept.stop());
    }

    const sandbox =
      chaos && demoKey
        ? await openSandbox(chaos, { apiUrl: `http://127.0.0.1:${port}`, apiKey: demoKey })
        : undefined;
    if (sandbox) undo.push(() => sandbox.close());

    const current = () =>
      describeStack({
        config,
        chaosUrl: sandbox?.url,
        databaseUrl,
        tenants,
        processes: { web: web.current().pid, worker: worker.current().pid },
      });
    publish = () => writeStack(dataDir, current());
    publish();
    undo.push(() => rmSync(stackPath(dataDir), { force: true }));
    return { stack: current(), ready, stop };
  };

  try {
    return await start();
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Begins what is waited for later, and stops it with the rest, also where nobody came to wait for it. */
function begin<T extends { stop(): Promise<void> }>(
  work: () => Promise<T>,
  undo: (() => unknown)[],
): Promise<T> {
  const begun = work();
  const settled = begun.catch(() => undefined);
  undo.push(async () => (await settled)?.stop());
  return begun;
}

function removedInWords(removed: string[]): string {
  return removed.length === 0 ? "was empty" : `removed ${removed.join(", ")}`;
}

/** The node of each local EVM chain: the Tron node has a clock of its own. */
function evmNodes(settings: NodeSettings): Map<string, string> {
  return new Map(
    EVM_NETWORK_IDS.flatMap((id) => {
      const url = settings[id]?.rpcUrls[0];
      return url === undefined ? [] : [[id, url] as const];
    }),
  );
}

/** Payments between two of the networks are possible. */
function hasBridge({ networks }: Config): boolean {
  const ids = EVM_NETWORK_IDS.filter((id) => networks[id] && EVM_NETWORKS[id].contracts.acrossSpokePool);
  return ids.length > 1;
}

function readSettings(env: Record<string, string>): Config {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError)
      throw new StackError(error.message, "Correct these settings and start again.");
    throw error;
  }
}
