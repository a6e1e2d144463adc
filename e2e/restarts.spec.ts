import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { NETWORK_IDS } from "@/server/chains/networks";
import { type Instance, newDataDir, npmStart, processesOf } from "./support/npm-start";
import { pay } from "./support/payer";
import {
  askFor,
  call,
  demoOf,
  npmRun,
  readRequest,
  receiveWebhooks,
  sharedStack,
  untilPaid,
} from "./support/shop";

/** A second instance, beside the one that the other journeys use. */
let instance: Instance;
let directory: ReturnType<typeof newDataDir>;
const start = () => npmStart(directory.dataDir, ["--networks", "sepolia"]);

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  directory = newDataDir();
  instance = await start();
});
test.afterAll(async () => {
  await instance?.stop();
  directory.remove();
});

test("two instances run side by side with their own ports, tenants and requests", async () => {
  const { stack: other } = sharedStack();
  const stack = instance.stack();
  expect(stack.apiUrl).not.toBe(other.apiUrl);
  expect(stack.databaseUrl).not.toBe(other.databaseUrl);
  expect(Object.keys(stack.networks)).toEqual(["sepolia"]);
  const requestId = await askFor(stack, "1");
  expect(await readRequest(stack, requestId)).toMatchObject({ requestId });
  expect(await readRequest(other, requestId)).not.toHaveProperty("requestId");
});

test("made-up payments are nowhere unless somebody asked for them", async ({ request }) => {
  const { apiUrl } = instance.stack();
  for (const path of [
    "/pay/gallery",
    "/pay/gallery/ready",
    "/pay/gallery/done",
    "/pay/gallery/by-turns?states=ready",
    "/onboarding/gallery/welcome",
    "/onboarding/gallery/by-turns?states=welcome",
  ]) {
    expect((await request.get(`${apiUrl}${path}`)).status()).toBe(404);
  }
});

test("a worker killed in the middle of a payment is replaced, and the payment is announced once", async () => {
  const { receiver } = await receiveWebhooks(directory.dataDir);
  try {
    const before = instance.stack();
    const first = await askFor(before, "5");
    const second = await askFor(before, "6");
    const paying = pay(before, first);
    process.kill(before.processes.worker, "SIGKILL");
    await paying;
    await expect.poll(() => instance.stack().processes.worker).not.toBe(before.processes.worker);
    expect(instance.stack().processes.web).toBe(before.processes.web);
    expect(instance.output()).toContain(`worker (process ${before.processes.worker}) ended by SIGKILL`);
    await untilPaid(instance.stack(), first);

    // The sequence has no gaps: a second announcement of the first payment would take a number.
    await pay(instance.stack(), second);
    const announced = (requestId: string) =>
      receiver.received.filter(({ json }) => json.requestId === requestId);
    await expect.poll(() => announced(second).length).toBe(1);
    const ids = announced(first).map(({ headers }) => headers["x-service-delivery"]);
    expect(new Set(ids).size).toBe(1);
    const sequences = [first, second].map((requestId) => announced(requestId)[0]?.json.sequence);
    expect(sequences).toEqual([1, 2]);
  } finally {
    await receiver.close();
  }
});

test("a killed web process is replaced, and the API answers on the same port", async () => {
  const before = instance.stack();
  process.kill(before.processes.web, "SIGKILL");
  await expect.poll(() => instance.stack().processes.web).not.toBe(before.processes.web);
  const isHealthy = async () => (await fetch(`${before.apiUrl}/v2/health`).catch(() => undefined))?.status;
  await expect.poll(isHealthy).toBe(200);
  expect(instance.output()).toContain(`web (process ${before.processes.web}) ended by SIGKILL`);
});

test("a stop and a start keep credentials and payments, and the chains go on", async () => {
  const before = instance.stack();
  const paid = await askFor(before, "7");
  const open = await askFor(before, "8");
  await pay(before, paid);
  await untilPaid(before, paid);
  await instance.stop();

  instance = await start();
  const after = instance.stack();
  expect(after.credentials).toEqual(before.credentials);
  expect(after.demo?.securePaymentUrl.startsWith(after.payUrl)).toBe(true);
  expect(await readRequest(after, paid)).toMatchObject({ status: "paid", hasBeenPaid: true });
  expect(await readRequest(after, open)).toMatchObject({ status: "created", hasBeenPaid: false });
  await pay(after, open);
  await untilPaid(after, open);
});

test("when the supervisor itself is killed, web and worker end too, and the next start takes over", async () => {
  const before = instance.stack();
  const open = await askFor(before, "9");
  await instance.kill();
  const alive = () => processesOf(directory.dataDir).filter((line) => /dist\/(main|worker)\.js/.test(line));
  await expect.poll(alive).toEqual([]);

  instance = await start();
  const after = instance.stack();
  expect(after.credentials).toEqual(before.credentials);
  await pay(after, open);
  await untilPaid(after, open);
});

test("a data directory that is in use is refused, with the reason", async () => {
  await expect(start()).rejects.toThrow(/Already running on .*QUITTANCE_DATA_DIR/s);
});

test("quittance backup of a running service, and quittance restore after its database is lost", async () => {
  const before = instance.stack();
  const [paid, open] = [await askFor(before, "10"), await askFor(before, "10")];
  await pay(before, paid);
  await untilPaid(before, paid);
  const backup = join(directory.dataDir, "..", "backup");
  await npmRun(directory.dataDir, "backup", [backup]);
  await pay(before, open);
  await untilPaid(before, open);
  await instance.stop();
  rmSync(join(directory.dataDir, "postgres"), { recursive: true });

  await npmRun(directory.dataDir, "restore", [backup]);
  instance = await start();
  const after = instance.stack();
  expect(after.credentials).toEqual(before.credentials);
  expect(await readRequest(after, paid)).toMatchObject({ hasBeenPaid: true });
  // Paid after the backup: found on the chain again.
  await untilPaid(after, open);
  expect(await npmRun(directory.dataDir, "audit")).toMatch(/^sepolia: .* 0 differences$/m);
});

test("npm start -- --fresh begins anew, and --networks all runs every network", async () => {
  const before = instance.stack();
  const open = await askFor(before, "10");
  await instance.stop();
  instance = await npmStart(directory.dataDir, ["--networks", "all", "--fresh"]);
  const after = instance.stack();
  expect(Object.keys(after.networks).toSorted()).toEqual([...NETWORK_IDS].toSorted());
  expect(after.credentials).not.toEqual(before.credentials);
  expect((await call(after, demoOf(after).tenantA.apiKey, `/v2/request/${open}`)).status).toBe(404);
  const anew = await askFor(after, "11");
  await pay(after, anew);
  await untilPaid(after, anew);
});

test("npm run dev serves the API and the same payments from the sources", async () => {
  const paid = await askFor(instance.stack(), "12");
  await instance.stop();
  instance = await npmStart(
    directory.dataDir,
    ["--networks", "sepolia"],
    { NODE_ENV: "", NEXT_TELEMETRY_DISABLED: "1" },
    "dev",
  );
  expect(await readRequest(instance.stack(), paid)).toMatchObject({ requestId: paid });
  await pay(instance.stack(), paid);
  await untilPaid(instance.stack(), paid);
});
