import type { App } from "@/server/boot";

/** Lets time pass for what processes hold in a table. Leases go by the clock of the database, which no test sets. */
export async function ageLeases({ database: { sql } }: App, table: string, ms: number): Promise<void> {
  await sql`
    update ${sql(table)} set locked_until = locked_until - ${ms}::int * interval '1 millisecond'
    where locked_until is not null`;
}
