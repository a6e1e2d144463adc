import { expect, test } from "vitest";
import { INVOICE_STATES, REQUEST_STATUSES } from "@/db/schema";
import { canIssueFor, paymentOfInvoice, type RequestStanding } from "@/server/invoices/pairs";
import { type InvoiceEvent, nextInvoiceState } from "@/server/invoices/state";

const STANDINGS: RequestStanding[] = [...REQUEST_STATUSES, "link_over"];

test("what an invoice and its request say together, for every pair", () => {
  const pairs = Object.fromEntries(
    INVOICE_STATES.map((state) => [
      state,
      Object.fromEntries(STANDINGS.map((standing) => [standing, paymentOfInvoice(state, standing)])),
    ]),
  );
  expect(pairs).toMatchInlineSnapshot(`
    {
      "cancelled": {
        "created": "void",
        "failed": "void",
        "link_over": "void",
        "paid": "to_refund",
        "partially_paid": "to_refund",
        "processing": "to_refund",
        "refunded": "void",
      },
      "draft": {
        "created": "not_issued",
        "failed": "not_issued",
        "link_over": "not_issued",
        "paid": "not_issued",
        "partially_paid": "not_issued",
        "processing": "not_issued",
        "refunded": "not_issued",
      },
      "issued": {
        "created": "due",
        "failed": "due",
        "link_over": "due_without_link",
        "paid": "paid",
        "partially_paid": "in_part",
        "processing": "in_part",
        "refunded": "to_correct",
      },
    }
  `);
});

test("an invoice is issued for what can be paid or is paid, and for nothing else", () => {
  expect(STANDINGS.filter(canIssueFor)).toEqual(["created", "processing", "partially_paid", "paid"]);
});

test("what is issued only ever becomes cancelled, and what is cancelled stays so", () => {
  const events: InvoiceEvent[] = ["issue", "cancel", "edit", "remove"];
  expect(events.map((event) => INVOICE_STATES.map((state) => nextInvoiceState(state, event)))).toEqual([
    ["issued", null, null],
    [null, "cancelled", null],
    ["draft", null, null],
    ["removed", null, null],
  ]);
});
