import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { GET as payRequest } from "@/app/v2/request/[requestId]/pay/route";
import { GET as listRoutes } from "@/app/v2/request/[requestId]/routes/route";
import { percentile, timed } from "@/bench/measure";
import { type Effort, effortOf, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { localPool } from "@/local/crosschain/pool";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot, replaceApp } from "@/server/boot";
import { EVM_NETWORKS, type EvmNetworkId, networkByChainId } from "@/server/chains/networks";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { createPlatform } from "@/server/platforms/create-platform";
import { createRequest } from "@/server/requests/creating/create";
import { getRequest } from "@/server/requests/get";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { signAndSend } from "@/server/testing/paying";
import { watchCrosschainLoop } from "@/server/worker/crosschain/watch-crosschain";
import { Loop } from "@/server/worker/loop";
import { chainLoop } from "@/server/worker/transfers/chain-loop";

const NETWORKS: EvmNetworkId[] = ["base", "mainnet", "arbitrum-one", "optimism", "matic", "bsc"];
const [DESTINATION, SOURCE] = ["base", "optimism"] as const;

/**
 * Payments from other networks: how long the list of routes takes for a wallet with money on six networks, how often the
 * provider is asked for it, and how long a fill takes from its block to the paid request. Six real nodes, an HTTP server
 * that replays the provider, and the loops of the worker as production runs them, on one machine.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"));
  const provider = await startProvider();
  const nodes = await Promise.all(NETWORKS.map((network) => startTestChain({ network })));
  const file = join(directory, "networks.json");
  const settings = nodes.map(({ network, rpcUrl, wsUrl }) => [
    network,
    { rpcUrls: [rpcUrl], wsUrl, confirmations: 1, startBlock: 0 },
  ]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(settings)));
  const app = boot(
    readConfig({
      DATABASE_URL: await server.createDatabase("crosschain"),
      SECRET_KEY: "11".repeat(32),
      LOG_LEVEL: "silent",
      NETWORK_PROFILE: "local",
      RATE_LIMITS: "off",
      NETWORKS_FILE: file,
      CROSSCHAIN_PROVIDER: "across",
      ACROSS_API_KEY: "replayed",
      ACROSS_URL: provider.url,
    }),
    "bench",
  );
  replaceApp(app);
  const loops = app.chains
    .list()
    .filter(({ network }) => network.id === DESTINATION || network.id === SOURCE)
    .flatMap((chain) => [chainLoop(app, chain, "bench"), ...watchCrosschainLoop(app, chain)])
    .map((loop) => new Loop(loop, app.log, () => {}));
  try {
    const payer = await aPayer(app, nodes);
    const requestId = await payer.ask();
    await payer.quote(requestId);
    const before = provider.asked();
    const lists: number[] = [];
    for (let i = 0; i < (quick ? 20 : 300); i++) lists.push(await timed(() => payer.routes(requestId)));
    const asked = provider.asked() - before;
    for (const loop of loops) loop.start();
    const fills = await timeFills(payer, nodes, quick ? 5 : 60);
    const figure = (what: string, sample: readonly number[], share: number) => ({
      what,
      value: percentile(sample, share),
      unit: "ms",
    });
    const list = "List of routes for a wallet with money on six networks";
    const fill = "Block with the fill → request paid, one confirmation, idle";
    return {
      name: "Payments from other networks",
      figures: [
        figure(`${list}, p50`, lists, 0.5),
        { ...figure(`${list}, p99`, lists, 0.99), goal: { better: "less", goal: 300, stretch: 100 } },
        {
          what: `Calls of the provider for ${lists.length} of these lists, warm`,
          value: asked,
          unit: "calls",
          goal: { better: "less", goal: 1, stretch: 0 },
        },
        figure(`${fill}, p50`, fills, 0.5),
        { ...figure(`${fill}, p99`, fills, 0.99), goal: { better: "less", goal: 2_000, stretch: 1_000 } },
      ],
    };
  } finally {
    await Promise.all(loops.map((loop) => loop.stop()));
    await app.close();
    await Promise.all(nodes.map((node) => node.stop()));
    provider.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Answers what Across would, after as long as a call across the internet takes. */
async function startProvider() {
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked += 1;
    const query = new URL(request.url ?? "", "http://localhost").searchParams;
    const source = networkByChainId(Number(query.get("originChainId")));
    const seconds = Math.floor(Date.now() / 1_000);
    await delay(80);
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        totalRelayFee: { pct: "1000000000000000", total: "10000" },
        timestamp: String(seconds - 300),
        fillDeadline: String(seconds + 3_600),
        estimatedFillTimeSec: 4,
        exclusivityDeadline: 0,
        exclusiveRelayer: "0x0000000000000000000000000000000000000000",
        spokePoolAddress: source?.contracts.acrossSpokePool?.address,
        isAmountTooLow: false,
      }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    close: () => server.close(),
  };
}

type Payer = Awaited<ReturnType<typeof aPayer>>;

async function aPayer(app: App, [node]: readonly TestChain[]) {
  if (!node) throw new Error("no node");
  const { platformId, apiKey } = await inTransaction(app.context(systemCaller("")), async (tx) => {
    const platform = await createPlatform(tx, { name: "Bench", walletAddress: null });
    const key = await createApiKey(tx, { platformId: platform.id, label: "bench" });
    return { platformId: platform.id, apiKey: key.value };
  });
  const ctx = app.context(systemCaller(platformId));
  const wallet = node.accounts.payer.address;
  const get = async (handler: typeof payRequest, requestId: string, rest: string): Promise<unknown> => {
    const call = new Request(`http://bench.test/v2/request/${requestId}/${rest}`, {
      headers: { "x-api-key": apiKey },
    });
    const response = await handler(call, { params: Promise.resolve({ requestId }) });
    if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const currency = `USDC-${DESTINATION}`;
  const payee = node.accounts.merchant.address;
  return {
    ask: async (): Promise<string> =>
      (
        await createRequest(ctx, {
          payee,
          amount: "10",
          invoiceCurrency: currency,
          paymentCurrency: currency,
        })
      ).requestId,
    quote: async (requestId: string) =>
      (await get(payRequest, requestId, `pay?wallet=${wallet}&chain=OPTIMISM&token=USDC`)) as {
        transactions: Parameters<typeof signAndSend>[2];
      },
    routes: async (requestId: string): Promise<void> => {
      const { routes } = (await get(listRoutes, requestId, `routes?wallet=${wallet}`)) as {
        routes: unknown[];
      };
      if (routes.length !== NETWORKS.length) throw new Error(`${routes.length} routes`);
    },
    isPaid: async (requestId: string): Promise<boolean> => (await getRequest(ctx, requestId)).hasBeenPaid,
  };
}

/** Milliseconds from the block of each fill to the paid request, one payment at a time. */
async function timeFills(payer: Payer, nodes: readonly TestChain[], count: number): Promise<number[]> {
  const nodeOf = (id: EvmNetworkId) => {
    const node = nodes.find(({ network }) => network === id);
    if (!node) throw new Error(`no node of ${id}`);
    return node;
  };
  const [from, to] = ([SOURCE, DESTINATION] as const).map((id) =>
    localPool(EVM_NETWORKS[id], nodeOf(id).rpcUrl),
  );
  if (!from || !to) throw new Error("no pools");
  const times: number[] = [];
  // The first two find connections closed and code uncompiled.
  for (let i = 0; i < count + 2; i++) {
    const requestId = await payer.ask();
    const { transactions } = await payer.quote(requestId);
    const receipt = (await signAndSend(nodeOf(SOURCE), "payer", transactions)).at(-1);
    const { deposits } = await from.deposits(receipt?.blockNumber ?? 0n);
    const own = deposits.find(({ txHash }) => txHash === receipt?.transactionHash);
    if (!own) throw new Error("no deposit");
    // At rest, and at no fixed distance from the worker's own clock.
    await delay(200 + Math.random() * 1_000);
    await to.fill(own);
    const mined = performance.now();
    while (!(await payer.isPaid(requestId))) await delay(5);
    times.push(performance.now() - mined);
  }
  return times.slice(2);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv.slice(2))));
