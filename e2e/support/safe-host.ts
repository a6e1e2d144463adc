import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page } from "@playwright/test";
import type { LocalSafe } from "@/local/chains/local-safe";
import type { Stack } from "@/local/running-stack/stack-file";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { ownersOf, type ProposedCall, type SafeOwners } from "./safe-owners";

/**
 * The origin of a Safe interface, which alone may frame the payer page of the journeys' stacks. A browser lets only pages
 * of this machine show what is on this machine, so a server stands behind it.
 */
export function safeHost(name = "safe.localhost"): string {
  const port = process.env.E2E_FRAMES_PORT;
  if (!port) throw new Error("no server of frames");
  return `http://${name}:${port}`;
}

/** Serves a page, under every name of this machine, that shows `?show=<url>` in a frame. Returns what ends it. */
export async function serveFrames(): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const shown = new URL(request.url ?? "/", "http://frames").searchParams.get("show") ?? "";
    response.setHeader("content-type", "text/html");
    response.end(framing(shown.replaceAll("&", "&amp;").replaceAll('"', "&quot;")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env.E2E_FRAMES_PORT = String((server.address() as AddressInfo).port);
  return async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
}

/** Answers what the frame asks by `askSafe`, where a journey has given the page one. */
const framing = (url: string) => `<!doctype html><title>Safe</title>
  <style>iframe{width:100%;height:1400px;border:0}</style><iframe src="${url}"></iframe><script>
  addEventListener("message", async ({ data, source, origin }) => {
    if (!data || !data.method || typeof askSafe !== "function") return;
    const told = await askSafe(data.method, data.params).then(
      (answer) => ({ success: true, data: answer }), (error) => ({ success: false, error: error.message }));
    source.postMessage({ id: data.id, version: "9.1.0", ...told }, origin);
  });</script>`;

/** What was proposed to the Safe of an interface, and what its owners do. */
export interface SafeHost extends SafeOwners {
  /** Methods the page asked for, in their order. */
  asked: string[];
  /** The payer page inside. */
  frame(): Promise<Frame>;
}

/** Opens the page of a Safe interface that shows `url` in a frame and speaks for this Safe, as `app.safe.global` does. */
export async function openInSafe(page: Page, stack: Stack, safe: LocalSafe, url: string): Promise<SafeHost> {
  const { chainId } = EVM_NETWORKS.sepolia;
  const host: SafeHost = {
    ...ownersOf(stack, safe),
    asked: [],
    frame: async () => {
      const element = await page.locator("iframe").elementHandle();
      const frame = await element?.contentFrame();
      if (!frame) throw new Error("no frame");
      return frame;
    },
  };
  await page.exposeFunction("askSafe", async (method: string, params: { txs?: ProposedCall[] }) => {
    host.asked.push(method);
    const { address: safeAddress, threshold, owners } = safe;
    if (method === "getSafeInfo")
      return { safeAddress, chainId, threshold, owners: owners.map(({ address }) => address) };
    if (method === "sendTransactions") return { safeTxHash: await host.propose(params.txs ?? []) };
    if (method === "getTxBySafeTxHash") return { txStatus: "AWAITING_CONFIRMATIONS" };
    throw new Error("not offered");
  });
  await openFramed(page, safeHost(), url);
  return host;
}

/** Shows `url` in a frame of a page of this origin. */
export async function openFramed(page: Page, origin: string, url: string): Promise<void> {
  await page.goto(`${origin}/apps/open?show=${encodeURIComponent(url)}`);
}
