import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { awayPage } from "@/components/pay/frame/plain-page";
import { freePort } from "@/local/processes/free-port";
import { noteFailure, pagesWithoutDatabase } from "@/server/http/pages/pages-without-database";

let server: Server;
let databaseIsAway: unknown;

/** What a page does, by its path, as Next does it: the head, then parts of the body. */
const PAGES: Record<string, (response: ServerResponse) => void> = {
  "/fine": (response) => response.writeHead(200, { "content-type": "text/html" }).end("a page"),
  "/defect": (response) => {
    noteFailure(new Error("a defect"));
    response.writeHead(500).end("broken");
  },
  "/away": (response) => {
    noteFailure(databaseIsAway);
    response.setHeader("content-encoding", "gzip");
    response.setHeader("x-request-id", "id of the call");
    response.statusCode = 500;
    response.flushHeaders();
    response.write("half a ");
    response.end("page of Next");
  },
  // The part that failed has another in its place, and the page is whole.
  "/survives": (response) => {
    noteFailure(databaseIsAway);
    response.writeHead(200).end("a page");
  },
};

beforeAll(async () => {
  const sql = postgres(`postgres://nobody@127.0.0.1:${await freePort()}/none`, { max: 1 });
  databaseIsAway = await sql`select 1`.catch((error: unknown) => error);
  await sql.end();
  const pages = pagesWithoutDatabase(async ({ url = "/" }, response) => {
    await setImmediate();
    PAGES[url.split("?", 1)[0] ?? ""]?.(response);
  }, awayPage);
  server = createServer(pages);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server?.close());

const visit = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);

test("a page that the database broke is 503 with Retry-After and a text in the reader's language", async () => {
  const answer = await visit("/away");
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(answer.headers.get("x-request-id")).toBe("id of the call");
  expect(await answer.text()).toContain("<h1>Back in a moment</h1>");
  const head = await visit("/away", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([503, ""]);
});

test("whatever else breaks a page stays a 500, and a page that was rendered stays as it is", async () => {
  const seen = await Promise.all(
    ["/defect", "/fine", "/survives", "/away"].map(async (path) => (await visit(path)).status),
  );
  expect(seen).toEqual([500, 200, 200, 503]);
  expect(await (await visit("/defect")).text()).toBe("broken");
});
