import { pathToFileURL } from "node:url";
import { percentile } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startBlockToWebhook, type TimedPayment } from "@/bench/support/block-to-webhook";
import { storeRequests, submitPayment } from "@/bench/support/paying";

const PAYMENTS = 100;
/** Without the socket the interval of polling decides; fewer payments show that. */
const POLLED = 40;

/**
 * From a block that the node has to the webhook at its receiver: a real node, the real worker process as
 * production starts it, one confirmation, one payment at a time with everything at rest in between.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const lab = await startBlockToWebhook();
  const { app, node, platformId } = lab;
  // Two more than count.
  const payments = async (count: number): Promise<TimedPayment[]> =>
    (await storeRequests(app, node, platformId, count + 2)).map((request) => ({
      request,
      submit: () => submitPayment(node, request),
    }));
  try {
    const { rpcUrl, wsUrl } = node;
    const subscribed = await lab.times({ rpcUrls: [rpcUrl], wsUrl }, await payments(quick ? 10 : PAYMENTS));
    const polled = await lab.times({ rpcUrls: [rpcUrl] }, await payments(quick ? 5 : POLLED));
    return { name: "latency", figures: figuresOf(subscribed, polled) };
  } finally {
    await lab.stop();
  }
}

function figuresOf(subscribed: number[], polled: number[]): Figure[] {
  const figure = (what: string, sample: number[], share: number) => ({
    what,
    value: percentile(sample, share),
    unit: "ms",
  });
  const name = "block at the node → webhook received, one confirmation, idle";
  return [
    { ...figure(`${name}, p50`, subscribed, 0.5), goal: { better: "less", goal: 150, stretch: 150 } },
    { ...figure(`${name}, p99`, subscribed, 0.99), goal: { better: "less", goal: 1_000, stretch: 400 } },
    figure(`${name}, worst of ${subscribed.length}`, subscribed, 1),
    figure("the same without the node's WebSocket, polling every second, p50", polled, 0.5),
    figure("the same without the node's WebSocket, polling every second, p99", polled, 0.99),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
