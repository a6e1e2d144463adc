import { decimalText } from "@/sim/model/model";
import { CURRENCY, DECIMALS, PAYEE, USDC } from "@/sim/workload/run-context";
import { type StepKind, stepOf } from "@/sim/workload/step";
import { depthFor, TENANTS } from "@/sim/workload/tenants";

/** How much less pays a request, as its call says it. */
interface Underpayment {
  percent: string;
  cap: string;
  for: "all" | "deposits";
}

/** Creates a request. */
export const createsRequests: StepKind = {
  weight: 25,
  plan(chance, planned) {
    const id = planned.add("request");
    const tenant = chance.between(0, TENANTS - 1);
    const amount = BigInt(chance.between(1, 90)) * 10_000n;
    const underpayment: Underpayment | null = chance.chance(0.3)
      ? {
          percent: chance.pick(["1", "5", "10"]),
          cap: chance.pick(["0.01", "0.5"]),
          for: chance.pick(["all", "deposits"]),
        }
      : null;
    const details = {
      id,
      tenant,
      amount,
      tolerates: underpayment ? JSON.stringify(underpayment) : "nothing",
    };
    return stepOf("request", details, async (run) => {
      const of = run.tenants[tenant];
      if (!of) return;
      const answer = await run.createRequest(of, `request ${id}`, {
        amount: decimalText(amount, DECIMALS),
        invoiceCurrency: CURRENCY,
        ...(underpayment ? { underpayment } : {}),
      });
      if (answer?.status !== 201) return;
      const { requestId, paymentReference } = answer.body;
      run.requests.set(id, { requestId, tenant: of });
      run.model.acknowledged({
        requestId,
        tenant: of.host,
        reference: paymentReference,
        token: USDC,
        recipient: PAYEE,
        amount,
        least: underpayment ? leastOf(amount, underpayment) : amount,
        confirmations: depthFor(of, amount, run.world),
        decimals: DECIMALS,
      });
    });
  },
};

/** What is enough, base units: the percentage, at most the cap, is let off; a part of a unit is not. */
function leastOf(amount: bigint, { percent, cap, for: of }: Underpayment): bigint {
  if (of === "deposits") return amount;
  const share = (amount * BigInt(percent)) / 100n;
  const most = BigInt(Math.round(Number(cap) * 10 ** DECIMALS));
  return amount - (share < most ? share : most);
}
