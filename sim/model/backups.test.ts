import { beforeEach, expect, test } from "vitest";
import { ConversionModel } from "@/sim/model/conversions";
import { DepositModel, type KnownDeposit } from "@/sim/model/deposits";
import type { KnownRequest } from "@/sim/model/facts";
import { Model } from "@/sim/model/model";
import { type KnownRefund, RefundModel } from "@/sim/model/refunds";
import { RetentionModel, timeOf } from "@/sim/model/retention";

const REQUEST: KnownRequest = {
  requestId: "before",
  tenant: "shop",
  network: "sepolia",
  reference: "0x1",
  token: "0xt",
  recipient: "0xr",
  amount: 5n,
  least: 5n,
  confirmations: 3,
  decimals: 6,
};
const event = (sequence: number, told = "payment.processing") =>
  JSON.stringify({ event: told, requestId: "before", sequence, timestamp: "2026-01-05T12:00:00.000Z" });
const stored = (...sequences: number[]) => sequences.map((sequence) => ({ tenant: "shop", sequence }));
const read = (...bodies: string[]) => bodies.map((body, i) => ({ id: String(i), body }));

let model: Model;
const rules = () => model.violations.map(({ rule }) => rule);
beforeEach(() => {
  model = new Model();
  model.acknowledged(REQUEST);
  model.delivered("shop", event(1), 3);
});

test("after a restore, requests since the backup are gone, and numbers of events go on behind those that were skipped", () => {
  const restored = model.backedUp(new Map([["shop", 1]]));
  model.acknowledged({ ...REQUEST, requestId: "since", reference: "0x2" });
  model.delivered("shop", event(2), 3);
  restored(100);
  expect([...model.requests.keys()]).toEqual(["before"]);
  model.storedEvents(stored(1));
  model.storedEvents(stored(1, 102, 103));
  model.delivered("shop", event(102), 3);
  model.pulledAtTheEnd("shop", read(event(1), event(102)), 3);
  expect(rules()).toEqual([]);
  model.storedEvents(stored(1, 2));
  expect(rules()).toEqual(["sequence 1 to n"]);
});

test("what a receiver got before the backup stays, and no number of it may say something else", () => {
  model.backedUp(new Map([["shop", 1]]))(100);
  model.delivered("shop", event(1, "payment.failed"), 3);
  expect(rules()).toEqual(["one event for each sequence"]);
});

test("quotes, deposit addresses, refunds and deliveries since a backup are forgotten, and those before are not", () => {
  const broken: string[] = [];
  const note = ({ rule }: { rule: string }) => void broken.push(rule);

  const conversions = new ConversionModel(note);
  const quote = { payer: "", invoiceAmount: 1n, paymentAmount: 1n, createdAt: 0, expiresAt: 1 };
  conversions.promised({ ...quote, requestId: "before" });
  const deposits = new DepositModel(note);
  const address: KnownDeposit = {
    requestId: "before",
    network: "sepolia",
    address: "0xd1",
    token: "0xt",
    payee: "0xr",
    reference: "0x1",
    amount: 5n,
    feeAmount: 0n,
    legAmount: 0n,
    legReference: "0x",
  };
  const to = (at: string) => ({ network: "sepolia", txHash: at, token: "0xt", to: at, amount: 5n, depth: 1 });
  deposits.told(address, REQUEST, false);
  const refunds = new RefundModel(note);
  const refund: KnownRefund = {
    refundId: "before",
    requestId: "before",
    network: "sepolia",
    reference: "0x3",
    token: "0xt",
    receiver: "0xp",
    amount: 1n,
    preparedAt: 0,
  };
  refunds.prepared(refund, 1n);
  const retention = new RetentionModel({ deliveryDays: 90, logDays: 7 }, note);
  const [id, other] = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FAW"] as const;
  retention.sent(id);

  const restored = [conversions, deposits, refunds, retention].map((part) => part.backedUp());
  conversions.promised({ ...quote, requestId: "since" });
  deposits.told({ ...address, address: "0xd2" }, REQUEST, true);
  refunds.prepared({ ...refund, refundId: "since" }, 2n);
  retention.sent(other);
  for (const one of restored) one();

  expect(conversions.quotes.map(({ requestId }) => requestId)).toEqual(["before"]);
  expect(deposits.paymentsOf([to("0xd1"), to("0xd2")]).map(({ txHash }) => txHash)).toEqual(["0xd1"]);
  expect([...refunds.refunds.keys()]).toEqual(["before"]);
  refunds.prepared({ ...refund, refundId: "again" }, 2n);
  retention.deliveries([], timeOf(id));
  expect(broken).toEqual(["nothing goes before its time"]);
});
