import type { Node } from "@/sim/chain/network";
import { HONEST } from "@/sim/chain/node";
import type { RunContext } from "@/sim/workload/run-context";
import { faultOf, type StepKind, stepOf } from "@/sim/workload/step";

// One node of a network may answer wrongly. The others are right or answer nothing with all of them: where every node that
// answers hides a payment for long enough, nobody can know of it (docs/decisions/lying-nodes.md).

/** A node of a run: the position of its network, and its own among the nodes of that. */
interface Place {
  network: number;
  node: number;
}

function nodeAt(run: RunContext, { network, node }: Place): Node | undefined {
  return run.network(network).hosts[node];
}

/** The node is some blocks behind. */
export const lags: StepKind = {
  weight: 4,
  plan(chance, planned) {
    const place = planned.faulty(chance);
    const blocks = chance.between(1, 8);
    return faultOf("lag", { ...place, blocks }, (run) => {
      const one = nodeAt(run, place);
      if (one) one.behaviour = { ...HONEST, lag: blocks };
    });
  },
};

/** The node shows no events. */
export const omitsLogs: StepKind = {
  weight: 3,
  plan(chance, planned) {
    const place = planned.faulty(chance);
    return faultOf("omit_logs", { ...place }, (run) => {
      const one = nodeAt(run, place);
      if (one) one.behaviour = { ...HONEST, omitsLogs: true };
    });
  },
};

/** A node answers nothing; where providers vote it may be an honest one, beside one that lies. */
export const isDown: StepKind = {
  weight: 3,
  plan(chance, planned) {
    const place = planned.away(chance);
    return faultOf("node_down", { ...place }, (run) => {
      const one = nodeAt(run, place);
      if (one) one.isDown = true;
    });
  },
};

/** No node answers. */
export const areAllDown: StepKind = {
  weight: 2,
  plan: () =>
    faultOf("nodes_down", {}, (run) => {
      for (const node of run.world.nodes.nodes.values()) node.isDown = true;
    }),
};

/** All nodes are right again. */
export const nodesRecover: StepKind = {
  weight: 5,
  plan: () => stepOf("nodes_recover", {}, (run) => run.recoverNodes()),
};
