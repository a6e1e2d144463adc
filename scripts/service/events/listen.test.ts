import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { webhookEvents } from "@/db/schema";
import { repositoryRoot } from "@/repository-root";
import { startService, type TestService } from "@/sdk/testing/service";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { aTenant } from "@/server/testing/api";
import { hangLimit, isLong } from "@/server/testing/long";
import { seeded } from "@/server/testing/mutate";
import { quittanceHere } from "@/server/testing/operator-command";
import { PATIENTLY } from "@/server/testing/patience";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import { signBody, standardSignature } from "@/server/webhooks/sending/sign";

interface Received {
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  sequence: number;
}

/** A program that is told of events: answers as `answer` says, or breaks the connection where it says null. */
let received: Received[];
let answer: (nth: number) => number | null;
const receiver = http.createServer(async (request, response) => {
  const body = await buffer(request);
  const { sequence } = JSON.parse(body.toString("utf8"));
  received.push({ headers: request.headers, body, sequence });
  const status = answer(received.length);
  if (status === null) request.socket.destroy();
  else response.writeHead(status, status === 302 ? { location: "http://127.0.0.1:9/" } : {}).end();
});

let service: TestService;
let hook: string;
let state: string;
let shop: { platformId: string; apiKey: string };

beforeAll(async () => {
  service = await startService({ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await service?.close();
});
beforeEach(async () => {
  [received, answer] = [[], () => 200];
  state = mkdtempSync(join(tmpdir(), "quittance-listen-"));
  shop = await aTenant(service.api);
});
afterEach(async () => {
  await Promise.all(listeners.splice(0).map(({ stop }) => stop()));
  rmSync(state, { recursive: true, force: true });
});

const env = () => ({
  ...{ QUITTANCE_URL: service.url, QUITTANCE_API_KEY: shop.apiKey },
  ...{ XDG_STATE_HOME: state, XDG_CONFIG_HOME: state, QUITTANCE_DATA_DIR: state },
});
const sequences = () => received.map(({ sequence }) => sequence);

async function announce(count: number, { platformId } = shop): Promise<void> {
  const events = Array.from({ length: count }, () => aConfirmedPayment(platformId));
  await inTransaction(service.api.app.context(systemCaller(platformId)), (tx) => enqueueEvents(tx, events));
}

/** Those of a test, which end with it. */
const listeners: { stop(): Promise<unknown> }[] = [];

/** Listens in this process until `stop`. */
function listening(...typed: string[]) {
  const wish = new AbortController();
  let printed = "";
  const onPrint = (text: string) => {
    printed += text;
  };
  const ended = quittanceHere(["listen", ...typed], env(), { interrupt: wish.signal, onPrint });
  const listener = {
    printed: () => printed,
    stop() {
      wish.abort();
      return ended;
    },
  };
  listeners.push(listener);
  return listener;
}

describe("quittance listen --forward-to", () => {
  test("sends each event as a webhook has it, signed in both ways, with names of --header-prefix, and shows the answer", async () => {
    const listener = listening("--forward-to", hook, "--from", "1", "--header-prefix", "x-shop-");
    await announce(3);
    await expect.poll(sequences, PATIENTLY).toEqual([1, 2, 3]);
    await expect.poll(() => listener.printed().match(/ → 200 /g)?.length, PATIENTLY).toBe(3);
    const { output, code } = await listener.stop();
    expect(code).toBe(0);
    const [, secret = ""] = /^Secret +([0-9a-f]{64})$/m.exec(output) ?? [];
    expect(output).toMatch(/payment\.confirmed {5}#2 {2}.* → 200 {2}\d+ ms$/m);

    const rows = await service.api.app.database.db
      .select()
      .from(webhookEvents)
      .where(and(eq(webhookEvents.platformId, shop.platformId)))
      .orderBy(asc(webhookEvents.sequence));
    expect(received.map(({ body }) => body.toString("utf8"))).toEqual(rows.map(({ body }) => body));
    for (const [nth, { headers, body }] of received.entries()) {
      expect(headers["x-shop-signature"]).toBe(signBody(secret, body));
      expect(headers).toMatchObject({ "x-shop-delivery": rows[nth]?.id, "x-shop-retry-count": "0" });
      const timestampSeconds = Number(headers["webhook-timestamp"]);
      const message = { id: String(headers["webhook-id"]), timestampSeconds, body };
      expect(headers["webhook-signature"]).toBe(standardSignature([secret], message));
    }
  });

  test("begins with what happens from then on, and goes on with the next after it was stopped, with one secret", async () => {
    await announce(2);
    const first = listening("--forward-to", hook);
    await expect.poll(first.printed, PATIENTLY).toContain("after #2 go to");
    await announce(1);
    await expect.poll(sequences, PATIENTLY).toEqual([3]);
    // Without the answer it would be sent again.
    await expect.poll(first.printed, PATIENTLY).toMatch(/#3 .* → 200 /);
    const { output } = await first.stop();
    await announce(2);
    const second = listening("--forward-to", hook);
    await expect.poll(sequences, PATIENTLY).toEqual([3, 4, 5]);
    const secretOf = (text: string) => /^Secret +(.*)$/m.exec(text)?.[1];
    expect(secretOf((await second.stop()).output)).toBe(secretOf(output));
    const files = readdirSync(join(state, "quittance"));
    expect(files).toHaveLength(1);
    expect(files[0]).not.toContain(shop.apiKey);
    expect(statSync(join(state, "quittance", files[0] ?? "")).mode & 0o777).toBe(0o600);
  });

  test("--events narrows to names; --secret is kept; others are passed over for good", async () => {
    await announce(2);
    const none = listening(
      "--forward-to",
      hook,
      "--from",
      "1",
      "--events",
      "payment.failed",
      "--secret",
      "mine",
    );
    await expect.poll(() => readdirSync(join(state, "quittance")).length, PATIENTLY).toBe(1);
    await announce(1);
    await none.stop();
    expect(received).toEqual([]);
    const wrong = await quittanceHere(["listen", "--events", "payment.paid"], env());
    expect(wrong).toMatchObject({ code: 2, errors: expect.stringContaining("payment.confirmed") });
  });

  test("any answer ends a delivery, and a redirect is not followed; without an answer it is sent again", async () => {
    const answers = [500, 302, null, 200];
    answer = () => answers.shift() as number | null;
    const listener = listening("--forward-to", hook, "--from", "1");
    await announce(3);
    await expect.poll(sequences, PATIENTLY).toEqual([1, 2, 3, 3]);
    await expect.poll(listener.printed, PATIENTLY).toMatch(/#3 .* → 200 /);
    const { output } = await listener.stop();
    expect(output).toMatch(/#1 .* → 500 /);
    expect(output).toMatch(/#2 .* → 302 /);
    expect(output).toMatch(/#3 .* → no answer \(\w+\), it is sent again/);
    expect(received.map(({ headers }) => headers["x-service-retry-count"])).toEqual(["0", "0", "0", "1"]);
    expect(received[2]?.headers["x-service-delivery"]).toBe(received[3]?.headers["x-service-delivery"]);
  });

  test("after the database was restored it says so and tells all again, under the same IDs", async () => {
    await announce(2);
    const first = listening("--forward-to", hook, "--from", "1");
    await expect.poll(sequences, PATIENTLY).toEqual([1, 2]);
    await expect.poll(first.printed, PATIENTLY).toMatch(/#2 .* → 200/);
    await first.stop();
    const { sql } = service.api.app.database;
    // Another number of the table, as a restored one has.
    await sql`create table moved (like webhook_events including all)`;
    await sql`insert into moved select * from webhook_events`;
    await sql`alter table webhook_events rename to before_restore`;
    await sql`alter table moved rename to webhook_events`;
    try {
      const second = listening("--forward-to", hook);
      await expect.poll(sequences, PATIENTLY).toEqual([1, 2, 1, 2]);
      expect((await second.stop()).errors).toContain("restored from a backup");
      const ids = received.map(({ headers }) => headers["x-service-delivery"]);
      expect(ids.slice(2)).toEqual(ids.slice(0, 2));
    } finally {
      await sql`alter table webhook_events rename to moved`;
      await sql`alter table before_restore rename to webhook_events`;
      await sql`drop table moved`;
    }
  });

  test("another account's events are never shown or sent", async () => {
    const other = await aTenant(service.api);
    const listener = listening("--forward-to", hook, "--from", "1");
    await announce(3, other);
    await announce(1);
    await expect.poll(sequences, PATIENTLY).toEqual([1]);
    await expect.poll(listener.printed, PATIENTLY).toMatch(/#1 .* → 200/);
    const { output } = await listener.stop();
    expect(output.match(/ → /g)).toHaveLength(1);
  });

  test("--json prints one line for each, with the secret first, and without --forward-to the event itself", async () => {
    await announce(1);
    const listener = listening("--from", "1", "--json");
    await expect.poll(listener.printed, PATIENTLY).toContain('"sequence":1');
    const { output } = await listener.stop();
    const [about, event] = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(about).toEqual({ after: 0, secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(event).toMatchObject({
      event: "payment.confirmed",
      body: { event: "payment.confirmed", sequence: 1 },
    });
  });

  test.each(["ftp://localhost/hook", "localhost:3001", "file:///etc/passwd"])(
    "is refused for %s",
    async (url) => {
      const { code, errors } = await quittanceHere(["listen", "--forward-to", url], env());
      expect([code, errors]).toEqual([2, expect.stringContaining("is no web address")]);
    },
  );

  test("a key that is not valid ends it with 1", async () => {
    const { code, errors } = await quittanceHere(["listen"], { ...env(), QUITTANCE_API_KEY: "sk_none" });
    expect([code, errors]).toEqual([1, expect.stringContaining("(unauthorized")]);
  });
});

describe("kill -9 of the listener, connections that break", () => {
  const KILLS = isLong() ? 200 : 5;

  /** On the way to the service, where connections can be broken. */
  const sockets = new Set<net.Socket>();
  const way = net.createServer((near) => {
    const far = net.connect(Number(new URL(service.url).port), "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  const breakConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  afterAll(() => {
    breakConnections();
    way.close();
  });

  test(
    "every event arrives, in order but for those that are sent again",
    async () => {
      way.listen(0, "127.0.0.1");
      await once(way, "listening");
      const url = `http://127.0.0.1:${(way.address() as AddressInfo).port}`;
      const random = seeded(29);
      const total = KILLS * 8;
      await announce(total);
      let kills = 0;
      let dueAt = 0;
      let child: ReturnType<typeof spawn> | undefined;
      const killAt = () => {
        dueAt = received.length + 1 + Math.floor(random() * 6);
      };
      answer = (nth) => {
        if (random() < 0.05) return null;
        if (nth < dueAt || kills >= KILLS) return 200;
        // Before or after the listener has the answer, by chance.
        kills++;
        child?.kill("SIGKILL");
        breakConnections();
        return random() < 0.5 ? null : 200;
      };
      while (new Set(sequences()).size < total) {
        killAt();
        const typed = ["listen", "--forward-to", hook, "--from", "1"];
        // The first start says where; all others go on.
        const args = received.length === 0 ? typed : typed.slice(0, 3);
        child = spawn(process.execPath, ["scripts/quittance.mjs", ...args], {
          cwd: repositoryRoot(),
          env: { PATH: process.env.PATH, NODE_ENV: "test", ...env(), QUITTANCE_URL: url },
          stdio: "ignore",
        });
        const gone = once(child, "exit");
        await expect
          .poll(
            () =>
              child?.exitCode !== null || child?.signalCode !== null || new Set(sequences()).size === total,
            {
              ...PATIENTLY,
            },
          )
          .toBe(true);
        child.kill("SIGKILL");
        await gone;
      }
      expect(kills).toBe(KILLS);
      expect([...new Set(sequences())].sort((one, two) => one - two)).toEqual(
        Array.from({ length: total }, (_, nth) => nth + 1),
      );
      // What came first of each is in order: only what was sent before is sent again.
      expect([...new Set(sequences())]).toEqual(Array.from({ length: total }, (_, nth) => nth + 1));
    },
    hangLimit(120_000),
  );
});

describe("quittance events list, quittance events replay --from --to --forward-to", () => {
  test("list shows events from a number on, in order, --limit at most", async () => {
    await announce(5);
    const { output } = await quittanceHere(["events", "list", "--from", "2", "--limit", "3"], env());
    expect(output.match(/#\d/g)).toEqual(["#2", "#3", "#4"]);
    const json = await quittanceHere(["events", "list", "--events", "payment.failed", "--json"], env());
    expect(JSON.parse(json.output)).toEqual({ events: [] });
  });

  test("replay sends a range once more under the same IDs, and ends with 1 where one is refused", async () => {
    await announce(5);
    const typed = ["events", "replay", "--forward-to", hook, "--from", "2", "--to", "4"];
    const first = await quittanceHere(typed, env());
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining("3 events, 0 of them refused.") });
    answer = () => 400;
    const second = await quittanceHere(typed, env());
    expect(second).toMatchObject({
      code: 1,
      output: expect.stringContaining("3 events, 3 of them refused."),
    });
    expect(sequences()).toEqual([2, 3, 4, 2, 3, 4]);
    const ids = received.map(({ headers }) => headers["x-service-delivery"]);
    expect(ids.slice(3)).toEqual(ids.slice(0, 3));
    expect(await quittanceHere(["events", "replay", "--from", "1"], env())).toMatchObject({ code: 2 });
    expect(await quittanceHere([...typed.slice(0, 4)], env())).toMatchObject({ code: 2 });
  });
});
