import type { Hex } from "viem";
import { balanceOf } from "@/sim/chain/balance";
import type { TokenPayment } from "@/sim/chain/contracts";
import { anotherToken, DEPOSIT_FACTORY } from "@/sim/chain/sim-network";
import { type KnownDeposit, legOf, sharesOf } from "@/sim/model/deposits";
import { create } from "@/sim/workload/kinds/requests";
import { NOBODY, type RunContext } from "@/sim/workload/run-context";
import { type StepKind, stepOf } from "@/sim/workload/step";

/** So long a part takes to be confirmed at the depth of its network. */
const PART_MS = 60_000;
/** An exchange, which sends for whoever has money there. */
const EXCHANGE = "0x8888888888888888888888888888888888888888";
/** Anybody may collect. */
const STRANGER = "0x9999999999999999999999999999999999999999";
/** Who gets the fee of a platform. */
const PLATFORM = "0x5555555555555555555555555555555555555555";

/** Asks for the deposit address of a request, and sends plain transfers to it; what is there may be collected. */
export const paysByDeposit: StepKind = {
  weight: 9,
  plan(chance, planned) {
    const request = planned.one("request", chance);
    if (request === null) return null;
    const id = planned.add("deposit");
    const hasPlatformFee = chance.chance(0.4);
    const parts = chance.pick([[100], [100], [60], [97], [50, 50], [30, 90], [40, 20, 40]]);
    const isSpaced = chance.chance(0.5);
    const isOtherToken = chance.chance(0.2);
    const isCollected = chance.chance(0.4);
    const details = {
      id,
      request,
      hasPlatformFee,
      parts: parts.join("+"),
      isSpaced,
      isOtherToken,
      isCollected,
    };
    return stepOf("pay_by_deposit", details, async (run) => {
      const { scheduler, trace } = run.world;
      const deposit = await askFor(run, { id, request, hasPlatformFee });
      const network = run.requests.get(request)?.network;
      if (!deposit || !network) return;
      if (isOtherToken) await asksForOther(run, { id, request });
      const whole = deposit.amount + deposit.feeAmount + deposit.legAmount;
      const token = isOtherToken ? anotherToken(network.of, deposit.token) : hex(deposit.token);
      for (const percent of parts) {
        const amount = (whole * BigInt(percent)) / 100n;
        const hash = run.sendPlainly(network, `0x${deposit.address.slice(2)}`, amount, {
          payer: EXCHANGE,
          token,
        });
        trace.note(`sent: ${hash} brings ${amount} to the address of ${deposit.requestId}`);
        if (!isSpaced) continue;
        await scheduler.runUntil(scheduler.now + PART_MS);
        run.look();
      }
      if (!isCollected) return;
      await scheduler.runUntil(scheduler.now + PART_MS);
      run.look();
      collect(run, deposit);
    });
  },
};

/**
 * Somebody asks for a deposit address in the other token of the network: the service looks for transfers of a token only
 * where it has given out addresses for it.
 */
async function asksForOther(
  run: RunContext,
  { id, request }: { id: number; request: number },
): Promise<void> {
  const known = run.requests.get(request);
  const of = known && run.model.requests.get(known.requestId);
  if (!known || !of) return;
  const { tenant, network } = known;
  // Numbers below zero are no plan's.
  const own = -1 - id;
  const isOther = of.token === network.of.token;
  await create(run, { id: own, tenant, network, cents: 10n, isOther, underpayment: null });
  await askFor(run, { id: own, request: own, hasPlatformFee: false });
}

/** Somebody collects what is at a deposit address: it was counted when it came. */
export const collectsDeposits: StepKind = {
  weight: 4,
  plan(chance, planned) {
    const id = planned.recent("deposit", chance);
    if (id === null) return null;
    return stepOf("collect", { id }, (run) => {
      const deposit = run.deposits.get(id);
      if (deposit) collect(run, deposit);
    });
  },
};

async function askFor(
  run: RunContext,
  { id, request, hasPlatformFee }: { id: number; request: number; hasPlatformFee: boolean },
): Promise<KnownDeposit | null> {
  const known = run.requests.get(request);
  const of = known && run.model.requests.get(known.requestId);
  // What came to an address that a restored service does not know is not looked for when it is asked for again.
  if (!known || !of || run.lostDeposits.has(known.requestId)) return null;
  const query = new URLSearchParams({
    method: "deposit",
    ...(hasPlatformFee ? { feePercentage: "2", feeAddress: PLATFORM } : {}),
  });
  const answer = await run.call({
    tenant: known.tenant,
    method: "GET",
    path: `/v2/request/${known.requestId}/pay?${query}`,
    // It is paid, or it is paid with others together, or no node can be asked.
    expected: [400, 503],
  });
  if (answer?.status !== 200) return null;
  const { address, terms } = answer.body.depositAddress;
  const deposit: KnownDeposit = {
    requestId: known.requestId,
    network: of.network,
    address: String(address).toLowerCase(),
    token: String(terms.token).toLowerCase(),
    payee: String(terms.payee).toLowerCase(),
    reference: terms.paymentReference,
    amount: BigInt(terms.amount),
    feeAmount: BigInt(terms.feeAmount),
    legAmount: BigInt(terms.legAmount),
    legReference: terms.legReference,
  };
  run.model.deposits.told(deposit, of, hasPlatformFee);
  if (deposit.legAmount > 0n) {
    run.model.fees.asked(of, [legOf(deposit)]);
  }
  run.deposits.set(id, deposit);
  return deposit;
}

/** What the contract at the address does when anybody calls it: all that is there goes through the payment contract. */
function collect(run: RunContext, deposit: KnownDeposit): void {
  const network = run.world.networks.find(({ of }) => of.id === deposit.network);
  if (!network) return;
  const { chain } = network;
  const there = balanceOf(chain, deposit.token, deposit.address, chain.head);
  if (there === 0n) return;
  const before = run.collected.get(deposit.address) ?? 0n;
  run.collected.set(deposit.address, before + there);
  const { payee, fee, leg } = sharesOf(deposit, before, there);
  const payment = (recipient: string, reference: string, amount: bigint): TokenPayment => ({
    token: hex(deposit.token),
    recipient: hex(recipient),
    reference: hex(reference),
    amount,
    feeAmount: 0n,
    feeAddress: NOBODY,
  });
  const main = {
    ...payment(deposit.payee, deposit.reference, payee),
    feeAmount: fee,
    feeAddress: PLATFORM as Hex,
  };
  const payments = leg > 0n ? [main, payment(PLATFORM, deposit.legReference, leg)] : [main];
  const hash = run.collect(STRANGER, DEPOSIT_FACTORY, { network, payments, payer: hex(deposit.address) });
  run.world.trace.note(`sent: ${hash} collects ${there} from the address of ${deposit.requestId}`);
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
