import { type AnyPgColumn, customType, text } from "drizzle-orm/pg-core";

/** `bytea` read and written as lower-case hex with `0x`: half the bytes of text, in rows and in indexes. */
export const hex = customType<{ data: string; driverData: Buffer }>({
  dataType: () => "bytea",
  toDriver: (value) => Buffer.from(value.startsWith("0x") ? value.slice(2) : value, "hex"),
  fromDriver: (value) => `0x${value.toString("hex")}`,
});

/** Money: base units of a token as `numeric(78,0)`, which holds every uint256, read as bigint. */
export const baseUnits = customType<{ data: bigint; driverData: string }>({
  dataType: () => "numeric(78,0)",
  toDriver: (value) => value.toString(),
  fromDriver: (value) => BigInt(value),
});

/** A moment in UTC with millisecond precision. */
export const moment = customType<{ data: Date; driverData: string }>({
  dataType: () => "timestamp(3) with time zone",
  toDriver: (value) => value.toISOString(),
  fromDriver: (value) => new Date(value),
});

/** The ID of a row of another table, which has to be there. */
export function references(id: () => AnyPgColumn) {
  return text().notNull().references(id);
}
