import { once } from "node:events";
import { type AddressInfo, createServer, connect as openSocket, type Server, type Socket } from "node:net";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "@/db/connecting/connect";
import { PrimaryFinder } from "@/db/connecting/primary";
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

/** Opens as many connections as a pool has, and says how many there are, or why there is none. */
async function openAll(finder: PrimaryFinder): Promise<number | string> {
  let reason = "";
  opened = [];
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => finder.open()));
  for (const socket of sockets) socket.on("error", ({ name }) => (reason = name));
  // One that could not be opened ends in the turn after the next.
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
  const there = sockets.filter(({ destroyed }) => !destroyed);
  for (const socket of there) socket.destroy();
  return there.length || reason;
}

test("connections that have waited together for a primary do not open at one moment", async () => {
  const port = await listen();
  const { username, password, pathname } = new URL(database.url);
  const servers = `127.0.0.1:${port},127.0.0.1:1`;
  const finder = new PrimaryFinder(`postgres://${username}:${password}@${servers}${pathname}`);
  expect(await openAll(finder)).toBe(CONNECTIONS);
  front.close();
  for (const socket of open) socket.destroy();
  await expect.poll(() => openAll(finder)).toBe("NoPrimary");
  await listen(port);
  await expect.poll(() => openAll(finder)).toBe(CONNECTIONS);
  // The first one asked which server it is; the others have places, about 50 ms apart.
  expect(opened).toHaveLength(CONNECTIONS + 1);
  expect((opened.at(-1)?.at ?? 0) - (opened[0]?.at ?? 0)).toBeGreaterThanOrEqual((CONNECTIONS - 1) * 50 - 1);
});
