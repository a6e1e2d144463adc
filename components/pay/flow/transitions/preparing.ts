import { decimalOf } from "@/components/i18n/format-amount";
import { bare, type Flow, type SigningPlan, type Trouble } from "@/components/pay/flow/flow-state";
import type { Problem } from "@/components/pay/safety/comparison";
import type { DepositPrice } from "@/components/pay/safety/crosschain/price";
import type { ChosenSource } from "@/components/pay/safety/crosschain/route";

/** From where the payer wants to pay; a price of before is none of this choice. */
export function picked(flow: Flow, source: ChosenSource | null): Flow {
  return flow.step === "choose" ? { ...flow, source, price: null } : flow;
}

/** The payer goes on with what they chose. */
export function proceeded(flow: Flow, mustSwitch: boolean): Flow {
  if (flow.step !== "choose") return flow;
  return { ...bare(flow), step: mustSwitch ? "switching" : "preparing", trouble: null };
}

/** The price has run out: another one is asked for. */
export function requoted(flow: Flow): Flow {
  return flow.step === "review" ? { ...bare(flow), step: "preparing", trouble: null } : flow;
}

/** What the server wants signed is not what the payer reads. */
export function refused(flow: Flow, problem: Problem): Flow {
  return flow.step === "preparing" ? { ...bare(flow), step: "refused", problem } : flow;
}

/** A price that has changed meanwhile is told, before anything is signed at it. */
export function prepared(flow: Flow, plan: SigningPlan): Flow {
  if (flow.step !== "preparing") return flow;
  const { price } = plan;
  const before = flow.price;
  const isOther = price !== null && before !== null && before.amount !== price.amount;
  const text = ({ amount, decimals }: DepositPrice) => decimalOf(amount, decimals);
  const trouble: Trouble | null = isOther
    ? { code: "price_renewed", before: text(before), after: text(price), symbol: price.symbol }
    : flow.trouble;
  return { ...bare(flow), step: "review", plan, price, trouble };
}
