import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  pad,
  parseAbi,
  parseAbiParameters,
  toEventSelector,
  toFunctionSelector,
} from "viem";
import type { Chain } from "@/sim/chain/chain";
import { eventsOfPayment, lower, type TokenPayment, transfer, transfersIn } from "@/sim/chain/contracts";
import type { Emitted } from "@/sim/chain/emitted";
import {
  digestOf,
  instalmentsOf,
  type NamedInstalment,
  type Permit,
  recurringContract,
  referenceOf,
} from "@/sim/chain/recurring/permit";
import type { SimNetwork } from "@/sim/chain/sim-network";
import type { Answered, Contract, Moment, Outcome } from "@/sim/chain/transaction";

const erc20 = parseAbi([
  "function allowance(address owner, address spender) view returns (uint256)",
  "function transferFrom(address from, address to, uint256 value) returns (bool)",
  "event Approval(address indexed owner, address indexed spender, uint256 value)",
]);
const APPROVAL = toEventSelector("Approval(address,address,uint256)");
const PAID = toEventSelector("InstalmentPaid(bytes32,uint8)");
const CANCELLED = toEventSelector("ScheduleCancelled(bytes32,address)");

const reasonOf = (name: string) => toFunctionSelector(`ERC20RecurringPaymentProxy__${name}()`);
/** Of tokens as OpenZeppelin writes them. */
const TOO_LITTLE_ALLOWED = toFunctionSelector("ERC20InsufficientAllowance(address,uint256,uint256)");
const TOO_LITTLE = toFunctionSelector("ERC20InsufficientBalance(address,uint256,uint256)");

/** The logs of a chain up to some moment, and the time of the block of then, seconds since the epoch. */
interface State {
  logs: readonly Emitted[];
  timestamp: number;
}

/**
 * The recurring contract of a network, as far as schedules need it: pays each instalment of a signed permit once, in order,
 * not before it is due, and not after its payer has ended the schedule. All that it knows follows from the events on its chain.
 */
export class RecurringContract implements Contract {
  readonly address: Hex;
  /** By the address of each contract its code. */
  readonly code: ReadonlyMap<string, Hex>;
  readonly #chain: Chain;
  readonly #network: SimNetwork;
  readonly #relayer: string;
  /** Signatures that payers have made, by digest. */
  readonly #signatures = new Map<Hex, Hex>();

  constructor(network: SimNetwork, chain: Chain, { relayer, code }: { relayer: Hex; code: Hex }) {
    this.address = network.recurring;
    this.code = new Map([[this.address, code]]);
    this.#chain = chain;
    this.#network = network;
    this.#relayer = lower(relayer);
  }

  digestOf(permit: Permit): Hex {
    return digestOf(this.#network.chainId, this.address, permit);
  }

  /** Takes note of a signature that a payer has really made. */
  signed(permit: Permit, signature: Hex): void {
    this.#signatures.set(this.digestOf(permit), signature);
  }

  /** What a transaction to the contract does in its block. */
  run(from: Hex, data: Hex, at: Moment): Outcome {
    const state = this.#before(at);
    const { functionName, args } = decodeFunctionData({ abi: recurringContract, data });
    if (functionName === "cancel") {
      const [permit] = args;
      const digest = this.digestOf(permit);
      const isDone = from !== lower(permit.subscriber) || this.#isCancelled(digest, state.logs);
      return { logs: isDone ? [] : [this.#cancelled(digest, permit)], payments: [] };
    }
    const instalments = instalmentsOf(data);
    if (functionName !== "triggerRecurringPayments" || !instalments || from !== this.#relayer) {
      return { logs: [], payments: [], isReverted: true };
    }
    return this.#pay(instalments, state);
  }

  call({ to, data }: { to: string; data: Hex }, height: number): Answered | null {
    const state = this.#after(height);
    if (to === this.address) return this.#answer(data, state);
    return to === this.#network.token || to === this.#network.otherToken
      ? this.#answerOfToken(lower(to), data, state)
      : null;
  }

  /** How many instalments of a schedule are paid at the end of the block of this height. */
  paidAt(digest: Hex, height: number): number {
    return this.#paid(digest, this.#after(height).logs);
  }

  isCancelledAt(digest: Hex, height: number): boolean {
    return this.#isCancelled(digest, this.#after(height).logs);
  }

  balanceAt(token: Hex, owner: Hex, height: number): bigint {
    return balanceIn(this.#after(height).logs, token, lower(owner));
  }

  /** The event of a payer who lets the contract take so much. */
  approval(token: Hex, owner: Hex, amount: bigint): Emitted {
    const topics = encodeEventTopics({
      abi: erc20,
      eventName: "Approval",
      args: { owner, spender: this.address },
    });
    return emitted(token, topics, encodeAbiParameters(parseAbiParameters("uint256"), [amount]));
  }

  #pay(instalments: readonly NamedInstalment[], before: State): Outcome {
    const logs: Emitted[] = [];
    const payments: TokenPayment[] = [];
    for (const one of instalments) {
      const state = { ...before, logs: [...before.logs, ...logs] };
      const digest = this.digestOf(one.permit);
      const reason = this.#refusal(one, digest, state);
      if (reason !== null) {
        logs.push(this.#failed(digest, one.index, reason));
        continue;
      }
      const payment = paymentOf(one);
      const { subscriber, token } = one.permit;
      const taken = payment.amount + payment.feeAmount;
      logs.push(transfer(lower(token), lower(subscriber), this.address, taken));
      logs.push(...eventsOfPayment(this.#network.proxy, this.address, payment));
      logs.push(this.#paidEvent(digest, one.index));
      payments.push(payment);
    }
    return { logs, payments };
  }

  /** The first four bytes of what an instalment reverts with; null where it is paid. */
  #refusal(
    { permit, signature, index, paymentReference }: NamedInstalment,
    digest: Hex,
    { logs, timestamp }: State,
  ): Hex | null {
    const { subscriber, token, totalExecutions, firstExec, periodSeconds, deadline } = permit;
    if (this.#signatures.get(digest) !== signature) return reasonOf("BadSignature");
    if (this.#isCancelled(digest, logs)) return reasonOf("Cancelled");
    if (BigInt(timestamp) > deadline) return reasonOf("SignatureExpired");
    if (index !== this.#paid(digest, logs) + 1) return reasonOf("PaymentOutOfOrder");
    if (index > totalExecutions) return reasonOf("IndexOutOfBounds");
    if (timestamp < firstExec + (index - 1) * periodSeconds) return reasonOf("NotDueYet");
    if (paymentReference !== referenceOf(digest, index)) return reasonOf("WrongReference");
    const taken = permit.amount + permit.feeAmount + permit.gasFee;
    if (this.#allowance(lower(token), lower(subscriber), logs) < taken) return TOO_LITTLE_ALLOWED;
    return balanceIn(logs, lower(token), lower(subscriber)) < taken ? TOO_LITTLE : null;
  }

  #answer(data: Hex, state: State): Answered {
    try {
      return this.#answerOf(data, state);
    } catch {
      // A call of a function that it does not have.
      return { reverts: "0x" };
    }
  }

  #answerOf(data: Hex, state: State): Answered {
    const { functionName, args } = decodeFunctionData({ abi: recurringContract, data });
    const word = (value: Hex) => ({ returns: pad(value, { size: 32 }) });
    switch (functionName) {
      case "scheduleOf":
        return { returns: this.digestOf(args[0]) };
      case "isCancelled":
        return word(this.#isCancelled(args[0], state.logs) ? "0x1" : "0x0");
      case "lastPaymentIndex":
        return word(`0x${this.#paid(args[0], state.logs).toString(16)}`);
      case "erc20FeeProxy":
        return word(this.#network.proxy);
      case "hasRole":
        return word(lower(args[1]) === this.#relayer ? "0x1" : "0x0");
      case "triggerRecurringPayments": {
        const { payments } = this.#pay(args[0], state);
        const result = BigInt(payments.length);
        return { returns: encodeFunctionResult({ abi: recurringContract, functionName, result }) };
      }
      case "triggerRecurringPayment": {
        const [permit, signature, index, paymentReference] = args;
        const one = { permit, signature, index, paymentReference };
        const reason = this.#refusal(one, this.digestOf(permit), state);
        return reason === null ? { returns: "0x" } : { reverts: reason };
      }
      case "cancel":
        return { reverts: reasonOf("NotSubscriber") };
    }
  }

  /** Of what tokens answer, what is asked about the contract. */
  #answerOfToken(token: Hex, data: Hex, { logs }: State): Answered | null {
    try {
      const { functionName, args } = decodeFunctionData({ abi: erc20, data });
      if (functionName === "allowance") {
        const [owner, spender] = args;
        const allowed = lower(spender) === this.address ? this.#allowance(token, lower(owner), logs) : 0n;
        return { returns: encodeFunctionResult({ abi: erc20, functionName, result: allowed }) };
      }
      const [from, , value] = args;
      if (this.#allowance(token, lower(from), logs) < value) return { reverts: TOO_LITTLE_ALLOWED };
      if (balanceIn(logs, token, lower(from)) < value) return { reverts: TOO_LITTLE };
      return { returns: encodeFunctionResult({ abi: erc20, functionName, result: true }) };
    } catch {
      return null;
    }
  }

  #paid(digest: Hex, logs: readonly Emitted[]): number {
    return logs.filter(
      ({ address, topics }) => address === this.address && topics[0] === PAID && topics[1] === digest,
    ).length;
  }

  #isCancelled(digest: Hex, logs: readonly Emitted[]): boolean {
    return logs.some(
      ({ address, topics }) => address === this.address && topics[0] === CANCELLED && topics[1] === digest,
    );
  }

  /** What the contract may take: the last approval, less what it took since. */
  #allowance(token: Hex, owner: Hex, logs: readonly Emitted[]): bigint {
    let allowed = 0n;
    for (const log of logs) {
      const [topic0, by, to] = log.topics;
      if (log.address !== token) continue;
      if (topic0 === APPROVAL && by === pad(owner) && to === pad(this.address)) allowed = BigInt(log.data);
      for (const { from, to: taker, value } of transfersIn([log], token)) {
        if (from === owner && taker === this.address) allowed -= value;
      }
    }
    return allowed;
  }

  #paidEvent(digest: Hex, index: number): Emitted {
    const topics = encodeEventTopics({
      abi: recurringContract,
      eventName: "InstalmentPaid",
      args: { schedule: digest },
    });
    return emitted(this.address, topics, encodeAbiParameters(parseAbiParameters("uint8"), [index]));
  }

  #failed(digest: Hex, index: number, reason: Hex): Emitted {
    const topics = encodeEventTopics({
      abi: recurringContract,
      eventName: "InstalmentFailed",
      args: { schedule: digest },
    });
    const data = encodeAbiParameters(parseAbiParameters("uint8, bytes4"), [index, reason]);
    return emitted(this.address, topics, data);
  }

  #cancelled(digest: Hex, { subscriber }: Permit): Emitted {
    const args = { schedule: digest, subscriber };
    const topics = encodeEventTopics({ abi: recurringContract, eventName: "ScheduleCancelled", args });
    return emitted(this.address, topics, "0x");
  }

  #before({ height, timestamp, before }: Moment): State {
    const logs = [...this.#after(height - 1).logs, ...before.flatMap((one) => one.logs)];
    return { logs, timestamp };
  }

  /** The state at the end of a block. */
  #after(height: number): State {
    const heights = this.#chain.busyHeights(0, height);
    const logs = heights.flatMap((number) =>
      (this.#chain.block(number)?.transactions ?? []).flatMap((one) => one.logs),
    );
    return { logs, timestamp: this.#chain.block(height)?.timestamp ?? 0 };
  }
}

/** What the payment contract does for an instalment. */
function paymentOf({ permit, paymentReference }: NamedInstalment): TokenPayment {
  const { token, recipient, amount, feeAmount, feeAddress } = permit;
  return {
    token: lower(token),
    recipient: lower(recipient),
    amount,
    reference: paymentReference,
    feeAmount: BigInt(feeAddress) === 0n ? 0n : feeAmount,
    feeAddress: lower(feeAddress),
  };
}

/** What an address has that never had anything but what came to it in transfers. */
function balanceIn(logs: readonly Emitted[], token: Hex, owner: Hex): bigint {
  return transfersIn(logs, token).reduce((sum, { from, to, value }) => {
    const change = (to === owner ? value : 0n) - (from === owner ? value : 0n);
    return sum + change;
  }, 0n);
}

function emitted(address: Hex, topics: readonly (Hex | Hex[] | null)[], data: Hex): Emitted {
  return { address, topics: topics.flatMap((topic) => (typeof topic === "string" ? [topic] : [])), data };
}
