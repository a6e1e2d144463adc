import { describe, expect, test } from "vitest";
import type { PaymentLog } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { TOKEN_PAYMENT } from "@/server/chains/evm/decode-payments";
import { nativePaymentsInBatch } from "@/server/chains/evm/native-payments";
import type { RpcLog, RpcReceipt } from "@/server/chains/evm/rpc";
import { settlementsOf } from "@/server/chains/evm/settlement";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";

const address = (n: number): Hex => `0x${n.toString(16).padStart(40, "0")}`;
const token = address(0x70);
const otherToken = address(0x71);
const batch = address(0xba);
const proxy = address(0xfe);
const payer = address(1);
const second = address(2);
const payee = address(3);
const shop = address(4);
const receiver = address(5);
const account = address(6);
const pool = address(7);
const gas = address(8);
const ZERO = address(0);
const TRANSFER: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

type Step =
  | { move: [from: Hex, to: Hex, value: bigint]; of?: Hex }
  | { pay: [to: Hex, amount: bigint]; fee?: [to: Hex, amount: bigint] };

const move = (from: Hex, to: Hex, value: bigint, of?: Hex): Step => ({
  move: [from, to, value],
  of,
});
/** The transfers of a payment through the proxy, and its event. */
const proxied = (from: Hex, to: Hex, amount: bigint, fee?: [Hex, bigint]): Step[] => [
  move(from, to, amount),
  ...(fee ? [move(from, ...fee)] : []),
  { pay: [to, amount], fee },
];

/** Who paid and what arrived, by payment event, in a transaction that did these steps. */
function settle(steps: Step[], sender: Hex = payer) {
  return settled(steps, sender).map(({ settlement }) => [settlement.payer, settlement.received]);
}

function settled(steps: Step[], sender: Hex) {
  const logs: RpcLog[] = [];
  const payments: PaymentLog[] = [];
  for (const [index, step] of steps.entries()) {
    if ("pay" in step) {
      payments.push(paymentAt(index, payments.length, step.pay, step.fee));
      logs.push(logAt(index, proxy, [TOKEN_PAYMENT, `0x${"11".repeat(32)}`], "0x"));
    } else {
      const [from, to, value] = step.move;
      const topics: Hex[] = [TRANSFER, word(from), word(to)];
      logs.push(logAt(index, step.of ?? token, topics, `0x${value.toString(16).padStart(64, "0")}`));
    }
  }
  const receipt: RpcReceipt = {
    transactionHash: `0x${"aa".repeat(32)}`,
    status: "0x1",
    from: sender,
    to: proxy,
    logs,
  };
  return settlementsOf(payments, receipt, {
    forwarders: new Set([batch]),
    nativePayments: 0,
  });
}

function paymentAt(
  logIndex: number,
  position: number,
  [recipient, amount]: [Hex, bigint],
  fee?: [Hex, bigint],
): PaymentLog {
  return {
    txHash: `0x${"aa".repeat(32)}`,
    position,
    blockNumber: 1n,
    blockHash: `0x${"bb".repeat(32)}`,
    logIndex,
    topic1: `0x${"11".repeat(32)}`,
    token: token,
    recipient,
    amount,
    feeAmount: fee?.[1] ?? 0n,
    feeAddress: fee?.[0] ?? null,
    conversion: null,
  };
}

function logAt(index: number, at: Hex, topics: Hex[], data: Hex): RpcLog {
  return {
    address: at,
    topics,
    data,
    blockNumber: "0x1",
    blockHash: `0x${"bb".repeat(32)}`,
    transactionHash: `0x${"aa".repeat(32)}`,
    logIndex: `0x${index.toString(16)}`,
  };
}

function word(of: Hex): Hex {
  return `0x${of.slice(2).padStart(64, "0")}`;
}

const UNKNOWN = null;

describe("the payer of a token is whose balance went down by the payment", () => {
  const cases: [what: string, steps: Step[], settlements: (Hex | bigint | null)[][]][] = [
    ["a plain payment", proxied(payer, payee, 10n), [[payer, 10n]]],
    ["a payment with a fee leg", proxied(payer, payee, 10n, [receiver, 1n]), [[payer, 10n]]],
    ["a fee to the payee itself", proxied(payer, payee, 10n, [payee, 10n]), [[payer, 10n]]],
    [
      "a payment a relayer sent",
      [move(pool, gas, 3n, otherToken), ...proxied(payer, payee, 10n)],
      [[payer, 10n]],
    ],
    [
      "a batch of several payments with fees",
      [
        move(payer, batch, 33n),
        move(batch, receiver, 2n),
        ...proxied(batch, payee, 10n, [receiver, 1n]),
        ...proxied(batch, shop, 20n),
      ],
      [
        [payer, 10n],
        [payer, 20n],
      ],
    ],
    [
      "a batch that hands back what it did not spend",
      [move(payer, batch, 15n), ...proxied(batch, payee, 10n), move(batch, payer, 5n)],
      [[payer, 10n]],
    ],
    [
      "a batch into which nothing was moved from somebody else",
      [move(payer, batch, 10n), move(second, batch, 0n), ...proxied(batch, payee, 10n)],
      [[payer, 10n]],
    ],
    [
      "a batch to which somebody else gave the least there is",
      [move(payer, batch, 9n), move(second, batch, 1n), ...proxied(batch, payee, 10n)],
      [[UNKNOWN, 10n]],
    ],
    [
      "a transfer of another token that calls itself the same",
      [move(second, batch, 10n, otherToken), move(payer, batch, 10n), ...proxied(batch, payee, 10n)],
      [[payer, 10n]],
    ],
    ["a Safe or smart account with its own money", proxied(account, payee, 10n), [[account, 10n]]],
    [
      "a Safe that also pays the gas in the token",
      [...proxied(account, payee, 10n), move(account, gas, 1n)],
      [[account, 10n]],
    ],
    [
      "a smart account that takes the money from its owner",
      [move(payer, account, 11n), ...proxied(account, payee, 10n, [receiver, 1n])],
      [[payer, 10n]],
    ],
    [
      "the same through the batch contract",
      [move(payer, account, 10n), move(account, batch, 10n), ...proxied(batch, payee, 10n)],
      [[payer, 10n]],
    ],
    [
      "a smart account that takes only a part from its owner",
      [move(payer, account, 4n), ...proxied(account, payee, 10n)],
      [[UNKNOWN, 10n]],
    ],
    [
      "two smart accounts in one bundle",
      [...proxied(payer, payee, 10n), ...proxied(second, shop, 10n)],
      [
        [payer, 10n],
        [second, 10n],
      ],
    ],
    [
      "two batches in one bundle",
      [
        ...[move(payer, batch, 10n), ...proxied(batch, payee, 10n)],
        ...[move(second, batch, 10n), ...proxied(batch, shop, 10n)],
      ],
      [
        [UNKNOWN, 10n],
        [UNKNOWN, 10n],
      ],
    ],
    [
      "someone who is paid in the same bundle and keeps the change",
      [move(second, payer, 20n), ...proxied(payer, payee, 10n)],
      [[UNKNOWN, 10n]],
    ],
    [
      "someone who is paid in the same bundle and puts the change away",
      [move(second, payer, 20n), ...proxied(payer, payee, 10n), move(payer, account, 10n)],
      [[UNKNOWN, 10n]],
    ],
    [
      "a payer who gets the money back at once",
      [...proxied(payer, payee, 10n), move(payee, payer, 10n)],
      [[UNKNOWN, 10n]],
    ],
    ["a payee who pays itself", proxied(payee, payee, 10n), [[UNKNOWN, 10n]]],
    ["money out of nothing", [move(ZERO, account, 10n), ...proxied(account, payee, 10n)], [[UNKNOWN, 10n]]],
    [
      "a swap on the way: the pool's money",
      [move(pool, account, 10n), ...proxied(account, payee, 10n)],
      [[pool, 10n]],
    ],
    [
      "a token that burns a part on the way",
      [move(payer, payee, 9n), move(payer, ZERO, 1n), { pay: [payee, 10n] }],
      [[payer, 9n]],
    ],
    [
      "the same with a fee to the payee",
      [move(payer, payee, 9n), move(payer, payee, 2n), { pay: [payee, 10n], fee: [payee, 3n] }],
      [[payer, 9n]],
    ],
    [
      "several payments to one payee: each transfer is counted for one of them",
      [...proxied(payer, payee, 10n), ...proxied(payer, payee, 10n), { pay: [payee, 10n] }],
      [
        [payer, 10n],
        [payer, 10n],
        [UNKNOWN, 0n],
      ],
    ],
    ["an event without a transfer", [{ pay: [payee, 10n] }], [[UNKNOWN, 0n]]],
    ["an event with a transfer of nothing", proxied(payer, payee, 0n), [[UNKNOWN, 0n]]],
    ["an event before its transfer", [{ pay: [payee, 10n] }, move(payer, payee, 10n)], [[UNKNOWN, 0n]]],
    [
      "a circle of money",
      [move(account, batch, 10n), ...proxied(batch, payee, 10n), move(payee, account, 10n)],
      [[UNKNOWN, 10n]],
    ],
  ];
  test.each(cases)("%s", (_, steps, settlements) => {
    expect(settle(steps, gas)).toEqual(settlements);
  });
});

describe("the payer of native coin is the sender of a call to a payment contract", () => {
  const native = (position: number) => ({ ...paymentAt(position, position, [payee, 10n]), token: null });
  const settleNative = (events: number, nativePayments: number) =>
    settlementsOf(
      Array.from({ length: events }, (_, i) => native(i)),
      { transactionHash: "0x", status: "0x1", from: payer, to: proxy, logs: [] },
      { forwarders: new Set(), nativePayments },
    ).map(({ settlement }) => settlement.payer);

  test("who made as many payments as the transaction holds", () => {
    expect(settleNative(1, 1)).toEqual([payer]);
    expect(settleNative(3, 3)).toEqual([payer, payer, payer]);
  });

  test("and unknown where something else was called, or a payee paid while it was being paid", () => {
    expect(settleNative(1, 0)).toEqual([UNKNOWN]);
    expect(settleNative(2, 1)).toEqual([UNKNOWN, UNKNOWN]);
  });

  test("and a batch says itself how many it makes", () => {
    const payment = { payee: payee, amount: 1n, reference: "0x1122334455667788" as const, fee: null };
    const calls = paymentCalls(EVM_NETWORKS.sepolia);
    const mixed = [
      { ...payment, token: null },
      { ...payment, token: token },
      { ...payment, token: null },
    ];
    expect(nativePaymentsInBatch(calls.many(mixed).call.data)).toBe(2);
    expect(nativePaymentsInBatch(calls.many([{ ...payment, token: token }]).call.data)).toBe(0);
    expect(nativePaymentsInBatch("0x12345678")).toBe(0);
    expect(nativePaymentsInBatch("0x")).toBe(0);
  });
});

describe("the payer's own key (RS-05)", () => {
  const keys = (steps: Step[], sender: Hex) =>
    settled(steps, sender).map(({ settlement }) => settlement.payerEoa);

  test("is the payer who signed the transaction, however its node writes the address", () => {
    expect(keys(proxied(payer, payee, 10n), payer)).toEqual([payer]);
    const upper: Hex = `0x${payer.slice(2).toUpperCase()}`;
    expect(keys(proxied(payer, payee, 10n), upper)).toEqual([payer]);
  });

  test("is not known where somebody else sent it, or where the payer is not", () => {
    expect(keys(proxied(payer, payee, 10n), second)).toEqual([null]);
    expect(keys([move(payer, account, 4n), ...proxied(account, payee, 10n)], payer)).toEqual([null]);
  });
});
