import { HONEST } from "@/sim/chain/node";
import type { RunContext } from "@/sim/workload/run-context";
import { faultOf, type StepKind, stepOf } from "@/sim/workload/step";

// One node of a run may answer wrongly. The others are right or answer nothing with all of them: where every node that
// answers hides a payment for long enough, nobody can know of it (docs/decisions/lying-nodes.md).

function nodeAt(run: RunContext, position: number) {
  return [...run.world.nodes.nodes.values()][position];
}

/** The node is some blocks behind. */
export const lags: StepKind = {
  weight: 4,
  plan(chance, { faultyNode: node }) {
    const blocks = chance.between(1, 8);
    return faultOf("lag", { node, blocks }, (run) => {
      const one = nodeAt(run, node);
      if (one) one.behaviour = { ...HONEST, lag: blocks };
    });
  },
};

/** The node shows no events. */
export const omitsLogs: StepKind = {
  weight: 3,
  plan(_, { faultyNode: node }) {
    return faultOf("omit_logs", { node }, (run) => {
      const one = nodeAt(run, node);
      if (one) one.behaviour = { ...HONEST, omitsLogs: true };
    });
  },
};

/** The node answers nothing. */
export const isDown: StepKind = {
  weight: 3,
  plan(_, { faultyNode: node }) {
    return faultOf("node_down", { node }, (run) => {
      const one = nodeAt(run, node);
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
  weight: 8,
  plan: () => stepOf("nodes_recover", {}, (run) => run.recoverNodes()),
};
