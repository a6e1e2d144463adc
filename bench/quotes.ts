import { pathToFileURL } from "node:url";
import { GET as payRequest } from "@/app/v2/request/[requestId]/pay/route";
import { median, percentile, timed } from "@/bench/measure";
import { type Effort, effortOf, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot, replaceApp } from "@/server/boot";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { createPlatform } from "@/server/platforms/create-platform";
import { createRequest } from "@/server/requests/creating/create";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";

const ROUNDS = 5;

/**
 * What a quote costs: p99 of `/pay` of a request in its own token, of one in euros that has no quote yet, and of one
 * that has, in turn, one call at a time. The sources are warm: the nodes have been asked for their prices before.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  const node = await startTestChain({ network: "base" });
  const app = boot(
    readConfig({
      DATABASE_URL: await server.createDatabase("quotes"),
      SECRET_KEY: "11".repeat(32),
      LOG_LEVEL: "silent",
      NETWORK_PROFILE: "local",
      RATE_LIMITS: "off",
      PRICE_FRESH_SECONDS: "60",
      RPC_URL_BASE: node.rpcUrl,
    }),
    "bench",
  );
  try {
    replaceApp(app);
    const calls = quick ? 20 : 200;
    const pay = await payer(app, node);
    await pay.ask(await pay.create("EUR"));
    const samples = {
      plain: [] as number[],
      fresh: [] as number[],
      known: [] as number[],
      beside: [] as number[],
    };
    for (let round = 0; round < ROUNDS; round++) {
      const plain: number[] = [];
      const fresh: number[] = [];
      const known: number[] = [];
      for (let i = 0; i < calls; i++) {
        const [own, euro] = [await pay.create("USDC-base"), await pay.create("EUR")];
        plain.push(await timed(() => pay.ask(own)));
        fresh.push(await timed(() => pay.ask(euro)));
        known.push(await timed(() => pay.ask(euro)));
      }
      const p99 = (sample: readonly number[]) => percentile(sample, 0.99);
      samples.plain.push(p99(plain));
      samples.fresh.push(p99(fresh));
      samples.known.push(p99(known));
      samples.beside.push(p99(fresh) - p99(plain));
    }
    return {
      name: "Quotes",
      figures: [
        {
          what: "A new quote from warm sources: p99 above p99 of plain calldata",
          value: median(samples.beside),
          unit: "ms",
          goal: { better: "less", goal: 30, stretch: 10 },
        },
        { what: "Plain calldata: p99", value: median(samples.plain), unit: "ms" },
        { what: "Calldata with a new quote: p99", value: median(samples.fresh), unit: "ms" },
        { what: "Calldata with a quote that lives: p99", value: median(samples.known), unit: "ms" },
      ],
    };
  } finally {
    await app.close();
    await node.stop();
    await server.stop();
  }
}

async function payer(app: App, node: TestChain) {
  const { platformId, apiKey } = await inTransaction(app.context(systemCaller("")), async (tx) => {
    const platform = await createPlatform(tx, { name: "Bench", walletAddress: null });
    const key = await createApiKey(tx, { platformId: platform.id, label: "bench" });
    return { platformId: platform.id, apiKey: key.value };
  });
  const ctx = app.context(systemCaller(platformId));
  const payee = node.accounts.merchant.address;
  const wallet = node.accounts.payer.address;
  return {
    create: async (invoiceCurrency: string): Promise<string> => {
      const body = { payee, amount: "10", invoiceCurrency, paymentCurrency: "USDC-base" };
      return (await createRequest(ctx, body)).requestId;
    },
    ask: async (requestId: string): Promise<void> => {
      const url = `http://bench.test/v2/request/${requestId}/pay?wallet=${wallet}`;
      const call = new Request(url, { headers: { "x-api-key": apiKey } });
      const response = await payRequest(call, { params: Promise.resolve({ requestId }) });
      if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  printReport(await run(effortOf(process.argv.slice(2))));
}
