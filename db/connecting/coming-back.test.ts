import { once } from "node:events";
import { type AddressInfo, createServer, connect as openSocket, type Server, type Socket } from "node:net";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "@/db/connecting/connect";
import { busiest, type OpenedConnection } from "@/server/testing/cluster/opened-connections";
import { createTestDatabase, type TestDatabase } from "@/server/testing/postgres/database";

/** Processes, and the connections that each keeps busy. */
const POOLS = 6;
const CONNECTIONS = 8;
/** Failed statements of each of them before the server is there again: the pauses have their full length by then. */
const FAILURES = 5;

let database: TestDatabase;
let pools: Sql[];
let front: Server;
let opened: OpenedConnection[] = [];
let isEnding = false;
const open = new Set<Socket>();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  isEnding = true;
  await Promise.all((pools ?? []).map((sql) => sql.end({ timeout: 1 })));
  front?.close();
  for (const socket of open) socket.destroy();
  await database?.drop();
});

/** A server in front of the database that can go away with all connections. Resolves once it listens. */
async function listen(port = 0): Promise<number> {
  const target = new URL(database.url);
  front = createServer((client) => {
    opened.push({ at: performance.now(), application: "" });
    const server = openSocket(Number(target.port), target.hostname);
    for (const socket of [client, server]) {
      open.add(socket);
      socket
        .on("error", () => {})
        .once("close", () => {
          open.delete(socket);
          client.destroy();
          server.destroy();
        });
    }
    client.pipe(server).pipe(client);
  }).listen(port, "127.0.0.1");
  await once(front, "listening");
  return (front.address() as AddressInfo).port;
}

test("connections of many processes to a server that is back come one by one, and no more than there were", async () => {
  const port = await listen();
  const url = new URL(database.url);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  pools = Array.from({ length: POOLS }, () => connect(url.href, { max: CONNECTIONS }));
  let answers = 0;
  let failures = 0;
  for (const sql of pools) {
    for (let i = 0; i < CONNECTIONS; i++) {
      void (async () => {
        while (!isEnding) {
          await sql`select pg_sleep(0.02)`.then(
            () => answers++,
            () => failures++,
          );
        }
      })();
    }
  }
  const all = POOLS * CONNECTIONS;
  // Each has asked by now what a new connection asks first: whose error the driver hands to nobody.
  await expect.poll(() => answers).toBeGreaterThan(10 * all);
  expect(opened).toHaveLength(all);
  front.close();
  for (const socket of open) socket.destroy();
  await expect.poll(() => failures).toBeGreaterThan(FAILURES * all);
  opened = [];
  await listen(port);
  await expect.poll(() => opened.length).toBe(all);
  const before = answers;
  await expect.poll(() => answers).toBeGreaterThan(before + 10 * all);
  expect(opened).toHaveLength(all);
  expect(busiest(opened, 100)).toBeLessThanOrEqual(all / 2);
});
