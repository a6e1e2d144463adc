import { pay } from "@/sim/workload/kinds/payments";
import { faultOf, type StepKind } from "@/sim/workload/step";

/** So long a payment takes to be seen, confirmed, and after its loss to be given up. */
const SECONDS = { seen: 18, confirmed: 60, given_up: 240 } as const;

/**
 * Pays a request, loses the payment in a reorganisation once it was seen or confirmed, and may pay again at once or when
 * the loss is final. By chance alone these rarely follow each other in time.
 */
export const losesPayments: StepKind = {
  weight: 6,
  plan(chance, planned) {
    const request = planned.any("request", chance);
    if (request === null) return null;
    const when = chance.pick<"seen" | "confirmed">(["seen", "confirmed", "confirmed"]);
    const percent = chance.pick([100, 100, 60]);
    const again = chance.pick<"never" | "at_once" | "given_up">(["never", "at_once", "given_up", "given_up"]);
    return faultOf("lose_payment", { request, when, percent, again }, async (run) => {
      const { scheduler, chain, trace } = run.world;
      const runs = async (seconds: number) => {
        await scheduler.runUntil(scheduler.now + 1_000 * seconds);
        run.look();
      };
      pay(run, request, { percent });
      await runs(SECONDS[when]);
      const gone = chain.reorganise(when === "seen" ? 2 : 6, () => false);
      trace.note(`gone: ${gone.map(({ hash }) => hash).join(" ")}`);
      if (again === "given_up") await runs(SECONDS.given_up);
      if (again !== "never") pay(run, request, { percent });
      await runs(SECONDS.confirmed);
    });
  },
};
