import type { NodeSettings } from "@/local/chains/prepare-networks";
import type { Account, Sandbox } from "@/local/chaos/play-fault";
import type { Payer } from "@/local/chaos/prepared-payment";
import { createRelay } from "@/local/chaos/relay";
import { type ChaosServer, serveChaos } from "@/local/chaos/server";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { freePort } from "@/local/processes/free-port";
import { StackError } from "@/local/stack-error";
import { developmentAccounts } from "@/server/chains/development-accounts";

/** The local chain that faults are played on. */
const NETWORK = "sepolia";
const FIRST_PORT = 4_100;
/** What a slow node takes for each answer about payments. */
const SLOW_MS = 2_000;

/** A local chain whose node can be made to fail. */
export interface ChaosChain {
  /** Of all local chains: this one is reached through the node that can fail. */
  settings: NodeSettings;
  /** Past that node. */
  rpcUrl: string;
  node: FaultyNode;
}

/**
 * Puts a node that can be made to fail in front of the local chain of Sepolia. Throws a `StackError` where no local chains
 * run: on a live profile there is no chaos.
 */
export async function makeFallible(settings: NodeSettings | undefined): Promise<ChaosChain> {
  const own = settings?.[NETWORK];
  const rpcUrl = own?.rpcUrls[0];
  if (own === undefined || rpcUrl === undefined) {
    throw new StackError(
      "--chaos plays with a local chain of Sepolia, and none is run here.",
      "Leave --chaos out, or let npm start run local chains: without nodes of your own, and with Sepolia among --networks.",
    );
  }
  const node = await startFaultyNode(rpcUrl);
  return { settings: { ...settings, [NETWORK]: { ...own, rpcUrls: [node.url] } }, rpcUrl, node };
}

/** Serves the sandbox for the account of this key. */
export async function openSandbox({ rpcUrl, node }: ChaosChain, account: Account): Promise<ChaosServer> {
  const { payer2, recipient } = developmentAccounts();
  const payer: Payer = { network: NETWORK, rpcUrl, privateKey: payer2.privateKey };
  const sandbox: Sandbox = {
    ...{
      account,
      payer,
      payee: recipient.address,
      node,
      relay: createRelay(),
      now: Date.now,
      slowMs: SLOW_MS,
    },
  };
  return serveChaos(sandbox, await freePort(FIRST_PORT));
}
