import type { Transaction } from "@/sim/chain/transaction";
import { pay } from "@/sim/workload/kinds/payments";
import { becomesFinal } from "@/sim/workload/kinds/time";
import type { RunContext } from "@/sim/workload/run-context";
import { faultOf, type Step, type StepKind } from "@/sim/workload/step";

/** So long a payment takes to be seen and confirmed, and its loss to be noticed. */
const SECONDS = { seen: 18, confirmed: 60, noticed: 30 } as const;
const SOMEBODY_ELSE = "0x3333333333333333333333333333333333333333";

/** What becomes of the payment: gone, or it runs anew in a later block, with the same or with another result. */
type Fate = "gone" | "same" | "less" | "elsewhere";

/**
 * Pays a request, loses the payment in a reorganisation once it was seen or confirmed, and may pay again at once or when
 * the loss is final. By chance alone these rarely follow each other in time.
 */
export const losesPayments: StepKind = {
  weight: 10,
  plan(chance, planned) {
    const request = planned.one("request", chance);
    if (request === null) return null;
    const when = chance.pick<Loss["when"]>(["seen", "confirmed", "confirmed"]);
    const percent = chance.pick([100, 100, 60]);
    const fate = chance.pick<Fate>(["gone", "gone", "gone", "same", "less", "elsewhere", "elsewhere"]);
    const later = chance.pick([0, 1, 2, 4]);
    const again = chance.pick<Loss["again"]>(["never", "at_once", "given_up", "given_up"]);
    return lossOf({ request, when, percent, fate, later, again });
  },
};

/** Pays a request, loses the payment when it was announced, and pays again when its loss was: all of it is announced anew. */
export const losesAndPaysAgain: StepKind = {
  weight: 6,
  plan(chance, planned) {
    const request = planned.one("request", chance);
    if (request === null) return null;
    const fate = chance.pick<Fate>(["gone", "elsewhere"]);
    return lossOf({ request, when: "confirmed", percent: 100, fate, later: 0, again: "given_up" });
  },
};

/** A payment that was announced runs anew in a later block, where it brings its money to somebody else. */
export const losesToSomebodyElse: StepKind = {
  weight: 6,
  plan(chance, planned) {
    const request = planned.one("request", chance);
    if (request === null) return null;
    const percent = chance.pick([100, 60]);
    const later = chance.pick([0, 2]);
    return lossOf({ request, when: "confirmed", percent, fate: "elsewhere", later, again: "never" });
  },
};

interface Loss {
  request: number;
  when: "seen" | "confirmed";
  percent: number;
  fate: Fate;
  later: number;
  again: "never" | "at_once" | "given_up";
}

function lossOf({ request, when, percent, fate, later, again }: Loss): Step {
  return faultOf("lose_payment", { request, when, percent, fate, later, again }, async (run) => {
    const { scheduler, trace } = run.world;
    const chain = run.requests.get(request)?.network.chain;
    if (!chain) return;
    const runs = async (seconds: number) => {
      await scheduler.runUntil(scheduler.now + 1_000 * seconds);
      run.look();
    };
    pay(run, request, { percent });
    await runs(SECONDS[when]);
    const gone = chain.reorganise(when === "seen" ? 2 : 6, (one) => fateOf(run, one, fate), later);
    trace.note(`gone: ${gone.map(({ hash }) => hash).join(" ")}`);
    if (again === "given_up") {
      await runs(SECONDS.noticed);
      await becomesFinal(run);
    }
    if (again !== "never" && fate !== "same") pay(run, request, { percent });
    await runs(SECONDS.confirmed);
  });
}

function fateOf(run: RunContext, transaction: Transaction, fate: Fate): Transaction | null {
  switch (fate) {
    case "gone":
      return null;
    case "same":
      return transaction;
    case "less":
      return run.changed(transaction, (payment) => ({ ...payment, amount: payment.amount - 1n }));
    case "elsewhere":
      return run.changed(transaction, (payment) => ({ ...payment, recipient: SOMEBODY_ELSE }));
  }
}
