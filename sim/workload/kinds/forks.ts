import { faultOf, type StepKind } from "@/sim/workload/step";

/** Another branch wins, from a few blocks back; the transactions of those blocks come back in it, or do not. */
export const reorganises: StepKind = {
  weight: 8,
  plan(chance) {
    const depth = chance.between(1, 6);
    const isKept = chance.chance(0.6);
    return faultOf("reorganise", { depth, isKept }, (run) => {
      run.look();
      const gone = run.world.chain.reorganise(depth, () => isKept);
      if (gone.length > 0) run.world.trace.note(`gone: ${gone.map(({ hash }) => hash).join(" ")}`);
    });
  },
};
