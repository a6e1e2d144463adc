import { decimalText } from "@/sim/model/model";
import { PAYEE, type RunContext } from "@/sim/workload/run-context";
import { type StepKind, stepOf } from "@/sim/workload/step";
import { depthFor, type Tenant } from "@/sim/workload/tenants";
import type { RunningNetwork } from "@/sim/world/world";

/** How much less pays a request, as its call says it. */
export interface Underpayment {
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
    // Of every second amount; drawn apart it would change every plan there was.
    const isOther = cents % 2n === 1n;
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
      isOther,
      tolerates: underpayment ? JSON.stringify(underpayment) : "nothing",
    };
    return stepOf("request", details, async (run) => {
      const of = run.tenants[tenant];
      if (of)
        await create(run, { id, tenant: of, network: run.network(network), cents, isOther, underpayment });
    });
  },
};

/** Creates a request under this number, in the usual or the other token of its network. */
export async function create(
  run: RunContext,
  {
    id,
    tenant,
    network,
    cents,
    isOther,
    underpayment,
  }: {
    id: number;
    tenant: Tenant;
    network: RunningNetwork;
    cents: bigint;
    isOther: boolean;
    underpayment: Underpayment | null;
  },
): Promise<void> {
  const { decimals } = network.of;
  const currency = isOther ? network.of.otherCurrency : network.of.currency;
  const amount = cents * 10n ** BigInt(decimals - 2);
  const answer = await run.createRequest(tenant, network, `request ${id}`, {
    amount: decimalText(amount, decimals),
    invoiceCurrency: currency,
    paymentCurrency: currency,
    ...(underpayment ? { underpayment } : {}),
  });
  if (answer?.status !== 201) return;
  const { requestId, paymentReference } = answer.body;
  run.requests.set(id, { requestId, tenant, network });
  run.model.acknowledged({
    requestId,
    tenant: tenant.host,
    network: network.of.id,
    reference: paymentReference,
    token: isOther ? network.of.otherToken : network.of.token,
    recipient: PAYEE,
    amount,
    least: underpayment?.for === "all" ? leastOf(amount, decimals, underpayment) : amount,
    leastByDeposit: underpayment ? leastOf(amount, decimals, underpayment) : amount,
    confirmations: depthFor(tenant, cents, run.world),
    decimals,
  });
}

/** What is enough, base units: the percentage, at most the cap, is let off; a part of a unit is not. */
function leastOf(amount: bigint, decimals: number, { percent, cap }: Underpayment): bigint {
  const share = (amount * BigInt(percent)) / 100n;
  const most = BigInt(Math.round(Number(cap) * 100)) * 10n ** BigInt(decimals - 2);
  return amount - (share < most ? share : most);
}
