import { chosenApprovals } from "@/components/pay/safety/approvals";
import type { Comparison, Signer } from "@/components/pay/safety/comparison";
import { depositMismatch } from "@/components/pay/safety/crosschain/deposit-problem";
import { comparedLifi } from "@/components/pay/safety/crosschain/lifi-deposit";
import { type DepositPrice, priceOf, sameWorth } from "@/components/pay/safety/crosschain/price";
import { type ChosenSource, type Route, routeBetween } from "@/components/pay/safety/crosschain/route";
import { addressOf, type Built, type Expectation, expectationOf } from "@/components/pay/safety/expected";
import { Mismatch, problemOf, requireSame } from "@/components/pay/safety/mismatch";
import { type OfferedTransaction, offerOf } from "@/components/pay/safety/offered";
import { hiding, payerOf } from "@/components/pay/safety/payer";
import { requireQuotedAmount, requireSameQuote } from "@/components/pay/safety/quote";
import { namedRecipients } from "@/components/pay/safety/recipients";
import { requireSameStatements } from "@/components/pay/safety/statements";
import { approvalStep, batchOf, depositStep } from "@/components/pay/safety/steps";
import { addressBytes } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { depositCall, readDeposit } from "@/server/chains/evm/crosschain/deposit";
import { lifiDeposit } from "@/server/chains/evm/crosschain/lifi/verify";
import { type TokenPayment, totalOf } from "@/server/chains/evm/crosschain/message";
import { readCrosschainMessage } from "@/server/chains/evm/crosschain/read-message";
import { verifyDeposit } from "@/server/chains/evm/crosschain/verify";
import type { Token } from "@/server/currencies/tokens";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

export type DepositComparison =
  | (Extract<Comparison, { ok: true }> & { price: DepositPrice })
  | Extract<Comparison, { ok: false }>;

/**
 * `compare` for a payment from another network. The deposit is built here, from what the payer was shown and the
 * addresses compiled into the page, down to the last call of its message, and the answer has to agree with it byte for
 * byte: pool, handler, fee proxy, payee, amounts, references, fees, who gets what is left over and who gets it back. All
 * that a quote decides is the price, which is shown and has a bound, and within bounds its times and who may deliver
 * first. A deposit through LI.FI cannot be built here; it is compared part by part (`comparedLifi`). `now` is in seconds since 1970.
 */
export function compareDeposit(
  shown: ShownPayment,
  source: ChosenSource,
  answer: unknown,
  wallet: Signer,
  now: number,
): DepositComparison {
  try {
    return compared(shown, source, answer, wallet, now);
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

function compared(
  shown: ShownPayment,
  chosen: ChosenSource,
  answer: unknown,
  wallet: Signer,
  now: number,
): DepositComparison {
  const expectation = expectationOf(shown);
  const route = routeBetween(chosen, expectation.network);
  const payer = payerOf(expectation.network, shown, wallet);
  requireQuotedAmount(shown);
  requireSame("answer", "single", shown.kind);
  const offer = offerOf(shown.kind, answer);
  requireSame("answer", "crosschain", offer.metadata.routeType);
  if (offer.safeTransaction !== undefined) throw new Mismatch("answer", "no transaction of a Safe", "one");
  requireSameQuote(shown.quote, offer.quote);
  const recipients = recipientsIn(expectation, offer.payment);
  const payments = paymentsOf(expectation, recipients);
  const [first] = expectation.transfers;
  if (!first) throw new Mismatch("answer", "something to pay", "nothing");
  const arrives = totalOf(payments);
  const { amount, fee } = priceOf(offer.metadata, route, { token: first.token, amount: arrives });
  const deposit = requireSameDeposit(
    { shown, recipients, route, payer, amount, outputToken: first.token, payments, now },
    offer.payment,
  );
  const side = sourceSide(route, amount, deposit.built);
  const approvals = chosenApprovals(side, offer.approvals);
  requireSameStatements(expectation, recipients, offer);
  const steps = [
    ...approvals.map((approval) => approvalStep(route.source, approval)),
    depositStep(expectation, side, deposit.built, recipients),
  ];
  const { expiresAt, deadline } = { expiresAt: expiryOf(offer.metadata.quoteExpiresAt, now), ...deposit };
  const { symbol, decimals } = route.token;
  const price = { network: route.source.id, symbol, decimals, amount, fee, arrives, expiresAt, deadline };
  return { ok: true, payer, steps, batch: batchOf(route.source, steps), price };
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
