import type { Hex } from "viem";
import { PAYER_PAGE_CLIENT_ID } from "@/server/auth/payer-page";
import { eventsOfPayment, type TokenPayment } from "@/sim/chain/contracts";
import {
  announcementOf,
  paymentsOfSafe,
  rejectionOf,
  type SafeContract,
  type SafeTransaction,
  safeTxHashOf,
} from "@/sim/chain/safe";
import type { SafeFailure, SafeRow, Said } from "@/sim/model/safes";
import type { Link, SafePayment } from "@/sim/workload/known";
import type { RunContext } from "@/sim/workload/run-context";
import type { RunningNetwork } from "@/sim/world/world";

/** What the payer page says of itself. */
const PAGE = { "x-client-id": PAYER_PAGE_CLIENT_ID };
/** The link cannot be paid now, somebody else pays it, no node can be asked. */
const NOT_NOW = [403, 404, 409, 410, 423, 503];
/** Who carries transactions of Safes out, and pays their gas. */
const EXECUTOR: Hex = "0x7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a";
/** Whom owners pay when they pay for something else. */
const SUPPLIER: Hex = "0x7777777777777777777777777777777777777777";

/** A link that is paid from a Safe, and what its owners are to sign for it. */
export interface Offer {
  link: Link;
  network: RunningNetwork;
  safe: SafeContract;
  transaction: SafeTransaction;
}

/** Owners of a Safe ask how to pay a link. Null where nothing is offered. */
export async function askForSafe(
  run: RunContext,
  link: Link,
  network: RunningNetwork,
  safe: SafeContract,
): Promise<Offer | null> {
  const answer = await run.call({
    tenant: link.tenant,
    method: "GET",
    path: `/v2/secure-payments/${link.token}/pay?wallet=${safe.address}&isSafe=true`,
    headers: PAGE,
    expected: NOT_NOW,
  });
  if (answer?.status !== 200) return null;
  const { safeTransaction: said } = answer.body;
  const transaction: SafeTransaction = {
    to: `0x${String(said.to).slice(2).toLowerCase()}`,
    value: BigInt(said.value),
    data: said.data,
    operation: said.operation,
  };
  const payments = paymentsOfSafe(transaction);
  const requests = link.requestIds.flatMap((one) => run.model.requests.get(one) ?? []);
  run.model.fees.askedTogether(requests, payments);
  for (const { requestId, reference, recipient, token, amount } of requests) {
    const own = payments.filter((payment) => payment.reference === reference);
    const [only] = own;
    const isWhole = run.payments().some((payment) => payment.reference === reference);
    const isRight =
      own.length === 1 && only?.recipient === recipient && only.token === token && only.amount === amount;
    if (isRight || isWhole) continue;
    run.model.broken("a Safe pays what was asked for", `${requestId} is in it ${own.length} times`);
  }
  const hash = safeTxHashOf(safe, network.of.chainId, transaction, Number(said.nonce));
  if (hash !== said.safeTxHash) {
    run.model.broken("owners sign what is shown", `${said.safeTxHash} is the hash of something else`);
  }
  return { link, network, safe, transaction };
}

/** The same calls under a nonce of the Safe, as its owners put it among what else they mean to do. */
export function proposed(
  run: RunContext,
  { network, safe, transaction }: Offer,
  nonce: number,
): Omit<SafePayment, "id" | "requestIds"> {
  const safeTxHash = safeTxHashOf(safe, network.of.chainId, transaction, nonce);
  run.world.nodes.safes.propose({ ...transaction, safe: safe.address, nonce, safeTxHash, signers: [] });
  return { network, safe, transaction, nonce, safeTxHash };
}

/**
 * Says that a transaction of a Safe pays a link, until `deadline`, seconds since the epoch. `isBorneOut` is whether it is of
 * what the link asks for, `wasExecuted` whether its Safe has carried it out already. Null where nobody takes it.
 */
export async function announce(
  run: RunContext,
  link: Link,
  payment: Omit<SafePayment, "id" | "requestIds">,
  {
    deadline,
    isBorneOut = true,
    wasExecuted = false,
  }: { deadline: number; isBorneOut?: boolean; wasExecuted?: boolean },
): Promise<SafePayment | null> {
  const { safeTxHash, safe } = payment;
  const answer = await run.call({
    tenant: link.tenant,
    method: "POST",
    path: `/v2/secure-payments/${link.token}/intent`,
    // A browser names its page where it writes.
    headers: { ...PAGE, origin: new URL(run.world.service.config.urls.pay).origin },
    body: {
      chain: "ETHEREUM",
      token: "USDC",
      safeTxHash,
      payerAddress: safe.address,
      safePaymentDeadline: deadline,
    },
    expected: NOT_NOW,
  });
  if (answer?.status !== 200) return null;
  const { intentId, isListening } = answer.body;
  const announced = { ...payment, id: intentId, requestIds: link.requestIds };
  run.safePayments.push(announced);
  const known = { id: intentId, requestIds: link.requestIds, isBorneOut, deadline: 1_000 * deadline };
  run.model.safes.announced(known, isListening, wasExecuted);
  run.look();
  run.world.trace.note(`announced: ${safeTxHash} of ${safe.address} as ${intentId}`);
  return announced;
}

/** One of its owners signs a transaction, where all can see it. */
export function sign(run: RunContext, { safe, nonce, safeTxHash, transaction }: SafePayment): void {
  run.world.nodes.safes.propose({
    ...transaction,
    safe: safe.address,
    nonce,
    safeTxHash,
    signers: safe.owners.slice(0, 1),
  });
}

/** What comes of a transaction: it pays, its calls fail, or the Safe only says that it has paid. */
export type ExecutionEnd = "pays" | "fails" | "says_so" | "says_both";

/** A Safe carries out a transaction. Returns the hash of the chain's. */
export function execute(
  run: RunContext,
  { network, safe, nonce, safeTxHash, transaction }: Omit<SafePayment, "id" | "requestIds">,
  end: ExecutionEnd = "pays",
): Hex {
  const payments = end === "pays" ? paymentsOfSafe(transaction) : [];
  return send(run, { network, safe, nonce, safeTxHash }, payments, end);
}

/** Owners use a nonce for something else: for nothing, for another payment, or for the same payments by other calls. */
export function spendNonce(
  run: RunContext,
  { network, safe, transaction }: Pick<SafePayment, "network" | "safe" | "transaction">,
  nonce: number,
  way: "rejected" | "replaced" | "paid_otherwise",
): Hex {
  // Any other data makes another hash; what it pays is the same.
  const other: SafeTransaction =
    way === "paid_otherwise" ? { ...transaction, value: 1n } : replacement(nonce);
  const used = way === "rejected" ? rejectionOf(safe) : other;
  const safeTxHash = safeTxHashOf(safe, network.of.chainId, used, nonce);
  run.world.nodes.safes.propose({ ...used, safe: safe.address, nonce, safeTxHash, signers: safe.owners });
  const payments = way === "paid_otherwise" ? paymentsOfSafe(transaction) : [];
  return send(run, { network, safe, nonce, safeTxHash }, payments, "pays");
}

function replacement(nonce: number): SafeTransaction {
  return { to: SUPPLIER, value: BigInt(nonce + 1), data: "0x", operation: 0 };
}

function send(
  run: RunContext,
  { network, safe, nonce, safeTxHash }: Pick<SafePayment, "network" | "safe" | "nonce" | "safeTxHash">,
  payments: readonly TokenPayment[],
  end: ExecutionEnd,
): Hex {
  const { chain, of } = network;
  const isSuccess = end !== "fails";
  const { hash } = chain.send(
    EXECUTOR,
    safe.address,
    "0x",
    [
      ...payments.flatMap((payment) => eventsOfPayment(of.proxy, safe.address, payment)),
      announcementOf(safe, safeTxHash, isSuccess),
      ...(end === "says_both" ? [announcementOf(safe, safeTxHash, !isSuccess)] : []),
    ],
    { execution: { safe: safe.address, nonce, safeTxHash, isSuccess } },
  );
  run.sent.set(hash, { network, payments, payer: safe.address });
  run.world.trace.note(`sent: ${hash} has ${safe.address} use its nonce ${nonce} for ${safeTxHash}: ${end}`);
  return hash;
}

/** What the service says to somebody who opens a link: 423 while co-signers of a Safe are awaited. Null where it cannot tell. */
export async function statusOfLink(run: RunContext, { token, tenant }: Link): Promise<number | null> {
  const answer = await run.call({
    tenant,
    method: "GET",
    path: `/v2/secure-payments/${token}`,
    headers: PAGE,
    expected: NOT_NOW,
  });
  run.look();
  return answer && answer.status !== 503 ? answer.status : null;
}

/** What is stored of the transactions that were announced. */
export async function storedSafes({ world, safePayments }: RunContext): Promise<SafeRow[]> {
  if (safePayments.length === 0) return [];
  const { rows } = await world.database.query<{
    id: string;
    state: Said;
    failure: SafeFailure | null;
    signers: number | null;
    owners: number | null;
  }>(
    `select i.id, i.state, s.failure,
       case jsonb_typeof(s.signers) when 'array' then jsonb_array_length(s.signers) end as signers,
       s.owner_count as owners
     from secure_payment_intents i left join safe_transactions s on s.intent_id = i.id
     where i.kind = 'multisig' order by i.id`,
  );
  return rows.map(({ signers, owners, ...row }) => ({ ...row, signers: signers ?? 0, owners: owners ?? 0 }));
}
