import { setTimeout as delay } from "node:timers/promises";
import { isHex } from "viem";
import { z } from "zod";
import { type Announced, listen } from "@/local/chaos/announced";
import { awaited } from "@/local/chaos/awaited";
import { FAULTS, type FaultName } from "@/local/chaos/faults";
import { lyingNode, slowNode } from "@/local/chaos/node-faults";
import { type Payer, type PreparedPayment, preparePayment } from "@/local/chaos/prepared-payment";
import type { Relay } from "@/local/chaos/relay";
import type { FaultyNode } from "@/local/evm-node/faulty-node";
import { rpc } from "@/local/evm-node/rpc";
import { Quittance } from "@/sdk/index";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { referenceTopic } from "@/server/chains/reference-topic";
import { tokenById } from "@/server/currencies/tokens";

/** How long an event is waited for. */
const TOLD_WITHIN_MS = 60_000;
/** Blocks after which a local chain calls what it had replaced final, with some to spare. */
const BLOCKS_UNTIL_FINAL = 24;
/** The most blocks that are replaced: a deeper change would be one of final blocks, at which the service stops. */
export const MOST_BLOCKS = 10;

const Hash = z.templateLiteral(["0x", z.string()]);
const Block = z.object({ number: Hash, hash: Hash });

/** An account of the service, by its key. */
export interface Account {
  apiUrl: string;
  apiKey: string;
}

/** What faults are played on. */
export interface Sandbox {
  /** Whose requests meet them. */
  account: Account;
  payer: Payer;
  payee: string;
  /** Through which the service sees the chain. */
  node: FaultyNode;
  relay: Relay;
  /** Milliseconds since 1970. */
  now: () => number;
  /** How many milliseconds a slow node takes. */
  slowMs: number;
}

export interface PlayOptions {
  /** How many blocks are replaced. */
  blocks?: number;
}

/** What was played, and what the service told. */
export interface Played {
  fault: FaultName;
  requestId: string;
  /** What was done, in order. */
  steps: string[];
  /** Names of the events of the request, in order. */
  events: string[];
}

/** What a fault works with. */
interface Play extends Sandbox, Required<PlayOptions> {
  client: Quittance;
  fault: FaultName;
  requestId: string;
  payment: PreparedPayment;
  announced: Announced;
  note(step: string): void;
}

/**
 * Makes a request over 10 USDC, plays a fault on it, and waits until the documented events are told. Throws where they are
 * not. One fault at a time: they share a node, a relay and a payer.
 */
export async function playFault(
  sandbox: Sandbox,
  fault: FaultName,
  options: PlayOptions = {},
): Promise<Played> {
  const { account, now, node } = sandbox;
  const client = new Quittance({ baseUrl: account.apiUrl, apiKey: account.apiKey });
  const steps: string[] = [];
  const announced = await listen(client, now, TOLD_WITHIN_MS);
  const requestId = fault === "late" ? await newLink(client) : await newRequest(client, sandbox);
  const payment = await preparePayment(client, requestId, sandbox.payer);
  const note = (step: string) => void steps.push(step);
  note(`Request ${requestId} over 10 USDC`);
  const { blocks = 3 } = options;
  try {
    await PLAYS[fault]({ ...sandbox, client, fault, blocks, requestId, payment, announced, note });
    await announced.until(requestId, FAULTS[fault].events.length);
  } finally {
    node.behave(null);
  }
  return { fault, requestId, steps, events: announced.of(requestId).map(({ event }) => event) };
}

const PLAYS: Record<FaultName, (play: Play) => Promise<void>> = {
  async reorganise({ payer, payment, announced, requestId, blocks, note }) {
    const mine = (count: number) => rpc(payer.rpcUrl, "anvil_mine", [`0x${count.toString(16)}`]);
    note(`Paid: ${await payment.send()}`);
    await announced.until(requestId, 1);
    if (blocks > 1) await mine(blocks - 1);
    await rpc(payer.rpcUrl, "anvil_reorg", [blocks, []]);
    note(`The chain replaced its last blocks, ${blocks} in all, by others without the payment`);
    await announced.until(requestId, 2, () => mine(BLOCKS_UNTIL_FINAL));
    note("The new blocks are final");
    note(`Paid again: ${await payment.send()}`);
  },
  async late({ account, payment, requestId, note }) {
    await endLink(account, requestId);
    note("The time of the link is over");
    note(`Paid with a transaction from before: ${await payment.send()}`);
  },
  async part({ payment, announced, requestId, note }) {
    const first = (payment.units * 4n) / 10n;
    note(`Paid 4: ${await payment.send({ units: first })}`);
    await announced.until(requestId, 1);
    note(`Paid 6: ${await payment.send({ units: payment.units - first })}`);
  },
  async over({ payment, note }) {
    note(`Paid 12: ${await payment.send({ units: (payment.units * 12n) / 10n })}`);
  },
  async double({ payment, note }) {
    note(`Paid: ${await payment.send()}`);
    note(`Paid once more: ${await payment.send()}`);
  },
  async "wrong-token"({ payer, payment, note }) {
    const token = tokenById(`USDT-${payer.network}`)?.address;
    if (!isHex(token)) throw new Error("There is no other token on this network.");
    note(`Paid in USDT: ${await payment.send({ token })}`);
  },
  async "lying-node"({ client, payer, payee, node, payment, requestId, note }) {
    const { rpcUrl, network } = payer;
    const { paymentReference } = await client.requests.get(requestId);
    const token = tokenById(`USDC-${network}`)?.address;
    if (!isHex(token) || !isHex(payee)) throw new Error("not an EVM address");
    await rpc(rpcUrl, "evm_mine", []);
    const block = Block.parse(await rpc(rpcUrl, "eth_getBlockByNumber", ["latest", false]));
    const { units } = payment;
    const proxy = EVM_NETWORKS[network].contracts.erc20FeeProxy.address;
    const shown = awaited();
    const topic = referenceTopic(paymentReference);
    node.behave(lyingNode({ block, proxy, token, payee, units, topic }, shown.happens));
    await rpc(rpcUrl, "evm_mine", []);
    await shown.happened;
    note(`The node showed a payment in block ${Number(block.number)} that it has no receipt of`);
    node.behave(null);
    note(`Really paid: ${await payment.send()}`);
  },
  async "slow-node"({ node, payment, announced, requestId, slowMs, note }) {
    node.behave(slowNode(() => delay(slowMs)));
    note(`Each answer about payments takes ${slowMs} ms`);
    note(`Paid: ${await payment.send()}`);
    await announced.until(requestId, 1);
  },
  async "slow-endpoint"({ relay, payment, requestId, note }) {
    const kept = relay.keepBack(requestId);
    const limit = new AbortController();
    const tooLate = delay(TOLD_WITHIN_MS, undefined, { signal: limit.signal }).then(() => {
      throw new Error("No webhook came by the relay: create one whose URL is the relay's, see the guide.");
    });
    tooLate.catch(() => {});
    try {
      note(`Paid: ${await payment.send()}`);
      await Promise.race([kept.seen, tooLate]);
      note("Your endpoint got the event, and the service no answer");
      await Promise.race([kept.repeated, tooLate]);
      note("It came again");
    } finally {
      limit.abort();
      kept.end();
    }
  },
};

async function newRequest(client: Quittance, { payer, payee }: Sandbox): Promise<string> {
  const currency = `USDC-${payer.network}`;
  const { requestId } = await client.requests.create({
    ...{ amount: "10", invoiceCurrency: currency, paymentCurrency: currency, payee },
    reference: "chaos sandbox",
  });
  return requestId;
}

async function newLink(client: Quittance): Promise<string> {
  const { requestIds } = await client.links.create({ requests: [{ amount: "10" }] });
  const [requestId] = requestIds;
  if (requestId === undefined) throw new Error("A link without a request");
  return requestId;
}

/** Ends the time of a link as its merchant does in the dashboard. */
async function endLink({ apiUrl, apiKey }: Account, requestId: string): Promise<void> {
  const answer = await fetch(`${apiUrl}/v1/dashboard/payments/${requestId}/cancel`, {
    ...{ method: "POST", headers: { "x-api-key": apiKey, "content-type": "application/json" } },
    body: JSON.stringify({ force: true }),
  });
  if (!answer.ok) throw new Error(`The time of the link did not end: ${await answer.text()}`);
}
