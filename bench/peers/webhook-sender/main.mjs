import { EventEmitter } from "node:events";
import { Logger, makeWorkerUtils, run } from "graphile-worker";
import pg from "pg";
import { Webhook } from "standardwebhooks";

/**
 * Signed webhooks as one would send them with a queue in PostgreSQL: a job for each delivery, and a row for each
 * attempt, stored before the job is over. Attempts that fail are tried again by the queue.
 */
const CONCURRENCY = 128;
const CONNECTIONS = 20;
/** What the queue offers for a high load: jobs are fetched and completed by the batch. */
const BATCHES = { localQueue: { size: 4 * CONCURRENCY }, completeJobBatchDelay: 1, failJobBatchDelay: 1 };
const JOBS_AT_ONCE = 1_000;
const SECRET = new Webhook(Buffer.from("ab".repeat(24), "hex").toString("base64"));

const silent = new Logger(() => () => {});
const connectionString = process.env.DATABASE_URL;
const utils = await makeWorkerUtils({ connectionString, logger: silent });
await utils.migrate();
await utils.withPgClient((client) =>
  client.query(`create table attempts (
    delivery_id text not null, number int not null, started_at timestamptz not null, duration_ms int not null,
    status_code int, error text, response_body text, primary key (delivery_id, number))`),
);

async function deliver({ id, url, body }, { job, query }) {
  const startedAt = new Date();
  const sent = await post(id, url, body, startedAt);
  await query({
    name: "store attempt",
    text: `insert into attempts (delivery_id, number, started_at, duration_ms, status_code, error, response_body)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      id,
      job.attempts,
      startedAt,
      Date.now() - startedAt.getTime(),
      sent.status,
      sent.error,
      sent.text,
    ],
  });
  if (sent.error !== null) throw new Error(sent.error);
}

async function post(id, url, body, startedAt) {
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(startedAt.getTime() / 1_000)),
    "webhook-signature": SECRET.sign(id, startedAt, body),
  };
  try {
    const answer = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
    const text = await answer.text();
    return { status: answer.status, error: answer.ok ? null : `answered ${answer.status}`, text };
  } catch (error) {
    return { status: null, error: String(error), text: null };
  }
}

/** Stores a job for each delivery while no worker runs. */
async function enqueue({ count, urls, body }) {
  await utils.withPgClient((client) => client.query("truncate attempts"));
  const jobs = Array.from({ length: count }, (_, n) => ({
    identifier: "deliver",
    payload: { id: `msg_${n}`, url: urls[n % urls.length], body },
    maxAttempts: 4,
  }));
  for (let i = 0; i < count; i += JOBS_AT_ONCE) await utils.addJobs(jobs.slice(i, i + JOBS_AT_ONCE));
}

/** Seconds from the start of a worker with open connections to the end of its last job. */
async function send(count) {
  const pgPool = new pg.Pool({ connectionString, max: CONNECTIONS });
  const connected = await Promise.all(Array.from({ length: CONNECTIONS }, () => pgPool.connect()));
  for (const client of connected) client.release();
  const events = new EventEmitter();
  let done = 0;
  const all = new Promise((resolve) => {
    events.on("job:complete", () => {
      done += 1;
      if (done === count) resolve();
    });
  });
  const started = performance.now();
  const worker = await run({
    pgPool,
    events,
    logger: silent,
    taskList: { deliver },
    noHandleSignals: true,
    preset: { worker: { concurrentJobs: CONCURRENCY, ...BATCHES } },
  });
  await all;
  const seconds = (performance.now() - started) / 1_000;
  await worker.stop();
  await pgPool.end();
  const { rows } = await utils.withPgClient((client) =>
    client.query("select count(*)::int as stored from attempts where status_code = 200"),
  );
  return { seconds, stored: rows[0].stored };
}

process.on("message", async (order) => {
  await enqueue(order);
  process.send(await send(order.count));
});
process.once("disconnect", () => process.exit(0));
process.send("ready");
