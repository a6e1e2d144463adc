import { paymentsOf } from "@/sim/chain/contracts";
import { decimalText } from "@/sim/model/model";
import { PAYER, type RunContext } from "@/sim/workload/run-context";
import { type StepKind, stepOf } from "@/sim/workload/step";

/** Whom accounts pay. */
const SUPPLIER = "0x7777777777777777777777777777777777777777";

/** An account pays somebody: the payout is a request like any other once it is created. */
export const paysOut: StepKind = {
  weight: 5,
  plan(chance, planned) {
    const id = planned.add("request");
    const tenant = planned.tenant(chance);
    const network = planned.network(chance);
    const cents = BigInt(chance.between(1, 90));
    const isPaid = chance.chance(0.6);
    return stepOf("pay_out", { id, tenant, network, cents, isPaid }, async (run) => {
      const of = run.tenants[tenant];
      if (!of) return;
      const on = run.network(network);
      const { decimals, currency, token } = on.of;
      const amount = cents * 10n ** BigInt(decimals - 2);
      const answer = await run.call({
        tenant: of,
        method: "POST",
        path: "/v2/payouts",
        key: `payout ${id}`,
        body: {
          payee: SUPPLIER,
          amount: decimalText(amount, decimals),
          invoiceCurrency: currency,
          paymentCurrency: currency,
        },
        // No node can be asked.
        expected: [503],
      });
      if (answer?.status !== 201) return;
      const { requestId, paymentReference, transactions } = answer.body;
      run.requests.set(id, { requestId, tenant: of, network: on });
      const request = {
        requestId,
        tenant: of.host,
        network: on.of.id,
        reference: paymentReference,
        token,
        recipient: SUPPLIER,
        amount,
        least: amount,
        // What accounts ask of their payers does not hold for what they pay themselves.
        confirmations: run.world.confirmations,
        decimals,
      };
      run.model.acknowledged(request);
      const calls: { to: string; data: string }[] = transactions;
      const payments = calls.flatMap((call) => paymentsOf(call));
      run.model.fees.asked(request, payments);
      if (!isPaid) return;
      const hash = run.send(on, payments);
      run.world.trace.note(`sent: ${hash} pays out ${requestId}`);
    });
  },
};

/** An account pays several of its requests of one network in one transaction. */
export const paysOutTogether: StepKind = {
  weight: 5,
  plan(chance, planned) {
    const last = planned.recent("request", chance);
    if (last === null) return null;
    const most = chance.between(2, 4);
    return stepOf("pay_out_together", { last, most }, (run) => payTogether(run, last, most));
  },
};

async function payTogether(run: RunContext, last: number, most: number): Promise<void> {
  const like = run.requests.get(last);
  if (!like) return;
  const together = [...run.requests]
    .filter(([id, one]) => id <= last && one.tenant === like.tenant && one.network === like.network)
    .map(([, { requestId }]) => requestId)
    .slice(-most);
  const answer = await run.call({
    tenant: like.tenant,
    method: "POST",
    path: "/v2/payouts/batch",
    body: { requestIds: together, payer: PAYER },
    // One of them is paid, or no node can be asked.
    expected: [400, 409, 503],
  });
  if (answer?.status !== 201) return;
  const payments = paymentsOf(answer.body.batchPaymentTransaction);
  const known = together.flatMap((id) => run.model.requests.get(id) ?? []);
  run.model.fees.askedTogether(known, payments);
  for (const { requestId, reference, recipient, token } of known) {
    const own = payments.filter((payment) => payment.reference === reference);
    if (own.length === 1 && own.every((one) => one.recipient === recipient && one.token === token)) continue;
    run.model.broken("a batch pays each request once", `${requestId} is in it ${own.length} times`);
  }
  const hash = run.send(like.network, payments);
  run.world.trace.note(`sent: ${hash} pays ${together.length} requests`);
}
