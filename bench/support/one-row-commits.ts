import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { z } from "zod";
import { percentile } from "@/bench/measure";
import { openDatabase } from "@/db";
import { readConfig } from "@/server/config";
import { newId } from "@/server/lib/ids";

const Order = z.object({ platformId: z.string(), callers: z.number(), seconds: z.number() });

/** One request per commit by the driver and pool of the service, and nothing else: no HTTP, no drafting. */
const config = readConfig(process.env);
const { sql } = openDatabase(config.databaseUrl, { poolSize: config.databasePoolSize });

process.on("message", (message) => {
  commit(Order.parse(message)).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      throw error;
    },
  );
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");

async function commit({ platformId, callers, seconds }: z.infer<typeof Order>) {
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const caller = async () => {
    for (let begun = performance.now(); begun < end; begun = performance.now()) {
      await insertOne(sql, platformId);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const perSecond = times.length / ((performance.now() - started) / 1000);
  return { perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
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
