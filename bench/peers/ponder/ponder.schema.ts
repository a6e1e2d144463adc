import { onchainTable } from "ponder";

/** A row for each payment, with what its log says. */
export const payments = onchainTable("payments", (t) => ({
  id: t.text().primaryKey(),
  transactionHash: t.hex().notNull(),
  logIndex: t.integer().notNull(),
  blockNumber: t.bigint().notNull(),
  blockTime: t.bigint().notNull(),
  payer: t.hex().notNull(),
  token: t.hex().notNull(),
  recipient: t.hex().notNull(),
  amount: t.bigint().notNull(),
  reference: t.hex().notNull(),
  feeAmount: t.bigint().notNull(),
  feeAddress: t.hex().notNull(),
}));
