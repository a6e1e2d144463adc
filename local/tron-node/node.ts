import { join } from "node:path";
import { type RunningAnvil, startAnvil } from "@/local/evm-node/anvil";
import { freePort } from "@/local/processes/free-port";
import type { ManagedProcess } from "@/local/processes/process";
import { makeBlock } from "@/local/tron-node/chain/block";
import { openEvm } from "@/local/tron-node/chain/evm";
import { noFaults } from "@/local/tron-node/chain/faults";
import { createLane } from "@/local/tron-node/chain/lane";
import { type ChainParameters, MAINNET_PARAMETERS } from "@/local/tron-node/chain/parameters";
import { produceBlock } from "@/local/tron-node/chain/produce-block";
import { type Mining, startProducer } from "@/local/tron-node/chain/producer";
import { noUsage, usagesOf } from "@/local/tron-node/chain/resources";
import { appendBlock, type ChainState } from "@/local/tron-node/chain/state";
import { createControl, type TronControl } from "@/local/tron-node/control";
import { furnishTron } from "@/local/tron-node/furnish";
import { answerControl } from "@/local/tron-node/http-api/control-api";
import { portOf, serveNode } from "@/local/tron-node/http-server";
import { keepCheckpoints } from "@/local/tron-node/storage/checkpoint";
import { forgetful, openJournal, readJournal } from "@/local/tron-node/storage/journal";
import { replay } from "@/local/tron-node/storage/replay";
import { NETWORKS } from "@/server/chains/networks";

/** 19 of 27 producers have built on a block that is solid. */
const SOLID_AFTER = 19;
/** Blocks on demand, gas for nothing, and no money but what is given in sun. */
const ENGINE = [
  "--no-mining",
  ...["--hardfork", "cancun"],
  ...["--balance", "0"],
  ...["--block-base-fee-per-gas", "0"],
  ...["--gas-limit", "1000000000"],
];
const NO_PARENT = "00".repeat(32);

export interface TronNodeOptions {
  /** Wanted port; taken or absent, a free one is picked. */
  port?: number;
  mining: Mining;
  /** How many blocks the solidified view is behind; 19 when absent. */
  solidAfter?: number;
  parameters?: Partial<ChainParameters>;
  /** Where the chain is kept over restarts; absent, it ends with the process. */
  directory?: string;
  log: (line: string) => void;
}

export interface TronNode {
  /** Base of `wallet/*`, `walletsolidity/*` and `/jsonrpc`: a TronWeb's `fullHost`. */
  url: string;
  jsonRpcUrl: string;
  port: number;
  /** The engine's process. */
  pid: number;
  process: ManagedProcess;
  exited: Promise<unknown>;
  state: ChainState;
  control: TronControl;
  stop(): Promise<void>;
}

/**
 * Start a local Tron node: Tron's HTTP API, rules and IDs in front of a local EVM chain with Tron's chain ID, the
 * production contracts and tokens at their addresses, and money for every named account (docs/tron-simulator.md).
 */
export async function startTronSimulator(options: TronNodeOptions): Promise<TronNode> {
  const { directory, log } = options;
  const anvil = await startAnvil({
    chainId: NETWORKS.tron.chainId,
    statePath: directory === undefined ? undefined : join(directory, "tron.json"),
    logFile: directory === undefined ? undefined : join(directory, "tron.log"),
    extraArgs: ENGINE,
    log,
  });
  try {
    const state = await openChain(options, anvil);
    return await serve(options, anvil, state);
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

async function openChain({ directory, solidAfter, parameters, log }: TronNodeOptions, anvil: RunningAnvil) {
  const journalPath = directory === undefined ? undefined : join(directory, "tron.blocks.jsonl");
  const clock = { offsetMs: 0 };
  const state: ChainState = {
    evm: await openEvm(anvil.rpcUrl),
    parameters: { ...MAINNET_PARAMETERS, ...parameters },
    solidAfter: solidAfter ?? SOLID_AFTER,
    blocks: [],
    byId: new Map(),
    placed: new Map(),
    pending: new Map(),
    heard: new Map(),
    activated: new Map(),
    staked: new Map(),
    usages: noUsage(),
    loadedUpTo: -1,
    faults: noFaults(),
    clock,
    now: () => Date.now() + clock.offsetMs,
    journal: journalPath === undefined ? forgetful : openJournal(journalPath),
    lane: createLane(),
  };
  const kept = journalPath === undefined ? [] : readJournal(journalPath);
  for (const block of kept) appendBlock(state, block);
  const keptState = await state.evm.head();
  await furnishTron(state, anvil.rpcUrl, log);
  const genesis = state.blocks[0];
  if (genesis === undefined) await layGenesis(state);
  else {
    await replay(state, keptState === 0 ? genesis.evmBlock : keptState);
    state.usages = usagesOf(state, state.blocks);
    state.loadedUpTo = state.blocks.length - 1;
  }
  return state;
}

/** Block 0, and block 1 for transactions to refer to. */
async function layGenesis(state: ChainState): Promise<void> {
  const block = makeBlock({
    number: 0,
    parentId: NO_PARENT,
    timestamp: state.now() - 1,
    included: [],
    evmBlock: await state.evm.head(),
  });
  appendBlock(state, block);
  state.journal.block(block);
  // A block of number 0 is printed without its number, and clients that build on the head then fail.
  await produceBlock(state);
}

async function serve(options: TronNodeOptions, anvil: RunningAnvil, state: ChainState): Promise<TronNode> {
  const producer = startProducer(state, options.mining);
  const checkpoints = keepCheckpoints(state, options.directory);
  const control = createControl(state, producer, checkpoints, anvil.rpcUrl);
  const server = await serveNode({
    state,
    port: await freePort(options.port),
    control: (verb, body) => answerControl(control, verb, body),
    afterBroadcast: () => producer.afterBroadcast(),
  });
  const close = async () => {
    await producer.stop();
    await checkpoints.stop();
    server.closeAllConnections();
    await new Promise<void>((closed) => server.close(() => closed()));
  };
  // Without its engine the node can answer nothing: let callers see it gone until it is started again.
  const exited = anvil.exited.then(async (exit) => {
    await close();
    return exit;
  });
  const port = portOf(server);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    jsonRpcUrl: `${url}/jsonrpc`,
    port,
    pid: anvil.pid,
    process: anvil.process,
    exited,
    state,
    control,
    async stop() {
      await close();
      await anvil.stop();
      await exited;
    },
  };
}
