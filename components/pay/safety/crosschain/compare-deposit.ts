import { chosenApprovals } from "@/components/pay/safety/approvals";
import type { Comparison, Signer, Step } from "@/components/pay/safety/comparison";
import { depositMismatch } from "@/components/pay/safety/crosschain/deposit-problem";
import { comparedLifi } from "@/components/pay/safety/crosschain/lifi-deposit";
import {
  type DepositPrice,
  type DepositShare,
  priceOf,
  sameWorth,
  togetherOf,
} from "@/components/pay/safety/crosschain/price";
import { type ChosenSource, type Route, routeBetween } from "@/components/pay/safety/crosschain/route";
import {
  addressOf,
  type Built,
  type Expectation,
  expectationOf,
  type Transfer,
} from "@/components/pay/safety/expected";
import { Mismatch, problemOf, requireSame } from "@/components/pay/safety/mismatch";
import { depositsOfferOf, type OfferedTransaction, offerOf } from "@/components/pay/safety/offered";
import { type Parsed, textOf } from "@/components/pay/safety/parse";
import { hiding, payerOf } from "@/components/pay/safety/payer";
import { requireQuotedAmount, requireSameQuote } from "@/components/pay/safety/quote";
import { namedRecipients } from "@/components/pay/safety/recipients";
import { requireSameStatements, requireSameStatementsElsewhere } from "@/components/pay/safety/statements";
import { approvalStep, batchOf, depositStep } from "@/components/pay/safety/steps";
import { addressBytes } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { erc20Payment } from "@/server/chains/evm/calldata";
import { depositCall, readDeposit } from "@/server/chains/evm/crosschain/deposit";
import { lifiDeposit } from "@/server/chains/evm/crosschain/lifi/verify";
import { type TokenPayment, totalOf } from "@/server/chains/evm/crosschain/message";
import { readCrosschainMessage } from "@/server/chains/evm/crosschain/read-message";
import { verifyDeposit } from "@/server/chains/evm/crosschain/verify";
import type { Token } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

export type DepositComparison =
  | (Extract<Comparison, { ok: true }> & { price: DepositPrice })
  | Extract<Comparison, { ok: false }>;

/**
 * `compare` for a payment from another network. Each deposit is built here, from what the payer was shown and the
 * addresses compiled into the page, down to the last call of its message, and the answer has to agree with it byte for
 * byte: pool, handler, fee proxy, payee, amounts, references, fees, who gets what is left over and who gets it back. All
 * that a quote decides is the price, which is shown and has a bound, and within bounds its times and who may deliver
 * first. A deposit through LI.FI cannot be built here; it is compared part by part (`comparedLifi`). Of a bundle each open
 * payment has exactly one deposit, in the order in which they are shown. `now` is in seconds since 1970.
 */
export function compareDeposit(
  shown: ShownPayment,
  source: ChosenSource,
  answer: unknown,
  wallet: Signer,
  now: number,
): DepositComparison {
  try {
    const expectation = expectationOf(shown);
    const route = routeBetween(source, expectation.network);
    const payer = payerOf(expectation.network, shown, wallet);
    requireQuotedAmount(shown);
    const paying = { shown, expectation, route, payer, now };
    return shown.kind === "bundle" ? comparedBundle(paying, answer) : comparedSingle(paying, answer);
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** What does not come from the answer. */
interface Paying {
  shown: ShownPayment;
  expectation: Expectation;
  route: Route;
  payer: string;
  now: number;
}

function comparedSingle(paying: Paying, answer: unknown): DepositComparison {
  const { shown, expectation, route, payer, now } = paying;
  requireSame("answer", "single", shown.kind);
  const offer = offerOf(shown.kind, answer);
  requireSame("answer", "crosschain", offer.metadata.routeType);
  if (offer.safeTransaction !== undefined) throw new Mismatch("answer", "no transaction of a Safe", "one");
  requireSameQuote(shown.quote, offer.quote);
  const deposit = comparedDeposit(paying, expectation, offer.metadata, offer.payment);
  const approvals = approvalsFor(route, [deposit], offer.approvals);
  requireSameStatements(expectation, deposit.recipients, offer);
  const steps = [...approvals, deposit.step];
  const until = { expiresAt: expiryOf(offer.metadata.quoteExpiresAt, now), deadline: deposit.deadline };
  const price = togetherOf(route, [deposit.share], until);
  return { ok: true, payer, steps, batch: batchOf(route.source, steps), price };
}

function comparedBundle(paying: Paying, answer: unknown): DepositComparison {
  const { shown, expectation, route, payer, now } = paying;
  const offer = depositsOfferOf(answer);
  requireSame("answer", "crosschain", offer.metadata.routeType);
  requireSameQuote(shown.quote, offer.quote);
  const parts = paymentsApart(expectation);
  requireSame("transactions", parts.length, offer.deposits.length);
  const compared = parts.map((part, i) => {
    const [transaction, cost, call] = [offer.deposits[i], offer.costs[i], offer.calls[i]];
    if (!transaction || !cost || !call)
      throw new Mismatch("transactions", "a deposit for each payment", "none");
    requireSame("reference", part.transfers[0]?.reference ?? "", cost.paymentReference);
    const deposit = comparedDeposit(paying, part, cost, transaction);
    requireSameCall(expectation, deposit, call);
    return { ...deposit, expiresAt: expiryOf(cost.quoteExpiresAt, now) };
  });
  const [first, ...others] = compared;
  if (!first) throw new Mismatch("transactions", "a deposit for each payment", "none");
  const approvals = approvalsFor(route, compared, offer.approvals);
  const recipients = compared.flatMap((deposit) => deposit.recipients);
  requireSameStatementsElsewhere(
    expectation,
    recipients,
    { network: route.source, token: route.token },
    offer,
  );
  const price = togetherOf(route, [first.share, ...others.map(({ share }) => share)], {
    expiresAt: Math.min(...compared.map(({ expiresAt }) => expiresAt)),
    deadline: Math.max(...compared.map(({ deadline }) => deadline)),
  });
  requireSame("amount", formatAmount(price.amount, price.decimals), offer.metadata.sourceAmount);
  const steps = [...approvals, ...compared.map(({ step }) => step)];
  return { ok: true, payer, steps, batch: batchOf(route.source, steps), price };
}

/** The payments of a bundle, each with the fees that travel with it. Their order is that in which they are shown. */
function paymentsApart(expectation: Expectation): Expectation[] {
  const apart: Transfer[][] = [];
  for (const transfer of expectation.transfers) {
    const last = apart.at(-1);
    if (transfer.leg.role === "payment") apart.push([transfer]);
    else if (last?.[0]?.leg.item === transfer.leg.item) last.push(transfer);
    else throw new Mismatch("answer", "a fee behind its payment", "a fee of another payment");
  }
  return apart.map((transfers) => ({ ...expectation, transfers }));
}

interface Compared {
  step: Step;
  share: DepositShare;
  /** Whose contract takes it. */
  built: Built;
  recipients: readonly string[];
  payments: readonly TokenPayment[];
  deadline: number;
}

/** One deposit, which brings all of `part`; `said` is what the answer says of its cost. */
function comparedDeposit(
  { shown, route, payer, now }: Paying,
  part: Expectation,
  said: Parsed,
  offered: OfferedTransaction,
): Compared {
  const recipients = recipientsIn(part, offered);
  const payments = paymentsOf(part, recipients);
  const [first] = part.transfers;
  if (!first) throw new Mismatch("answer", "something to pay", "nothing");
  const { id: currency, symbol, decimals } = first.token;
  const arrives = totalOf(payments);
  const { amount, fee } = priceOf(said, route, { token: first.token, amount: arrives });
  const { built, deadline } = requireSameDeposit(
    { shown, recipients, route, payer, amount, outputToken: first.token, payments, now },
    offered,
  );
  return {
    step: depositStep(part, sourceSide(route, amount, built), built, recipients),
    share: { amount, fee, arrives: { currency, symbol, decimals, units: arrives } },
    built,
    recipients,
    payments,
    deadline,
  };
}

/** All deposits go to one contract, which may take exactly what they bring. */
function approvalsFor(
  route: Route,
  deposits: readonly Compared[],
  offered: readonly OfferedTransaction[],
): Step[] {
  const [first, ...others] = deposits;
  if (!first) throw new Mismatch("transactions", "a deposit", "none");
  for (const { built } of others) requireSame("contract", first.built.to, built.to);
  const amount = deposits.reduce((sum, { share }) => sum + share.amount, 0n);
  const side = sourceSide(route, amount, first.built);
  return chosenApprovals(side, offered).map((approval) => approvalStep(route.source, approval));
}

/** What the answer says that a deposit calls on the other network: its payment, through the known proxy. */
function requireSameCall({ network }: Expectation, { payments: [payment] }: Compared, call: Parsed): void {
  const { erc20FeeProxy } = network.contracts;
  if (!payment || !erc20FeeProxy) throw new Mismatch("answer", "something to pay", "nothing");
  const proxy = hexOf(erc20FeeProxy.address);
  requireSame("network", network.id, call.network);
  requireSame("network", network.chainId, call.chainId);
  requireSame("contract", proxy.toLowerCase(), textOf("contractAddress", call.contractAddress).toLowerCase());
  const { data } = erc20Payment(proxy, payment);
  if (data.toLowerCase() !== textOf("calldata", call.calldata).toLowerCase()) {
    throw new Mismatch("calldata", "the call that the deposit makes", "another call");
  }
}

interface Asked {
  shown: ShownPayment;
  recipients: readonly string[];
  route: Route;
  payer: string;
  amount: bigint;
  outputToken: Token;
  payments: readonly TokenPayment[];
  now: number;
}

function requireSameDeposit(
  { shown, recipients, route, payer, amount, outputToken, payments, now }: Asked,
  { to, data, value }: OfferedTransaction,
): { built: Built; deadline: number } {
  const { source, destination, token, spokePool } = route;
  const hide = hiding(shown, recipients);
  const expected = {
    source,
    destination,
    payer: hexOf(payer),
    inputToken: token.address,
    inputAmount: amount,
    payments,
    now,
  };
  const offered = { to: hexOf(to), data, value };
  if (isOfLifi(route, to)) {
    return comparedLifi(expected, offered, { mostArrives: sameWorth(amount, token, outputToken), hide });
  }
  const verified = verifyDeposit(expected, offered);
  if (!verified.ok) throw depositMismatch(verified.problem, hide);
  const call = depositCall(spokePool, verified.deposit);
  const built = { contract: "AcrossSpokePool" as const, to: spokePool, feeLimit: null };
  return {
    built: { ...built, data: call.data, value: call.value },
    deadline: verified.deposit.fillDeadline,
  };
}

function isOfLifi({ diamond }: Route, to: string): boolean {
  return diamond !== null && to.toLowerCase() === diamond.toLowerCase();
}

/** What leaves the wallet on the source: one token, which the contract that is called may take exactly so much of. */
function sourceSide({ source, token }: Route, amount: bigint, { contract, to }: Built): Expectation {
  return {
    network: source,
    transfers: [],
    contract: { name: contract, address: to },
    spends: [{ token, amount, spender: to }],
  };
}

function paymentsOf({ network, transfers }: Expectation, recipients: readonly string[]): TokenPayment[] {
  const bytes = (address: string) => addressBytes(network.family, address);
  return transfers.map(({ token, amount, reference, fee }, index) => {
    if (token.address === null) throw new Mismatch("token", "a token that a bridge takes", token.symbol);
    return {
      token: bytes(token.address),
      payee: bytes(addressOf(network, "recipient", recipients[index] ?? "")),
      amount,
      reference,
      fee: fee && { amount: fee.amount, address: bytes(fee.address) },
    };
  });
}

/** As `recipientsOf`, from the message of a deposit: a hidden recipient has to fit what was promised about it. */
function recipientsIn(expectation: Expectation, { data }: OfferedTransaction): string[] {
  return namedRecipients(expectation, () => {
    const deposit = readDeposit(data) ?? lifiDeposit(data);
    const message = deposit && readCrosschainMessage(deposit.message);
    if (!message) throw new Mismatch("calldata", "a deposit that pays", "another call");
    return new Map(message.payments.map(({ reference, payee }) => [reference.toLowerCase(), payee]));
  });
}

function expiryOf(value: unknown, now: number): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > now ? value : now;
}

function hexOf(address: string): Hex {
  return `0x${address.slice(2)}`;
}
