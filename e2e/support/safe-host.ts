import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page } from "@playwright/test";
import { createPublicClient, createWalletClient, defineChain, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import {
  createLocalSafe,
  executeSafe,
  type LocalSafe,
  localSafeTxHash,
  nextNonce,
  type SafeNode,
} from "@/local/chains/local-safe";
import type { Stack } from "@/local/running-stack/stack-file";
import { developmentAccounts } from "@/server/chains/development-accounts";
import {
  rejectionOf,
  type SafeTransaction,
  safeTransactionFor,
} from "@/server/chains/evm/safe/safe-transaction";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { fund } from "./payer-chain";

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

/** A call as a page proposes it to a Safe interface. */
interface ProposedCall {
  to: Hex;
  value: string;
  data: Hex;
}

/** What was proposed to the Safe of an interface, and what its owners do. */
export interface SafeHost {
  safe: LocalSafe;
  /** Methods the page asked for, in their order. */
  asked: string[];
  proposals: { safeTxHash: Hex; calls: ProposedCall[]; transaction: SafeTransaction }[];
  /** The payer page inside. */
  frame(): Promise<Frame>;
  /** Enough owners sign the last proposal, and it is executed. The hash of the transaction. */
  execute(): Promise<Hex>;
  /** The owners use the nonce for nothing. */
  reject(): Promise<Hex>;
}

/** A 2-of-3 Safe on Sepolia with money of its own. */
export async function aFundedSafe(stack: Stack): Promise<LocalSafe> {
  const { payer, payer2, recipient } = developmentAccounts();
  const safe = await createLocalSafe(nodeOf(stack), {
    owners: [payer, payer2, recipient],
    threshold: 2,
    salt: crypto.randomUUID(),
  });
  await fund(stack, safe.address);
  return safe;
}

/** Opens the page of a Safe interface that shows `url` in a frame and speaks for this Safe, as `app.safe.global` does. */
export async function openInSafe(page: Page, stack: Stack, safe: LocalSafe, url: string): Promise<SafeHost> {
  const node = nodeOf(stack);
  const { chainId } = EVM_NETWORKS.sepolia;
  const host: SafeHost = {
    safe,
    asked: [],
    proposals: [],
    frame: async () => {
      const element = await page.locator("iframe").elementHandle();
      const frame = await element?.contentFrame();
      if (!frame) throw new Error("no frame");
      return frame;
    },
    execute: async () => {
      const last = host.proposals.at(-1);
      if (!last) throw new Error("nothing was proposed");
      return (await executeSafe(node, safe, last.transaction)).transactionHash;
    },
    reject: async () => (await executeSafe(node, safe, rejectionOf(safe.address))).transactionHash,
  };
  const propose = async (calls: ProposedCall[]) => {
    const plain = calls.map(({ to, value, data }) => ({ to, data, value: BigInt(value) }));
    const transaction = safeTransactionFor("sepolia", safe.version, plain);
    const safeTxHash = localSafeTxHash(node, safe, transaction, await nextNonce(node, safe));
    host.proposals.push({ safeTxHash, calls, transaction });
    return { safeTxHash };
  };
  await page.exposeFunction("askSafe", async (method: string, params: { txs?: ProposedCall[] }) => {
    host.asked.push(method);
    const { address: safeAddress, threshold, owners } = safe;
    if (method === "getSafeInfo")
      return { safeAddress, chainId, threshold, owners: owners.map(({ address }) => address) };
    if (method === "sendTransactions") return propose(params.txs ?? []);
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

function nodeOf(stack: Stack): SafeNode {
  const rpcUrl = stack.networks.sepolia?.rpcUrl;
  if (!rpcUrl) throw new Error("sepolia is not running");
  const { chainId, name, native } = EVM_NETWORKS.sepolia;
  const chain = defineChain({
    id: chainId,
    name,
    nativeCurrency: native,
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const account = privateKeyToAccount(developmentAccounts().merchant.privateKey);
  const shared = { chain, transport: http(rpcUrl), pollingInterval: 20 };
  return {
    network: "sepolia",
    chain,
    publicClient: createPublicClient(shared),
    wallet: createWalletClient({ ...shared, account }),
  };
}
