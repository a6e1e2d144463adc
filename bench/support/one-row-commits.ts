import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { z } from "zod";
import { openDatabase } from "@/db";
import { readConfig } from "@/server/config";
import { newId } from "@/server/lib/ids";

const Order = z.object({ platformId: z.string(), callers: z.number(), seconds: z.number() });

/** One request per commit by the driver and pool of the service, and nothing else: no HTTP, no drafting. */
const config = readConfig(process.env);
const { sql } = openDatabase(config.databaseUrl, { poolSize: config.databasePoolSize });

process.on("message", (message) => {
  commit(Order.parse(message)).then(
    (perSecond) => process.send?.({ perSecond }),
    (error: unknown) => {
      throw error;
    },
  );
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");

async function commit({ platformId, callers, seconds }: z.infer<typeof Order>): Promise<number> {
  let count = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const caller = async () => {
    while (performance.now() < end) {
      await insertOne(sql, platformId);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return count / ((performance.now() - started) / 1000);
}

function insertOne(to: Sql, platformId: string) {
  const now = new Date();
  return to`
    insert into requests (id, request_id, platform_id, kind, payee, network, invoice_currency, payment_currency,
      amount, salt, payment_reference, topic1, status, created_at)
    values (${newId(now)}, ${randomBytes(33)}, ${platformId}, 'request', ${PAYEE}, 'base', 'USDC-base', 'USDC-base',
      '100000000', ${randomBytes(8)}, ${randomBytes(8)}, ${randomBytes(32)}, 'created', ${now})`;
}

const PAYEE = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
