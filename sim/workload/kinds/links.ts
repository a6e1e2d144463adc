import { PAYER_PAGE_CLIENT_ID } from "@/server/auth/payer-page";
import { paymentsOf } from "@/sim/chain/contracts";
import { baseUnits, decimalText } from "@/sim/model/model";
import { PAYER, type RunContext } from "@/sim/workload/run-context";
import { type StepKind, stepOf } from "@/sim/workload/step";
import { depthFor, type Tenant } from "@/sim/workload/tenants";

/** A page says that it has no link, or that it cannot be paid now. */
const NOT_NOW = [400, 403, 404, 409, 410, 423, 503];

/** An account makes a link for one request or several. */
export const createsLinks: StepKind = {
  weight: 5,
  plan(chance, planned) {
    const id = planned.add("link");
    const tenant = planned.tenant(chance);
    const cents = Array.from({ length: chance.pick([1, 1, 2, 3]) }, () => BigInt(chance.between(10, 90)));
    const requests = cents.map(() => planned.add("request"));
    return stepOf("link", { id, tenant, cents: cents.join("+") }, async (run) => {
      const of = run.tenants[tenant];
      if (of) await createLink(run, of, { id, cents, requests });
    });
  },
};

/** A payer opens a link on the page, reads it, and pays it as the page asks. */
export const paysLinks: StepKind = {
  weight: 7,
  plan(chance, planned) {
    const id = planned.one("link", chance);
    if (id === null) return null;
    return stepOf("pay_link", { id }, async (run) => {
      const link = run.links.get(id);
      const [first] = link?.requestIds ?? [];
      const request = run.model.requests.get(first ?? "");
      if (!link || !request) return;
      const path = `/v2/secure-payments/${link.token}`;
      const page = { tenant: link.tenant, method: "GET", headers: PAGE, expected: NOT_NOW } as const;
      await run.call({ ...page, path: `${path}?wallet=${PAYER}` });
      const answer = await run.call({ ...page, path: `${path}/pay?wallet=${PAYER}` });
      if (answer?.status !== 200) return;
      const { transactions = [], batchPaymentTransaction: together } = answer.body;
      const calls: { to: string; data: string }[] = [...transactions, ...(together ? [together] : [])];
      const payments = calls.flatMap((call) => paymentsOf(call));
      if (payments.length === 0) return;
      run.model.fees.askedTogether(
        link.requestIds.flatMap((one) => run.model.requests.get(one) ?? []),
        payments,
      );
      const hash = run.send(run.network(0), payments);
      run.world.trace.note(`sent: ${hash} pays the link of ${link.requestIds.join(" ")}`);
    });
  },
};

/** What the payer page says of itself. */
const PAGE = { "x-client-id": PAYER_PAGE_CLIENT_ID };

/** Makes a link for a request of each of these amounts, all under the numbers of the plan. */
export async function createLink(
  run: RunContext,
  tenant: Tenant,
  { id, cents, requests }: { id: number; cents: readonly bigint[]; requests: readonly number[] },
): Promise<void> {
  const on = run.network(0);
  const { decimals, token } = on.of;
  const unit = 10n ** BigInt(decimals - 2);
  const answer = await run.call({
    tenant,
    method: "POST",
    path: "/v2/secure-payments",
    key: `link ${id}`,
    body: {
      requests: cents.map((one) => ({
        destinationId: tenant.destinationId,
        amount: decimalText(one * unit, decimals),
      })),
    },
    expected: [503],
  });
  if (answer?.status !== 201) return;
  const requestIds: string[] = answer.body.requestIds;
  run.links.set(id, { token: answer.body.token, requestIds, tenant });
  const total = cents.reduce((sum, one) => sum + one, 0n);
  for (const [i, requestId] of requestIds.entries()) {
    const read = await run.call({ tenant, method: "GET", path: `/v2/request/${requestId}` });
    if (!read) continue;
    const amount = baseUnits(read.body.requestAmount, decimals);
    const asked = (cents[i] ?? 0n) * unit;
    // Its fees may be taken out of what the payee gets.
    if (amount > asked || asked - amount > 5n * unit) {
      run.model.broken("a link asks for what was said", `${requestId} asks for ${amount} of ${asked}`);
    }
    run.requests.set(requests[i] ?? -1, { requestId, tenant, network: on });
    run.model.acknowledged({
      requestId,
      tenant: tenant.host,
      network: on.of.id,
      reference: read.body.paymentReference,
      token,
      recipient: tenant.wallet.toLowerCase(),
      amount,
      least: amount,
      confirmations: depthFor(tenant, total, run.world),
      decimals,
    });
  }
}
