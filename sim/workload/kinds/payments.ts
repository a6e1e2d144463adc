import type { Hex } from "viem";
import type { TokenPayment } from "@/sim/chain/contracts";
import { anotherToken } from "@/sim/chain/sim-network";
import { NOBODY, type RunContext } from "@/sim/workload/run-context";
import { type StepKind, stepOf } from "@/sim/workload/step";

/** So long a part takes to be confirmed at the depth of its network, and to be announced. */
const PART_MS = 72_000;
/** Nothing is seen of payments until they are final. */
const LATE_MS = 240_000;
const SOMEBODY_ELSE = "0x3333333333333333333333333333333333333333";

/** Pays a request, whole, in part or too much, in one transaction or in two at once. */
export const pays: StepKind = {
  weight: 18,
  plan(chance, planned) {
    const request = planned.one("request", chance);
    if (request === null) return null;
    const percent = chance.pick([100, 100, 100, 100, 50, 40, 60, 95, 90, 99, 130]);
    const times = chance.chance(0.15) ? 2 : 1;
    return stepOf("pay", { request, percent, times }, (run) => {
      for (let i = 0; i < times; i++) pay(run, request, { percent });
    });
  },
};

/** Pays the newest requests, of whatever accounts, in one block; it may be seen only when it is final. */
export const paysMany: StepKind = {
  weight: 8,
  plan(chance, planned) {
    const last = planned.count("request") - 1;
    if (last < 1) return null;
    const first = Math.max(0, last - chance.between(1, 5));
    const isSeenLate = chance.chance(0.5);
    return stepOf("pay_many", { first, last, isSeenLate }, (run) => {
      for (let request = first; request <= last; request++) pay(run, request, {});
      if (!isSeenLate) return;
      run.world.scheduler.skip(LATE_MS);
      run.disturb();
    });
  },
};

/** Pays a request in parts, of which each is confirmed before the next. */
export const paysInParts: StepKind = {
  weight: 8,
  plan(chance, planned) {
    const request = planned.one("request", chance);
    if (request === null) return null;
    const parts = [chance.pick([20, 30]), chance.pick([25, 40]), ...(chance.chance(0.4) ? [50] : [])];
    return stepOf("pay_in_parts", { request, parts: parts.join("+") }, async (run) => {
      const { scheduler } = run.world;
      for (const percent of parts) {
        pay(run, request, { percent });
        await scheduler.runUntil(scheduler.now + PART_MS);
        run.look();
      }
    });
  },
};

/** Names a request, and pays with another token or to somebody else. */
export const paysWrong: StepKind = {
  weight: 5,
  plan(chance, planned) {
    const request = planned.one("request", chance);
    if (request === null) return null;
    const isOtherToken = chance.chance(0.5);
    return stepOf("pay_wrong", { request, isOtherToken }, (run) => {
      pay(run, request, isOtherToken ? { isOtherToken } : { recipient: SOMEBODY_ELSE });
    });
  },
};

/** Pays a request, or does what looks like it. Returns the hash of the transaction; null where there is no such request. */
export function pay(
  run: RunContext,
  number: number,
  {
    percent = 100,
    isOtherToken = false,
    recipient,
  }: { percent?: number; isOtherToken?: boolean; recipient?: Hex },
): Hex | null {
  const known = run.requests.get(number);
  const request = known && run.model.requests.get(known.requestId);
  if (!request) return null;
  const payment: TokenPayment = {
    token: isOtherToken ? anotherToken(known.network.of, request.token) : `0x${request.token.slice(2)}`,
    recipient: recipient ?? `0x${request.recipient.slice(2)}`,
    amount: (request.amount * BigInt(percent)) / 100n,
    reference: `0x${request.reference.slice(2)}`,
    feeAmount: 0n,
    feeAddress: NOBODY,
  };
  const hash = run.send(known.network, [payment]);
  run.world.trace.note(`sent: ${hash} pays ${payment.amount} for ${request.requestId}`);
  return hash;
}
