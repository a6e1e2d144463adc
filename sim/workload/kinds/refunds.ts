import type { TokenPayment } from "@/sim/chain/contracts";
import { baseUnits, decimalText } from "@/sim/model/model";
import { pay } from "@/sim/workload/kinds/payments";
import { NOBODY, PAYEE, PAYER, type RunContext } from "@/sim/workload/run-context";
import { type StepKind, stepOf } from "@/sim/workload/step";

const SOMEBODY_ELSE = "0x3333333333333333333333333333333333333333";

/** A merchant prepares to send back a part of a request, or all that can be. */
export const preparesRefunds: StepKind = {
  weight: 10,
  plan(chance, planned) {
    const request = planned.any("request", chance);
    if (request === null) return null;
    const id = planned.add("refund");
    const percent = chance.pick([null, null, 100, 50, 50, 30]);
    return stepOf("refund", { id, request, percent: percent ?? "all" }, (run) =>
      prepare(run, { id, request, percent }),
    );
  },
};

/** What was prepared is sent, once; or something else under its reference: another amount, or to somebody else. */
export const sendsRefunds: StepKind = {
  weight: 12,
  plan(chance, planned) {
    const refund = planned.recent("refund", chance);
    if (refund === null) return null;
    const how = chance.pick<Sent>(["right", "right", "right", "less", "elsewhere"]);
    return stepOf("send_refund", { refund, how }, (run) => send(run, refund, how));
  },
};

/**
 * Pays a request, sends a part of it back, or something else under the reference of that part, and may see the refund
 * again in another block. By chance alone these rarely follow each other in time.
 */
export const paysAndSendsBack: StepKind = {
  weight: 6,
  plan(chance, planned) {
    const request = planned.one("request", chance);
    if (request === null) return null;
    const id = planned.add("refund");
    const percent = chance.pick([30, 50, 100]);
    const how = chance.pick<Sent>(["right", "right", "less", "elsewhere"]);
    const isMoved = chance.chance(0.5);
    return stepOf("pay_and_send_back", { id, request, percent, how, isMoved }, async (run) => {
      const { scheduler } = run.world;
      const settles = async () => {
        await scheduler.runUntil(scheduler.now + SETTLES_MS);
        run.look();
      };
      pay(run, request, {});
      await settles();
      await prepare(run, { id, request, percent });
      send(run, id, how);
      await settles();
      if (!isMoved) return;
      run.requests.get(request)?.network.chain.reorganise(SETTLES_BLOCKS, (one) => one);
      await settles();
    });
  },
};

/** Pays a request, and prepares to send back more of it than came, in two parts: the second has to be refused. */
export const preparesTooMuch: StepKind = {
  weight: 6,
  plan(chance, planned) {
    const request = planned.one("request", chance);
    if (request === null) return null;
    const [first, second] = [planned.add("refund"), planned.add("refund")];
    const percent = chance.pick([60, 100]);
    return stepOf("refund_too_much", { first, second, request, percent }, async (run) => {
      pay(run, request, {});
      await run.world.scheduler.runUntil(run.world.scheduler.now + SETTLES_MS);
      run.look();
      for (const id of [first, second]) await prepare(run, { id, request, percent });
    });
  },
};

/** So long a payment takes to be confirmed at the depth of its network, and to be announced. */
const SETTLES_MS = 72_000;
const SETTLES_BLOCKS = 6;

/** What is sent: what was prepared, less than that, or that to somebody else. */
type Sent = "right" | "less" | "elsewhere";

/** Prepares to send back so many percent of a request, or all that can be. */
async function prepare(
  run: RunContext,
  { id, request, percent }: { id: number; request: number; percent: number | null },
): Promise<void> {
  const known = run.requests.get(request);
  const of = known && run.model.requests.get(known.requestId);
  if (!known || !of) return;
  const amount = percent === null ? null : (of.amount * BigInt(percent)) / 100n;
  const answer = await run.call({
    tenant: known.tenant,
    method: "POST",
    path: `/v2/request/${known.requestId}/refunds`,
    key: `refund ${id}`,
    body: amount === null ? {} : { amount: decimalText(amount, of.decimals) },
    // Nothing was paid yet, too little of it is left, or nodes cannot be asked.
    expected: [400, 409, 503],
  });
  if (answer?.status !== 201) return;
  const { refund } = answer.body;
  run.refunds.set(id, refund.refundId);
  run.model.refundPrepared({
    refundId: refund.refundId,
    requestId: known.requestId,
    network: of.network,
    reference: refund.paymentReference,
    token: of.token,
    receiver: String(refund.receiver).toLowerCase(),
    amount: baseUnits(refund.amount, of.decimals),
    preparedAt: run.world.scheduler.now,
  });
}

/** Sends what was prepared, once, or what looks like it. */
function send(run: RunContext, refund: number, how: Sent): void {
  const known = run.model.refunds.get(run.refunds.get(refund) ?? "");
  const on = run.world.networks.find(({ of }) => of.id === known?.network);
  if (!known || !on || (how === "right" && run.sentRefunds.has(refund))) return;
  if (how === "right") run.sentRefunds.add(refund);
  const payment: TokenPayment = {
    token: `0x${known.token.slice(2)}`,
    recipient: how === "elsewhere" ? SOMEBODY_ELSE : PAYER,
    amount: how === "less" ? known.amount - 1n : known.amount,
    reference: `0x${known.reference.slice(2)}`,
    feeAmount: 0n,
    feeAddress: NOBODY,
  };
  const hash = run.send(on, [payment], PAYEE);
  run.world.trace.note(`sent: ${hash} sends back ${payment.amount} of ${known.requestId}`);
}
