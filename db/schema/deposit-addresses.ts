import { bigint, index, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { baseUnits, hex, moment, references } from "@/db/columns";
import { requests } from "@/db/schema/requests";

/**
 * Addresses that requests can be paid at by a plain transfer, each with the terms that make it
 * (docs/contract/deposits.md). Written before the address is given to somebody, and never changed but for the time
 * that it is watched. A request has another address for other fees.
 */
export const depositAddresses = pgTable(
  "deposit_addresses",
  {
    network: text().notNull(),
    address: hex().notNull(),
    requestId: references(() => requests.id),
    payee: hex().notNull(),
    token: hex().notNull(),
    feeProxy: hex().notNull(),
    paymentReference: hex().notNull(),
    /** Base units of the token, as all amounts here. */
    amount: baseUnits().notNull(),
    /** Null where there is no fee. */
    feeReceiver: hex(),
    feeAmount: baseUnits().notNull(),
    /** Of the second fee; null where there is none. */
    legReceiver: hex(),
    legAmount: baseUnits().notNull(),
    legReference: hex(),
    /** When it was first given to somebody, or again after its time was over; by the clock of the database. */
    createdAt: moment().notNull(),
    /** Until when transfers to it are looked for; later ones are found by a rescan. */
    watchedUntil: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.network, t.address] }),
    index("deposit_addresses_request").on(t.requestId),
    index("deposit_addresses_watched").on(t.network, t.watchedUntil),
    // A watcher asks for what is new.
    index("deposit_addresses_created").on(t.network, t.createdAt),
  ],
);

/**
 * What was forwarded from deposit addresses through the fee proxy: each payment event that an address made. The money was
 * counted when it arrived. Removed when a reorganisation takes it away.
 */
export const depositCollections = pgTable(
  "deposit_collections",
  {
    network: text().notNull(),
    txHash: hex().notNull(),
    /** Among the payment events of its transaction. */
    position: smallint().notNull(),
    address: hex().notNull(),
    /** Base units, the fee inside the event included. */
    amount: baseUnits().notNull(),
    /** The fee inside the event, and the reference under which it was forwarded; null in rows from before they were kept. */
    feeAmount: baseUnits(),
    topic1: hex(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    blockTime: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.txHash, t.position, t.network] }),
    index("deposit_collections_address").on(t.network, t.address),
    index("deposit_collections_block").on(t.network, t.blockNumber),
  ],
);
