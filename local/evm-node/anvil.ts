import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { rpc } from "@/local/evm-node/rpc";
import { freePort } from "@/local/processes/free-port";
import { type ManagedProcess, startProcess } from "@/local/processes/process";
import { StackError } from "@/local/stack-error";
import { DEVELOPMENT_MNEMONIC } from "@/server/chains/development-accounts";

/**
 * Anvil derives the tags from this: `safe` is one epoch behind the head, `finalized` two. Measured with 1.7.1:
 * 8 slots put `finalized` 16 blocks behind.
 */
const SLOTS_IN_AN_EPOCH = 8;
const READY_TIMEOUT_MS = 60_000;

export interface AnvilOptions {
  chainId: number;
  /** Wanted port; taken or absent, a free one is picked. */
  port?: number;
  /** A file that carries the chain over restarts. Loaded when it exists, written on an orderly stop. */
  statePath?: string;
  /** Mine by the clock; absent, every transaction is mined at once and an idle chain stands still. */
  blockTimeSeconds?: number;
  slotsInAnEpoch?: number;
  /** Further arguments of the program. */
  extraArgs?: readonly string[];
  logFile?: string;
  log: (line: string) => void;
}

export interface RunningAnvil {
  rpcUrl: string;
  wsUrl: string;
  port: number;
  pid: number;
  process: ManagedProcess;
  exited: Promise<unknown>;
  /** Orderly stop; the state is written before the process ends. */
  stop(): Promise<void>;
}

/** Start a local EVM chain with the accounts of the public development mnemonic. */
export async function startAnvil(options: AnvilOptions): Promise<RunningAnvil> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(options.port);
    // Anvil moves older states to disk; without a folder of its own all anvils of all users share one.
    const cache = mkdtempSync(join(tmpdir(), "quittance-anvil-"));
    // Its second door, which opens once the port is its own: until then a port may be answered by another chain.
    const door = join(cache, "ipc");
    const node = await startProcess({
      name: `anvil-${options.chainId}`,
      command: anvilBinary(),
      args: [...anvilArguments(options, port), "--cache-path", cache, "--ipc", door],
      env: { HOME: cache },
      output: options.logFile === undefined ? undefined : { file: options.logFile },
    });
    void node.exited.then(() => rmSync(cache, { recursive: true, force: true }));
    const rpcUrl = `http://127.0.0.1:${port}`;
    if (await ready(node, door, rpcUrl, options.chainId)) {
      return {
        rpcUrl,
        wsUrl: `ws://127.0.0.1:${port}`,
        port,
        pid: node.pid,
        process: node,
        exited: node.exited,
        async stop() {
          await node.stop(30_000);
        },
      };
    }
    await node.stop(1_000);
    if (attempt === 3) {
      throw new StackError(
        `The local chain ${options.chainId} did not start.`,
        options.logFile ? `Its log is ${options.logFile}.` : "Start again with a log file to see why.",
      );
    }
    options.log(`local chain ${options.chainId} did not come up on port ${port}, trying another`);
  }
}

function anvilArguments(options: AnvilOptions, port: number): string[] {
  const args = [
    "--quiet",
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
    "--chain-id",
    String(options.chainId),
  ];
  args.push("--mnemonic", DEVELOPMENT_MNEMONIC, "--accounts", "20");
  args.push("--slots-in-an-epoch", String(options.slotsInAnEpoch ?? SLOTS_IN_AN_EPOCH));
  args.push("--no-request-size-limit");
  if (options.blockTimeSeconds !== undefined) {
    args.push("--block-time", String(options.blockTimeSeconds), "--mixed-mining");
  }
  if (options.statePath !== undefined) {
    mkdirSync(dirname(options.statePath), { recursive: true });
    args.push("--state", options.statePath);
  }
  return [...args, ...(options.extraArgs ?? [])];
}

function anvilBinary(): string {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`;
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths(name) ?? []) {
    const binary = join(folder, name, "bin", process.platform === "win32" ? "anvil.exe" : "anvil");
    if (existsSync(binary)) return binary;
  }
  throw new StackError(
    `No local chain for this machine (${name} is not installed).`,
    "Point the service at chains of your own: set NETWORKS_FILE or RPC_URL_<NETWORK>.",
  );
}

async function ready(node: ManagedProcess, door: string, rpcUrl: string, chainId: number): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (node.isRunning() && Date.now() < deadline) {
    const answer = existsSync(door) && (await rpc(rpcUrl, "eth_chainId", []).catch(() => false));
    if (answer !== false) return Number(answer) === chainId && node.isRunning();
    await delay(15);
  }
  return false;
}
