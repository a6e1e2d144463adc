import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { pathToFileURL } from "node:url";
import { GET as payLink } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { median, overRounds, percentile, timed } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot, replaceApp } from "@/server/boot";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { tokenByAddress, tokenById } from "@/server/currencies/tokens";
import { ReceivedCall } from "@/server/http/front-door/received-call";
import type { Handler } from "@/server/http/handler";
import { createDestination } from "@/server/payee-destinations/create";
import { createClientId } from "@/server/platforms/client-ids/create-client-id";
import { createPlatform } from "@/server/platforms/create-platform";
import { createSecurePayment } from "@/server/secure-payments/creating/create";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { builderPool, statementsOf } from "@/server/testing/statements";

const ORIGIN = "https://shop.example";
const AT_ONCE = 8;
const ROUNDS = 5;

/** Calls, and throws unless it is answered 200. */
type Call = (token: string) => Promise<void>;

/**
 * What reading a link and asking for its calldata cost above the statements they run: p99 of whole calls, eight
 * at a time, against p99 of the same statements alone through the same pool, interleaved. Calldata also asks a
 * real node for balances and allowance, which the statements do not; that share is printed.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  const node = await startTestChain({ network: "sepolia" });
  const app = boot(
    readConfig({
      DATABASE_URL: await server.createDatabase("links"),
      SECRET_KEY: "11".repeat(32),
      LOG_LEVEL: "silent",
      NETWORK_PROFILE: "local",
      RATE_LIMITS: "off",
      RPC_URL_SEPOLIA: node.rpcUrl,
    }),
    "bench",
  );
  try {
    replaceApp(app);
    const { tokens, headers } = await manyLinks(app, node, quick ? 200 : 1_000);
    const path = (token: string, rest = "") => `/v2/secure-payments/${token}${rest}`;
    const read = throughDoor(readLink, headers, path);
    const wallet = `?wallet=${node.accounts.payer.address}`;
    const pay = throughDoor(payLink, headers, (token) => path(token, `/pay${wallet}`));
    const calls = quick ? 800 : 2_000;
    return {
      name: "Payment links",
      figures: [
        ...(await compare("GET a link", app, tokens, { call: read, calls, goal: 2 })),
        ...(await compare("GET its calldata", app, tokens, { call: pay, calls, goal: 2.5 })),
      ],
    };
  } finally {
    await app.close();
    await node.stop();
    await server.stop();
  }
}

/** Calls of a handler as the production door makes them, from a message that Node has read. */
function throughDoor(
  handler: Handler,
  headers: Record<string, string>,
  path: (token: string) => string,
): Call {
  const socket = new Socket();
  return async (token) => {
    const incoming = new IncomingMessage(socket);
    Object.assign(incoming, { method: "GET", url: path(token), complete: true });
    for (const [name, value] of Object.entries({ host: "bench.test", ...headers })) {
      incoming.headers[name] = value;
      incoming.rawHeaders.push(name, value);
    }
    const call = new ReceivedCall(incoming, new ServerResponse(incoming));
    const { status, body } = await handler.answer(call, { token }, "127.0.0.1");
    if (status !== 200) throw new Error(`answered ${status}: ${String(body)}`);
  };
}

/** Open links of one account over 10 USDC each, and the headers of its client ID. */
export async function manyLinks(app: App, node: TestChain, count: number) {
  const usdc = tokenById("USDC-sepolia");
  const token = usdc?.address ? tokenByAddress("sepolia", usdc.address) : undefined;
  if (!token) throw new Error("USDC is missing");
  const walletAddress = node.accounts.merchant.address;
  const { platformId, client } = await inTransaction(app.context(systemCaller("")), async (tx) => {
    const platform = await createPlatform(tx, { name: "Bench", walletAddress });
    const destination = await createDestination(tx, { platformId: platform.id, walletAddress, token });
    const created = await createClientId(tx, {
      platformId: platform.id,
      label: "bench",
      allowedDomains: [ORIGIN],
      payeeDestinationId: destination.id,
    });
    return { platformId: platform.id, client: created };
  });
  const ctx = app.context(systemCaller(platformId));
  const tokens: string[] = [];
  for (let i = 0; i < count; i++) {
    tokens.push((await createSecurePayment(ctx, { requests: [{ amount: "10" }] })).token);
  }
  return { tokens, headers: { "x-client-id": client.clientId, origin: ORIGIN } };
}

async function compare(
  what: string,
  app: App,
  tokens: readonly string[],
  { call, calls, goal }: { call: Call; calls: number; goal: number },
): Promise<Figure[]> {
  for (const token of tokens) await call(token);
  const pool = builderPool(app);
  const { statements } = await statementsOf(app, () => call(tokens[0] ?? ""));
  const replay = async () => {
    for (const { text, values, options } of statements) await pool.unsafe(text, values, options);
  };
  const ratios: number[] = [];
  const wholes: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    wholes.push(await p99(calls, (i) => call(tokens[i % tokens.length] ?? "")));
    bare.push(await p99(calls, replay));
    ratios.push((wholes.at(-1) ?? 0) / (bare.at(-1) ?? 1));
  }
  return [
    {
      what: `${what}: p99 under load ÷ p99 of its statements`,
      ...overRounds(ratios),
      unit: "",
      goal: { better: "less", goal, stretch: 1.5 },
    },
    { what: `${what}: statements`, value: statements.length, unit: "" },
    { what: `${what}: p99 of the call`, value: median(wholes), unit: "ms" },
    { what: `${what}: p99 of its statements`, value: median(bare), unit: "ms" },
  ];
}

/** 99th percentile in milliseconds of `calls` runs, `AT_ONCE` at a time. */
async function p99(calls: number, work: (i: number) => Promise<void>): Promise<number> {
  const sample: number[] = [];
  let next = 0;
  const lane = async () => {
    while (next < calls) {
      const i = next++;
      sample.push(await timed(() => work(i)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return percentile(sample, 0.99);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  printReport(await run(effortOf(process.argv.slice(2))));
}
