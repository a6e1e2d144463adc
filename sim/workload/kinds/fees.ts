import { paymentsOf, type TokenPayment } from "@/sim/chain/contracts";
import { baseUnits, decimalText } from "@/sim/model/model";
import { becomesFinal } from "@/sim/workload/kinds/time";
import { PAYER, type RunContext } from "@/sim/workload/run-context";
import { faultOf, type StepKind, stepOf } from "@/sim/workload/step";

/** Who gets the fee of a platform. */
const PLATFORM = "0x5555555555555555555555555555555555555555";

/** So long a payment takes to be seen, with its fees. */
const SEEN_MS = 30_000;

/** Asks what a payment would cost: of all sizes, and of those that the fee takes whole. */
export const previewsFees: StepKind = {
  weight: 4,
  plan(chance, planned) {
    const tenant = planned.tenant(chance);
    const network = planned.network(chance);
    const cents = BigInt(chance.pick([1, 3, 5, 6, chance.between(7, 90)]));
    const bearer = chance.pick<"payer" | "payee">(["payer", "payee"]);
    return stepOf("preview_fees", { tenant, network, cents, bearer }, async (run) => {
      const of = run.tenants[tenant];
      if (!of) return;
      const { decimals, currency } = run.network(network).of;
      const amount = cents * 10n ** BigInt(decimals - 2);
      const answer = await run.call({
        tenant: of,
        method: "POST",
        path: "/v2/secure-payments/fees/preview",
        body: {
          amount: decimalText(amount, decimals),
          currency,
          flow: "get_paid",
          defaultFeeBearer: bearer,
        },
      });
      if (!answer) return;
      const { totalFeesUsd, payerTotalAmountUsd, netRecipientAmountUsd } = answer.body;
      run.model.fees.previewed({
        decimals,
        gross: amount,
        bearer,
        total: baseUnits(totalFeesUsd, decimals),
        payerTotal: baseUnits(payerTotalAmountUsd, decimals),
        netRecipient: baseUnits(netRecipientAmountUsd, decimals),
      });
    });
  },
};

/** How the transactions of a request are asked for. */
interface Asked {
  hasPlatformFee: boolean;
  isHalf: boolean;
}

/** Pays a request, or a part of it, with the transactions that the service gives out for it, fees and all. */
export const paysWithFees: StepKind = {
  weight: 12,
  plan(chance, planned) {
    const request = planned.one("request", chance);
    if (request === null) return null;
    const asked = { hasPlatformFee: chance.chance(0.6), isHalf: chance.chance(0.4) };
    return stepOf("pay_with_fees", { request, ...asked }, async (run) => {
      const payments = await askedFor(run, request, asked);
      const known = run.requests.get(request);
      if (!known || payments.length === 0) return;
      const hash = run.send(known.network, payments);
      run.world.trace.note(`sent: ${hash} pays for ${known.requestId} as asked`);
    });
  },
};

/**
 * Pays a request as the service asks for it, and makes the same calls on another network, where somebody has a contract at
 * the address of the token: they are worth nothing there.
 */
export const paysElsewhere: StepKind = {
  weight: 8,
  plan(chance, planned) {
    const request = planned.one("request", chance);
    if (request === null || planned.networks < 2) return null;
    const asked = { hasPlatformFee: chance.chance(0.6), isHalf: chance.chance(0.4) };
    const isPaid = chance.chance(0.6);
    return stepOf("pay_elsewhere", { request, ...asked, isPaid }, async (run) => {
      const payments = await askedFor(run, request, asked);
      const known = run.requests.get(request);
      const other = run.world.networks.find((network) => network !== known?.network);
      if (!known || !other || payments.length === 0) return;
      if (isPaid) run.send(known.network, payments);
      const hash = run.send(other, payments);
      run.world.trace.note(`sent: ${hash} pays for ${known.requestId} on ${other.of.id}`);
    });
  },
};

/** Pays with fees on one network, and another network is reorganised: what was paid has nothing to do with that. */
export const reorganisesOther: StepKind = {
  weight: 8,
  plan(chance, planned) {
    const request = planned.one("request", chance);
    if (request === null || planned.networks < 2) return null;
    const asked = { hasPlatformFee: true, isHalf: chance.chance(0.4) };
    const depth = chance.between(2, 6);
    // Until then what is dropped by mistake is found again when its blocks are compared.
    const isFinal = depth !== 3 && depth !== 6;
    return faultOf("reorganise_other", { request, ...asked, depth, isFinal }, async (run) => {
      const { scheduler, networks, trace } = run.world;
      const payments = await askedFor(run, request, asked);
      const known = run.requests.get(request);
      const other = networks.find((network) => network !== known?.network);
      if (!known || !other || payments.length === 0) return;
      const hash = run.send(known.network, payments);
      trace.note(`sent: ${hash} pays for ${known.requestId}`);
      await scheduler.runUntil(scheduler.now + SEEN_MS);
      run.look();
      if (isFinal) await becomesFinal(run);
      other.chain.reorganise(depth, (one) => one);
    });
  },
};

/** The payments that the service asks for; none where it cannot be asked, or nothing is to be paid any more. */
async function askedFor(
  run: RunContext,
  request: number,
  { hasPlatformFee, isHalf }: Asked,
): Promise<TokenPayment[]> {
  const known = run.requests.get(request);
  const of = known && run.model.requests.get(known.requestId);
  if (!known || !of) return [];
  const query = new URLSearchParams({
    wallet: PAYER,
    ...(hasPlatformFee ? { feePercentage: "2", feeAddress: PLATFORM } : {}),
    ...(isHalf ? { amount: decimalText(of.amount / 2n, of.decimals) } : {}),
  });
  const answer = await run.call({
    tenant: known.tenant,
    method: "GET",
    path: `/v2/request/${known.requestId}/pay?${query}`,
    // It is paid, less than that is left, or no node can be asked.
    expected: [400, 409, 503],
  });
  if (answer?.status !== 200) return [];
  const calls: { to: string; data: string }[] = answer.body.transactions;
  const payments = calls.flatMap((call) => paymentsOf(call));
  run.model.fees.asked(of, payments);
  if (payments.some(({ token }) => token !== of.token)) {
    run.model.broken("a payer is asked for the token", `${known.requestId} asks for another one`);
  }
  return payments;
}
