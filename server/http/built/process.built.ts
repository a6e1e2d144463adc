import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import nodeProcess from "node:process";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProcess } from "@/local/processes/process";
import { KEY_OF_PROCESSES, startFrontDoor } from "@/server/http/built/processes";
import { rawCall } from "@/server/http/built/raw-call";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";

let api: TestApi;
let apiKey: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ apiKey } = await aTenant(api));
});

afterAll(() => api?.close());

const headers = () => ({ "content-type": "application/json", "x-api-key": apiKey });

test("fifty bodies of 10 MB leave no memory behind", async () => {
  const { port, process } = await startFrontDoor(api.app.config.databaseUrl);
  const body = Buffer.alloc(10_000_000, 0x20);
  const send = (chunked: boolean) =>
    rawCall(port, { method: "POST", path: "/v2/request", headers: headers(), body, chunked });
  await Promise.all([send(true), send(false)]);
  const before = residentBytes(process.pid);
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all([true, false, true, false, true].map(send));
    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 413, 413]);
  }
  // 500 MB went through. What the collector has not yet fetched of it stays far below.
  expect(residentBytes(process.pid) - before).toBeLessThan(120_000_000);
  await process.stop();
});

test("SIGTERM lets a running call finish, takes no new ones and ends with 0", async () => {
  const { port, process } = await startFrontDoor(api.app.config.databaseUrl);
  const running = request({
    host: "127.0.0.1",
    port,
    method: "POST",
    path: "/v2/request",
    headers: headers(),
  });
  const answer = once(running, "response");
  await new Promise((sent) => running.write('{"amount":', sent));
  // Another call answered after it: the first half has been received.
  await rawCall(port, { method: "GET", path: "/v2/health" });

  process.child.kill("SIGTERM");
  await untilRefused(port);
  running.end('"1"}');

  const [response] = await answer;
  expect(response.statusCode).toBe(400);
  expect(await json(response)).toMatchObject({ error: "Bad Request" });
  expect(await process.exited).toEqual({ code: 0, signal: null });
});

test("it ends when the process that started it is gone", async () => {
  const { process } = await startFrontDoor(api.app.config.databaseUrl);
  process.child.disconnect();
  expect(await process.exited).toEqual({ code: 0, signal: null });
});

async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const refused = await rawCall(port, { method: "GET", path: "/v2/health" }).then(
      () => false,
      () => true,
    );
    if (refused) return;
  }
}

function residentBytes(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024;
}

test("npm run build leaves a worker that works until it is told to stop", async () => {
  const worker = await startProcess({
    name: "worker",
    command: nodeProcess.execPath,
    args: ["--enable-source-maps", "dist/worker.js"],
    env: {
      PATH: nodeProcess.env.PATH ?? "",
      DATABASE_URL: api.app.config.databaseUrl,
      SECRET_KEY: KEY_OF_PROCESSES,
      RPC_URL_SEPOLIA: "http://127.0.0.1:9",
      NETWORK_PROFILE: "local",
    },
    output: "inherit",
    ipc: true,
  });
  const first = await Promise.race([once(worker.child, "message"), worker.exited]);
  expect(first, "a worker that ended instead of getting ready").toEqual(["ready", undefined]);
  worker.child.kill("SIGTERM");
  expect(await worker.exited).toEqual({ code: 0, signal: null });
});
