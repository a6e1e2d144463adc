import { expect, test } from "vitest";
import { translator } from "@/components/i18n/translator";
import { mailedReceipt, mailToBeSent } from "@/components/pay/done/mailed-receipt";
import { en } from "@/messages/en";

const t = translator("en", en);
const HASH = `0x${"5e".repeat(32)}`;

test("a mailed receipt says what was paid, to whom, when, for what and in which transaction", () => {
  expect(
    mailedReceipt(t, {
      amount: "12.50 USDC",
      network: "Base",
      merchant: "Example Shop",
      paidAt: "2031-04-27T16:29:00.000Z",
      reference: "INV-7",
      hashes: [HASH],
    }),
  ).toEqual([
    "Paid: 12.50 USDC on Base",
    "To: Example Shop",
    expect.stringMatching(/^When: .*2031.*UTC/),
    "Reference: INV-7",
    `Transaction: ${HASH}`,
  ]);
});

test("what nobody has told is left out, and no more transactions are named than a mail can take", () => {
  const facts = { amount: "1 USDC", network: "Base", merchant: null, paidAt: null, reference: null };
  const lines = mailedReceipt(t, { ...facts, hashes: Array.from({ length: 300 }, () => HASH) });
  expect(lines).toHaveLength(6);
  expect(mailToBeSent("A", lines).length).toBeLessThan(2_000);
});

test("what a merchant wrote adds no recipient, no header and no second body", () => {
  const evil = "x&bcc=thief@evil.example\r\nbcc: thief@evil.example?body=%0d";
  const mail = new URL(mailToBeSent(evil, [evil]));
  expect(mail.pathname).toBe("");
  expect([...mail.searchParams]).toEqual([
    ["subject", evil],
    ["body", evil],
  ]);
});
