import { faultOf, type StepKind } from "@/sim/workload/step";

/** A connection to the database is cut, before what was asked is done, or after it, so that its outcome is unknown. */
export const connectionIsCut: StepKind = {
  weight: 3,
  plan(chance) {
    const when = chance.pick<"cut_before" | "cut_after">(["cut_before", "cut_after"]);
    const exchanges = chance.between(0, 30);
    return faultOf("cut", { when, exchanges }, (run) => {
      const { session, trace } = run.world;
      let left = exchanges;
      session.faultOf = () => {
        if (left-- > 0) return null;
        session.faultOf = () => null;
        run.disturb();
        trace.note(`the connection is ${when === "cut_before" ? "cut before" : "cut after"} an exchange`);
        return when;
      };
    });
  },
};
