import { faultOf, type StepKind } from "@/sim/workload/step";

/** Another branch wins, from a few blocks back; the transactions of those blocks come back in it, or do not. */
export const reorganises: StepKind = {
  weight: 8,
  plan(chance, planned) {
    const network = planned.network(chance);
    const depth = chance.between(1, 6);
    const isKept = chance.chance(0.6);
    const later = chance.pick([0, 0, 1, 3, 6]);
    return faultOf("reorganise", { network, depth, isKept, later }, (run) => {
      run.look();
      const { chain } = run.network(network);
      const gone = chain.reorganise(depth, (one) => (isKept ? one : null), later);
      if (gone.length > 0) run.world.trace.note(`gone: ${gone.map(({ hash }) => hash).join(" ")}`);
    });
  },
};
