import type { Hex } from "viem";
import {
  depositOf,
  eventsOfDeposit,
  eventsOfFill,
  eventsOfRefund,
  type FillEnd,
  instructionsOf,
  paymentsOfFill,
  type Relay,
  relayHash,
  type WantedDeposit,
} from "@/sim/chain/bridge";
import type { SiteBehaviour } from "@/sim/chain/bridge-site";
import { ACROSS_HANDLER, type SimNetwork } from "@/sim/chain/sim-network";
import type { BridgedDeposit, Created } from "@/sim/workload/known";
import type { RunContext } from "@/sim/workload/run-context";
import type { RunningNetwork } from "@/sim/world/world";

/** Who lends the money until the bridge has brought it. */
const RELAYER: Hex = "0x8888888888888888888888888888888888888888";

/** An amount of one network's tokens in those of another, of the same worth, rounded up. */
export function worthOn(amount: bigint, from: SimNetwork, to: SimNetwork): bigint {
  const [up, down] = [10n ** BigInt(to.decimals), 10n ** BigInt(from.decimals)];
  return (amount * up + down - 1n) / down;
}

/**
 * A payer on another network asks how to pay a request from there, while the provider of quotes behaves so. Returns the
 * deposit that is to be signed; null where none is offered.
 */
export async function askForDeposit(
  run: RunContext,
  { requestId, tenant, network: destination }: Created,
  {
    source,
    payer,
    site: behaviour,
    seconds,
  }: { source: RunningNetwork; payer: Hex; site: SiteBehaviour; seconds: number },
): Promise<WantedDeposit | null> {
  const request = run.model.requests.get(requestId);
  if (!request) return null;
  const site = run.world.nodes.bridge;
  const isOther = request.token === destination.of.otherToken;
  const query = new URLSearchParams({
    wallet: payer,
    chain: source.of.sourceChain ?? "",
    token: isOther ? "USDT" : "USDC",
  });
  [site.behaviour, site.fillSeconds] = [behaviour, seconds];
  // 400: what is left of it is too little, or no way is offered; 503: no node or no provider can be asked.
  const answer = await run.call({
    tenant,
    method: "GET",
    path: `/v2/request/${requestId}/pay?${query}`,
    expected: [400, 503],
  });
  site.behaviour = "right";
  if (answer?.status !== 200) return null;
  const calls: { to: string; data: string }[] = answer.body.transactions;
  const call = calls.at(-1);
  const wanted = call && depositOf(call);
  if (!call || !wanted) {
    run.model.broken("a deposit is what was asked for", `no deposit for ${requestId}`);
    return null;
  }
  const { payments, fallbackRecipient } = instructionsOf(wanted.message);
  const [payment] = payments;
  run.model.fees.asked(request, payments);
  const isFirst = !run.payments().some(({ reference }) => reference === request.reference);
  const total = payments.reduce((sum, { amount, feeAmount }) => sum + amount + feeAmount, 0n);
  run.model.bridges.handedOut({
    requestId,
    words: {
      pool: [source.of.pool ?? "", call.to.toLowerCase()],
      depositor: [payer, wanted.depositor],
      recipient: [ACROSS_HANDLER, wanted.recipient],
      inputToken: [isOther ? source.of.otherToken : source.of.token, wanted.inputToken],
      outputToken: [request.token, wanted.outputToken],
      outputAmount: [String(total), String(wanted.outputAmount)],
      destination: [String(destination.of.chainId), String(wanted.destinationChainId)],
      reference: [request.reference, payment?.reference ?? "none"],
      ...(isFirst ? { amount: [String(request.amount), String(payment?.amount)] as const } : {}),
      payee: [request.recipient, payment?.recipient ?? "none"],
      fallback: [request.recipient, fallbackRecipient],
      proxies: [
        destination.of.proxy,
        [
          ...new Set(
            instructionsOf(wanted.message)
              .calls.slice(2)
              .map((one) => one.target.toLowerCase()),
          ),
        ].join(),
      ],
    },
    inputAmount: wanted.inputAmount,
    worth: worthOn(total, destination.of, source.of),
    inputDecimals: source.of.decimals,
    secondsLeft: wanted.fillDeadline - Math.floor(run.world.scheduler.now / 1_000),
  });
  return wanted;
}

/** Makes a deposit; the pool gives it the next number, or it takes this one. */
export function deposit(
  run: RunContext,
  { requestId, network: destination }: Created,
  {
    source,
    wanted,
    depositId = nextNumber(run, source),
    isWorthFilling = true,
  }: { source: RunningNetwork; wanted: WantedDeposit; depositId?: bigint; isWorthFilling?: boolean },
): BridgedDeposit {
  const { chain, of } = source;
  const pool = poolOf(source);
  const relay: Relay = { ...wanted, originChainId: of.chainId, depositId };
  const { hash } = chain.send(wanted.depositor, pool, "0x", eventsOfDeposit(pool, wanted.depositor, relay));
  const sent = { requestId, source, destination, relay, hash, fills: [], refunds: [] };
  run.bridged.push(sent);
  run.model.bridges.deposited({
    id: relayHash(relay),
    requestId,
    depositor: relay.depositor,
    inputAmount: relay.inputAmount,
    inputDecimals: of.decimals,
    fee: relay.inputAmount - worthOn(relay.outputAmount, destination.of, of),
    isWorthFilling,
  });
  run.world.trace.note(`sent: ${hash} deposits ${relay.inputAmount} under ${depositId} for ${requestId}`);
  return sent;
}

/** Fills a deposit, where there is still time for it. */
export function fill(run: RunContext, sent: BridgedDeposit, end: FillEnd = "calls"): void {
  const { destination, relay, requestId } = sent;
  if (destination.chain.nextTime > relay.fillDeadline) return;
  const hash = sendFill(run, destination, relay, end);
  sent.fills.push({ hash, end });
  run.world.trace.note(`sent: ${hash} fills ${relay.depositId} for ${requestId}`);
}

/** Fills what nobody has deposited: another receiver under the number and with the message of a deposit. */
export function fillMadeUp(run: RunContext, { destination, relay }: BridgedDeposit, recipient: Hex): void {
  const hash = sendFill(run, destination, { ...relay, recipient }, "calls");
  run.world.trace.note(`sent: ${hash} fills what nobody deposited as ${relay.depositId}`);
}

function sendFill(run: RunContext, destination: RunningNetwork, relay: Relay, end: FillEnd): Hex {
  const { chain, of } = destination;
  const pool = poolOf(destination);
  const { hash } = chain.send(
    RELAYER,
    pool,
    "0x",
    eventsOfFill({ pool, proxy: of.proxy }, RELAYER, relay, end),
    {
      fills: [relayHash(relay)],
      validUntil: relay.fillDeadline,
    },
  );
  const payments = paymentsOfFill(relay, end);
  run.sent.set(hash, { network: destination, payments, payer: ACROSS_HANDLER });
  return hash;
}

/** The pool gives a deposit back, as it does when the destination has not filled it for good. */
export function refund(run: RunContext, sent: BridgedDeposit): void {
  const { source, relay } = sent;
  const pool = poolOf(source);
  const { hash } = source.chain.send(pool, pool, "0x", eventsOfRefund(pool, relay));
  sent.refunds.push(hash);
  run.world.trace.note(`sent: ${hash} gives ${relay.depositId} back to ${relay.depositor}`);
}

/** The number after those that the pool has given out on the branch that it is on. */
function nextNumber({ bridged }: RunContext, source: RunningNetwork): bigint {
  const given = bridged
    .filter((one) => one.source === source && source.chain.find(one.hash) !== null)
    .map(({ relay }) => Number(relay.depositId));
  return BigInt(Math.max(0, ...given) + 1);
}

function poolOf({ of }: RunningNetwork): Hex {
  if (of.pool === null) throw new Error(`${of.id} has no pool`);
  return of.pool;
}
