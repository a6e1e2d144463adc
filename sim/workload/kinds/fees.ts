import { paymentsOf } from "@/sim/chain/contracts";
import { decimalText } from "@/sim/model/model";
import { CURRENCY, DECIMALS, PAYER, USDC } from "@/sim/workload/run-context";
import { type StepKind, stepOf } from "@/sim/workload/step";
import { TENANTS } from "@/sim/workload/tenants";

/** Who gets the fee of a platform. */
const PLATFORM = "0x5555555555555555555555555555555555555555";

/** Asks what a payment would cost: of all sizes, and of those that the fee takes whole. */
export const previewsFees: StepKind = {
  weight: 4,
  plan(chance) {
    const tenant = chance.between(0, TENANTS - 1);
    const amount = BigInt(chance.pick([1, 3, 5, 6, chance.between(7, 90)])) * 10_000n;
    const bearer = chance.pick<"payer" | "payee">(["payer", "payee"]);
    return stepOf("preview_fees", { tenant, amount, bearer }, async (run) => {
      const of = run.tenants[tenant];
      if (!of) return;
      const answer = await run.call({
        tenant: of,
        method: "POST",
        path: "/v2/secure-payments/fees/preview",
        body: {
          amount: decimalText(amount, DECIMALS),
          currency: CURRENCY,
          flow: "get_paid",
          defaultFeeBearer: bearer,
        },
      });
      if (!answer) return;
      const { totalFeesUsd, payerTotalAmountUsd, netRecipientAmountUsd } = answer.body;
      run.model.fees.previewed({
        gross: amount,
        bearer,
        total: run.units(totalFeesUsd),
        payerTotal: run.units(payerTotalAmountUsd),
        netRecipient: run.units(netRecipientAmountUsd),
      });
    });
  },
};

/** Pays a request, or a part of it, with the transactions that the service gives out for it, fees and all. */
export const paysWithFees: StepKind = {
  weight: 12,
  plan(chance, planned) {
    const request = planned.recent("request", chance);
    if (request === null) return null;
    const hasPlatformFee = chance.chance(0.6);
    const isHalf = chance.chance(0.4);
    return stepOf("pay_with_fees", { request, hasPlatformFee, isHalf }, async (run) => {
      const known = run.requests.get(request);
      const of = known && run.model.requests.get(known.requestId);
      if (!known || !of) return;
      const query = new URLSearchParams({
        wallet: PAYER,
        ...(hasPlatformFee ? { feePercentage: "2", feeAddress: PLATFORM } : {}),
        ...(isHalf ? { amount: decimalText(of.amount / 2n, DECIMALS) } : {}),
      });
      const answer = await run.call({
        tenant: known.tenant,
        method: "GET",
        path: `/v2/request/${known.requestId}/pay?${query}`,
        // It is paid, less than that is left, or no node can be asked.
        expected: [400, 409, 503],
      });
      if (answer?.status !== 200) return;
      const calls: { to: string; data: string }[] = answer.body.transactions;
      const payments = calls.flatMap((call) => paymentsOf(call));
      run.model.fees.asked(known.requestId, of.reference, payments);
      if (payments.some(({ token }) => token !== USDC)) {
        run.model.broken("a payer is asked for the token", `${known.requestId} asks for another one`);
      }
      const hash = run.send(payments);
      run.world.trace.note(`sent: ${hash} pays for ${known.requestId} as asked`);
    });
  },
};
