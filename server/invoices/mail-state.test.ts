import { describe, expect, test } from "vitest";
import { INVOICE_MAIL_STATES, INVOICE_STATES } from "@/db/schema";
import {
  CUSTOMER_STANDINGS,
  type CustomerStanding,
  MAIL_EVENTS,
  type MailEvent,
  type MailState,
  nextMailState,
  type Obstacle,
  obstacleOf,
} from "@/server/invoices/mail-state";
import type { InvoiceState } from "@/server/invoices/state";

/** Every event for an e-mail that waits; null where it goes on waiting. */
const QUEUED: Record<MailEvent, MailState | null> = {
  taken: "sent",
  not_now: null,
  refused: "failed",
  time_passed: "failed",
  obstructed: "failed",
};

describe("every pair of an e-mail with an invoice and what happens", () => {
  test.each(INVOICE_MAIL_STATES.flatMap((state) => MAIL_EVENTS.map((event) => ({ state, event }))))(
    "$state, $event",
    ({ state, event }) => {
      expect(nextMailState(state, event)).toBe(state === "queued" ? QUEUED[event] : null);
    },
  );
});

const CUSTOMERS: Record<CustomerStanding, { email?: string } | null> = {
  with_address: { email: "buyer@example.com" },
  without_address: {},
  erased: null,
};
/** Only what is issued and stands, and only to an address that is known. */
const OF_ISSUED: Record<CustomerStanding, Obstacle | null> = {
  with_address: null,
  without_address: "no_address",
  erased: "customer_erased",
};
const OTHERS: Record<Exclude<InvoiceState, "issued">, Obstacle> = {
  draft: "not_issued",
  cancelled: "cancelled",
};

describe("every pair of an invoice and its customer", () => {
  test.each(
    INVOICE_STATES.flatMap((invoice) => CUSTOMER_STANDINGS.map((customer) => ({ invoice, customer }))),
  )("$invoice, $customer", ({ invoice, customer }) => {
    const expected = invoice === "issued" ? OF_ISSUED[customer] : OTHERS[invoice];
    expect(obstacleOf(invoice, CUSTOMERS[customer])).toBe(expected);
  });
});
