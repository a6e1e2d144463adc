import type { Statement } from "@/server/ledger/closing/statement-schema";
import { decimals, type Is, listOf, oneOf, shape, text, units } from "@/server/lib/shape";

const hexOf =
  (bytes: number): Is<string> =>
  (value): value is string =>
    text(value) && new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`).test(value);

/** Base units, which may be owed. */
const balance: Is<string> = (value): value is string => text(value) && /^-?\d{1,78}$/.test(value);

const line = shape({
  account: text,
  wallet: text,
  network: text,
  currency: text,
  decimals,
  opening: balance,
  received: balance,
  sent: balance,
  closing: balance,
});

const statement = shape({
  primaryType: oneOf("Statement"),
  domain: shape({ name: oneOf("Quittance statement"), version: oneOf("1") }),
  signer: hexOf(20),
  signature: hexOf(65),
  message: shape({
    account: text,
    startsAt: text,
    endsAt: text,
    timeZone: text,
    closedAt: text,
    lines: listOf(line),
    entries: units,
    entriesHash: hexOf(32),
    differences: listOf(shape({ id: text, explanation: text })),
  }),
});

/** Whether a document from outside has all that is hashed and reckoned with in its shape; whether it is true is not said. */
export function isStatement(value: unknown): value is Statement {
  return statement(value);
}
