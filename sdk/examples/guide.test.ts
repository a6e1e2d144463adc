import { transformSync } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readGuide } from "@/components/docs/guides/read-guide";
import * as quittance from "@/sdk/index";
import { ConflictError, NoAnswerError, type Quittance, type StreamPosition } from "@/sdk/index";
import { startService, type TestService } from "@/sdk/testing/service";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { aTenant } from "@/server/testing/api";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";

const PAYEE = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

type Order = { id: string; amount: string; payee: string };
interface Guide {
  connect(baseUrl: string, apiKey: string): Quittance;
  ask(client: Quittance, order: Order): Promise<{ requestId: string }>;
  explain(error: unknown): string | null;
  follow(client: Quittance, books: object, signal: AbortSignal): Promise<void>;
  unpaid(client: Quittance): Promise<string[]>;
}

/** What the blocks of the guide export, with the package that they import. */
function readBlocks(): Guide {
  const mark = "client";
  const blocks = readGuide({ file: "docs/guides/client.md" }).matchAll(
    new RegExp(`^\`\`\`ts ${mark}\\n(.*?)^\`\`\``, "gms"),
  );
  const exported = {};
  for (const [, block = ""] of blocks) {
    const { code } = transformSync(block, { loader: "ts", format: "cjs" });
    const module = { exports: {} };
    new Function("require", "module", code)(() => quittance, module);
    for (const [name, value] of Object.entries(module.exports)) Object.assign(exported, { [name]: value });
  }
  return exported as Guide;
}

const guide = readBlocks();
let service: TestService;
let client: Quittance;
let platformId: string;

beforeAll(async () => {
  service = await startService({ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  const tenant = await aTenant(service.api);
  platformId = tenant.platformId;
  client = guide.connect(service.url, tenant.apiKey);
});
afterAll(() => service?.close());

test("an order is asked for once, and is found among those that are unpaid", async () => {
  const order = { id: "INV-7", amount: "10", payee: PAYEE };
  const { requestId } = await guide.ask(client, order);
  expect(await guide.ask(client, order)).toMatchObject({ requestId });
  await expect(guide.ask(client, { ...order, amount: "9" })).rejects.toBeInstanceOf(ConflictError);
  expect(await guide.unpaid(client)).toEqual([requestId]);
});

test("errors are told to people where they can do something", async () => {
  const error = await guide
    .ask(client, { id: "INV-8", amount: "-1", payee: PAYEE })
    .catch((thrown) => thrown);
  expect(guide.explain(error)).toBe("amount");
  const nobody = new quittance.Quittance({ baseUrl: "http://127.0.0.1:9", maxRetries: 0 });
  const lost = await nobody.requests.get("r").catch((thrown: unknown) => thrown);
  expect(lost).toBeInstanceOf(NoAnswerError);
  expect(guide.explain(lost)).toContain("Try again");
  expect(guide.explain(new TypeError("of the program"))).toBeNull();
});

test("payments are followed from where the books end, over a stop", async () => {
  const announce = (requestId: string) =>
    inTransaction(service.api.app.context(systemCaller(platformId)), (tx) =>
      enqueueEvents(tx, [aConfirmedPayment(platformId, { requestId, paymentId: requestId })]),
    );
  let position: Partial<StreamPosition> = {};
  const paid = new Map<string, string>();
  /** Reads until this request is in the books. */
  const followUntil = async (last: string) => {
    const controller = new AbortController();
    const books = {
      position: async () => position,
      keep: async (more: Partial<StreamPosition>, event?: { eventId: string; requestId: string }) => {
        position = { ...position, ...more };
        if (event) paid.set(event.eventId, event.requestId);
        if (event?.requestId === last) controller.abort();
      },
    };
    await guide.follow(client, books, controller.signal);
  };
  await announce("one");
  await announce("two");
  await followUntil("two");
  await announce("three");
  await followUntil("three");
  expect([...paid.values()]).toEqual(["one", "two", "three"]);
  expect(position).toEqual({ after: 3, epoch: expect.any(String) });
});
