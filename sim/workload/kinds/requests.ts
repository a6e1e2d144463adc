import { decimalText } from "@/sim/model/model";
import { PAYEE } from "@/sim/workload/run-context";
import { type StepKind, stepOf } from "@/sim/workload/step";
import { depthFor } from "@/sim/workload/tenants";

/** How much less pays a request, as its call says it. */
interface Underpayment {
  percent: string;
  cap: string;
  for: "all" | "deposits";
}

/** Creates a request. */
export const createsRequests: StepKind = {
  weight: 18,
  plan(chance, planned) {
    const id = planned.add("request");
    const tenant = planned.tenant(chance);
    const network = planned.network(chance);
    const cents = BigInt(chance.between(1, 90));
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
      network,
      cents,
      tolerates: underpayment ? JSON.stringify(underpayment) : "nothing",
    };
    return stepOf("request", details, async (run) => {
      const of = run.tenants[tenant];
      if (!of) return;
      const on = run.network(network);
      const { decimals, currency, token } = on.of;
      const amount = cents * 10n ** BigInt(decimals - 2);
      const answer = await run.createRequest(of, on, `request ${id}`, {
        amount: decimalText(amount, decimals),
        invoiceCurrency: currency,
        ...(underpayment ? { underpayment } : {}),
      });
      if (answer?.status !== 201) return;
      const { requestId, paymentReference } = answer.body;
      run.requests.set(id, { requestId, tenant: of, network: on });
      run.model.acknowledged({
        requestId,
        tenant: of.host,
        network: on.of.id,
        reference: paymentReference,
        token,
        recipient: PAYEE,
        amount,
        least: underpayment?.for === "all" ? leastOf(amount, decimals, underpayment) : amount,
        leastByDeposit: underpayment ? leastOf(amount, decimals, underpayment) : amount,
        confirmations: depthFor(of, cents, run.world),
        decimals,
      });
    });
  },
};

/** What is enough, base units: the percentage, at most the cap, is let off; a part of a unit is not. */
function leastOf(amount: bigint, decimals: number, { percent, cap }: Underpayment): bigint {
  const share = (amount * BigInt(percent)) / 100n;
  const most = BigInt(Math.round(Number(cap) * 100)) * 10n ** BigInt(decimals - 2);
  return amount - (share < most ? share : most);
}
