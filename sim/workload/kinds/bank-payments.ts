import { paymentsOf, type TokenPayment } from "@/sim/chain/contracts";
import { decimalText } from "@/sim/model/model";
import { asksAgain, bankPayerOf, lookAtBanks } from "@/sim/workload/banks";
import type { BankPayment } from "@/sim/workload/known";
import { PAYER, type RunContext } from "@/sim/workload/run-context";
import { type StepKind, stepOf } from "@/sim/workload/step";

/** So long a payment takes to be confirmed at the depth of its network, and to be announced. */
const CONFIRMED_MS = 60_000;
/** The provider is asked so often about one that goes its usual way. */
const STEPS_OF_THE_WAY = 5;

/** What the payer does: pays as asked, in two halves, twice, without the reference, or not at all. */
type Paid = "right" | "halves" | "twice" | "plain" | "not";
/** What the provider makes of it in the end. */
type Ending = "completed" | "bounced" | "retry_required" | "failed" | "refunded" | "canceled";

/** A request is bound to a bank account and paid, and what becomes of it may be followed to the bank. */
export const paysToBank: StepKind = {
  weight: 8,
  plan(chance, planned) {
    const id = planned.add("bank_payment");
    const tenant = planned.tenant(chance);
    const cents = BigInt(chance.between(10, 90));
    const paid = chance.pick<Paid>(["right", "right", "right", "halves", "twice", "plain", "not"]);
    const ending = chance.pick<Ending>([
      "completed",
      "completed",
      "completed",
      "bounced",
      "retry_required",
      "failed",
      "refunded",
      "canceled",
    ]);
    const isFollowed = chance.chance(0.5);
    return stepOf("pay_to_bank", { id, tenant, cents, paid, ending, isFollowed }, async (run) => {
      const of = await create(run, id, tenant, cents);
      if (!of) return;
      if (ending !== "completed") await decide(run, of, ending);
      await pay(run, of, paid);
      for (let i = 0; isFollowed && i < STEPS_OF_THE_WAY; i++) await asksAgain(run);
    });
  },
};

/** The provider makes something else of a payment to a bank account than it was about to, or of one that had arrived. */
export const bankDecides: StepKind = {
  weight: 5,
  plan(chance, planned) {
    const id = planned.recent("bank_payment", chance);
    if (id === null) return null;
    const ending = chance.pick<Ending>([
      "completed",
      "completed",
      "bounced",
      "retry_required",
      "failed",
      "refunded",
    ]);
    const isFollowed = chance.chance(0.5);
    return stepOf("bank_decides", { id, ending, isFollowed }, async (run) => {
      const of = run.bankPayments.get(id);
      if (!of) return;
      await decide(run, of, ending);
      for (let i = 0; isFollowed && i < STEPS_OF_THE_WAY; i++) await asksAgain(run);
    });
  },
};

async function create(
  run: RunContext,
  id: number,
  position: number,
  cents: bigint,
): Promise<BankPayment | null> {
  const tenant = run.tenants[position];
  const network = run.network(0);
  const payer = tenant && (await bankPayerOf(run, tenant));
  if (!payer) return null;
  const { currency, decimals, token } = network.of;
  const amount = cents * 10n ** BigInt(decimals - 2);
  const created = await run.call({
    tenant,
    method: "POST",
    path: "/v2/request",
    key: `bank payment ${id}`,
    body: {
      amount: decimalText(amount, decimals),
      invoiceCurrency: currency,
      paymentCurrency: currency,
      isCryptoToFiatAllowed: true,
    },
  });
  if (created?.status !== 201) return null;
  const { requestId, paymentReference } = created.body;
  const query = new URLSearchParams({ ...payer, wallet: PAYER });
  const asked = await run.call({
    tenant,
    method: "GET",
    path: `/v2/request/${requestId}/pay?${query}`,
    // No node can be asked.
    expected: [503],
  });
  if (asked?.status !== 200) return null;
  const { transactions, offramp } = asked.body;
  const calls: { to: string; data: string }[] = transactions;
  const payments = calls.flatMap((call) => paymentsOf(call));
  const request = {
    requestId,
    tenant: tenant.host,
    network: network.of.id,
    reference: paymentReference,
    token,
    recipient: String(offramp.depositAddress).toLowerCase(),
    amount,
    least: amount,
    // Paid means delivered: what accounts ask of other payments, how deep they have to be, does not hold.
    confirmations: run.world.confirmations,
    decimals,
    isToBank: true,
  };
  run.model.acknowledged(request);
  run.model.banks.bound(requestId, run.world.scheduler.now);
  run.model.fees.asked(request, payments);
  const of = {
    requestId,
    tenant,
    network,
    transferId: offramp.offrampId,
    // Fees that travel by themselves are nothing that the bank waits for.
    payments: payments.filter(({ reference }) => reference === paymentReference),
  };
  run.bankPayments.set(id, of);
  return of;
}

async function decide(run: RunContext, { tenant, requestId }: BankPayment, ending: Ending): Promise<void> {
  await lookAtBanks(run);
  const from = run.world.scheduler.now;
  await run.call({
    tenant,
    method: "POST",
    path: `/v2/sandbox/offramps/${requestId}`,
    body: { outcome: ending },
    // The provider looks for the money, and no node can be asked.
    expected: [503],
  });
  run.model.banks.decided(requestId, from, run.world.scheduler.now);
  await lookAtBanks(run);
}

async function pay(
  run: RunContext,
  { network, requestId, payments }: BankPayment,
  paid: Paid,
): Promise<void> {
  const { scheduler, trace } = run.world;
  const runs = async () => {
    await scheduler.runUntil(scheduler.now + CONFIRMED_MS);
    run.look();
    await lookAtBanks(run);
  };
  const send = (sent: readonly TokenPayment[]) => {
    const hash = run.send(network, sent);
    trace.note(`sent: ${hash} pays ${requestId} to a bank account`);
  };
  const [asked] = payments;
  if (!asked || paid === "not") return;
  if (paid === "plain") {
    const hash = run.sendPlainly(network, asked.recipient, asked.amount);
    trace.note(`sent: ${hash} pays the bank of ${requestId} without its reference`);
  } else if (paid === "halves") {
    const half = asked.amount / 2n;
    send([{ ...asked, amount: half }]);
    await runs();
    send([{ ...asked, amount: asked.amount - half }]);
  } else {
    send(payments);
    if (paid === "twice") send(payments);
  }
  await runs();
}
