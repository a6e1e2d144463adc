import { createHash } from "node:crypto";
import { Chain } from "@/sim/chain/chain";
import { eventsOfPayment, type TokenPayment } from "@/sim/chain/contracts";
import { type Behaviour, HONEST } from "@/sim/chain/node";
import type { Transaction } from "@/sim/chain/transaction";
import { NOBODY, PAYER, type RunContext } from "@/sim/workload/run-context";
import { faultOf, type StepKind } from "@/sim/workload/step";
import type { RunningNetwork } from "@/sim/world/world";

// Only where providers vote: of two nodes that contradict each other nobody can say which is right, so the network waits
// (docs/decisions/quorum.md). The same one lies for the whole run, in its blocks and receipts alike.

type Lie = "invents" | "alters" | "doubles" | "other_chain" | "prunes";

/** While another may be away, one provider shows a payment that never was, another amount, each event twice, another chain, or no older block. */
export const lies: StepKind = {
  weight: 12,
  plan(chance, planned) {
    const place = planned.liar(chance);
    const request = planned.recent("request", chance);
    if (place === null || request === null) return null;
    const lie = chance.pick<Lie>([
      "invents",
      "invents",
      "invents",
      "alters",
      "doubles",
      "other_chain",
      "prunes",
    ]);
    const keeps = chance.between(1, 8);
    const isOneAway = chance.chance(0.5);
    const lateSeconds = chance.pick([0, 0, 72, 240]);
    return faultOf("lie", { ...place, request, lie, keeps, isOneAway, lateSeconds }, (run) => {
      const network = run.network(place.network);
      const node = network.hosts[place.node];
      const [honest] = network.hosts.filter((one) => one !== node);
      if (isOneAway && honest) honest.isDown = true;
      if (node) node.behaviour = { ...HONEST, ...lieOf(run, network, { lie, request, keeps }) };
      if (lateSeconds === 0) return;
      // What is found when it is deep already takes another way than what is seen at the tip.
      run.world.scheduler.skip(1_000 * lateSeconds);
      run.disturb();
    });
  },
};

function lieOf(
  run: RunContext,
  network: RunningNetwork,
  { lie, request, keeps }: { lie: Lie; request: number; keeps: number },
): Partial<Behaviour> {
  switch (lie) {
    case "invents":
      return { invented: invented(run, network, request) };
    case "alters":
      return { shows: (one) => shown(run, one, (payment) => ({ ...payment, amount: payment.amount * 2n })) };
    case "doubles":
      return { shows: (one) => ({ ...one, logs: [...one.logs, ...one.logs] }) };
    case "other_chain":
      return { otherChain: anotherChain(run, network) };
    case "prunes":
      return { keeps };
  }
}

/** A payment of all of the request, in the block after the newest. */
function invented(run: RunContext, network: RunningNetwork, number: number): Behaviour["invented"] {
  const known = run.requests.get(number);
  const request = known?.network === network ? run.model.requests.get(known.requestId) : undefined;
  if (!request) return new Map();
  const { of, chain } = network;
  const height = chain.head + 1;
  const payment: TokenPayment = {
    token: `0x${request.token.slice(2)}`,
    recipient: `0x${request.recipient.slice(2)}`,
    amount: request.amount,
    reference: `0x${request.reference.slice(2)}`,
    feeAmount: 0n,
    feeAddress: NOBODY,
  };
  const digest = createHash("sha256").update(`invented ${request.requestId} ${height}`).digest("hex");
  const logs = eventsOfPayment(of.proxy, PAYER, payment);
  run.world.trace.note(`made up: 0x${digest} in block ${height}`);
  return new Map([[height, [{ hash: `0x${digest}`, from: PAYER, to: of.proxy, input: "0x", logs }]]]);
}

function shown(
  run: RunContext,
  transaction: Transaction,
  change: (payment: TokenPayment) => TokenPayment,
): Transaction {
  const sent = run.sent.get(transaction.hash);
  if (!sent) return transaction;
  const { network, payer, payments } = sent;
  const logs = payments.flatMap((one) => eventsOfPayment(network.of.proxy, payer, change(one)));
  return { ...transaction, logs };
}

function anotherChain({ world }: RunContext, network: RunningNetwork): Chain {
  const { chain } = world.networks.find((other) => other !== network) ?? {};
  if (chain) return chain;
  const { finalityDepth, scheduler } = world;
  const [secondsPerBlock, height] = [12, 5_000];
  const now = () => scheduler.now;
  return new Chain({ name: "another", chainId: 1, finalityDepth, secondsPerBlock, height, now });
}
