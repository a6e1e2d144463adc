import { expect, test } from "vitest";
import type { PaymentLog } from "@/server/chains/adapter";
import { NO_ADDRESSES } from "@/server/payments/deposit-addresses/watch";
import type { Match } from "@/server/payments/recording/match";
import { cutPiece } from "@/server/worker/transfers/cut-piece";

test("a piece is cut between blocks, and every payment is in the part of its block", () => {
  const ours = [2, 3, 3, 3, 7, 9, 9].map(matchIn);
  const strangers = [1, 3, 8, 11].map(logIn);
  const parts = cutPiece(pieceOf(ours, strangers, 12n), 2);
  expect(parts.map(({ to }) => to)).toEqual([3n, 9n, 12n]);
  expect(parts.map(({ matched }) => matched.matches.map(blockOf))).toEqual([
    [2n, 3n, 3n, 3n],
    [7n, 9n, 9n],
    [],
  ]);
  expect(parts.map(({ matched }) => matched.unclaimed.map(({ blockNumber }) => blockNumber))).toEqual([
    [1n, 3n],
    [8n],
    [11n],
  ]);
  expect(parts.flatMap(({ payments }) => payments)).toHaveLength(ours.length + strangers.length);
});

test("a piece with few payments of ours stays whole, however many others it has", () => {
  const piece = pieceOf(
    [matchIn(5)],
    Array.from({ length: 100 }, (_, i) => logIn(i)),
    100n,
  );
  expect(cutPiece(piece, 2)).toEqual([piece]);
});

test("the last part ends where the piece ends, also with payments in the last block", () => {
  const parts = cutPiece(pieceOf([4, 4, 6, 6].map(matchIn), [], 6n), 2);
  expect(parts.map(({ to, matched }) => [to, matched.matches.length])).toEqual([
    [4n, 2],
    [6n, 2],
  ]);
});

function pieceOf(matches: Match[], unclaimed: PaymentLog[], to: bigint) {
  return {
    to,
    payments: [...matches.map(({ log }) => log), ...unclaimed],
    arrivals: [],
    watch: NO_ADDRESSES,
    matched: { matches, fees: [], refunds: [], unclaimed },
  };
}

function blockOf({ log }: Match): bigint {
  return log.blockNumber;
}

function matchIn(block: number): Match {
  return {
    log: logIn(block),
    request: {
      id: "",
      platformId: "",
      clientIdId: null,
      payee: "",
      invoiceCurrency: "",
      paymentCurrency: "",
      network: "",
      amount: 1n,
      requiredConfirmations: null,
      restrictedLinkId: null,
    },
    mismatch: null,
  };
}

function logIn(block: number): PaymentLog {
  return {
    txHash: "0x",
    position: 0,
    blockNumber: BigInt(block),
    blockHash: "0x",
    logIndex: 0,
    topic1: "0x",
    token: null,
    recipient: "0x",
    amount: 1n,
    feeAmount: 0n,
    feeAddress: null,
    conversion: null,
  };
}
