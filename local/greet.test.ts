import { createServer, type Server } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { greet } from "@/local/greet";
import { Stack } from "@/local/running-stack/stack-file";
import { PATIENTLY } from "@/server/testing/patience";

let server: Server | undefined;
afterEach(() => server?.close());

const tenant = {
  apiKey: "key",
  clientId: "cli_1",
  clientOrigin: "https://shop.example",
  backendClientId: "cli_2",
};
const account = { address: `0x${"11".repeat(20)}`, privateKey: `0x${"22".repeat(32)}`, tronAddress: "T" };

function aStack(apiUrl: string): Stack {
  const accounts = ["merchant", "payer", "payer2", "recipient", "blocked"].map((name) => [name, account]);
  const network = {
    family: "evm",
    chainId: 11155111,
    rpcUrl: "http://127.0.0.1:8545",
    tokens: {},
    contracts: {},
  };
  return Stack.parse({
    version: 1,
    ...{ apiUrl, authUrl: apiUrl, payUrl: `${apiUrl}/pay`, dashboardUrl: `${apiUrl}/dashboard` },
    databaseUrl: "postgres://",
    wire: { headerPrefix: "x-service-", network: "service-network", tech: "service-tech" },
    networks: { sepolia: network },
    accounts: Object.fromEntries(accounts),
    credentials: {
      ...{ tenantA: tenant, tenantB: tenant },
      orchestrator: { key: "orc_1", clientId: "cli_3", clientOrigin: "https://partner.example" },
    },
    demo: { securePaymentUrl: `${apiUrl}/pay?token=t`, token: "t", requestId: "r" },
    processes: { web: 1, worker: 2 },
  });
}

test("while /v2/ready is not 200, neither Ready nor a link is printed but why; both follow once it is", async () => {
  let status = 503;
  server = createServer((_, res) => res.writeHead(status).end("block 0 was final and has changed")).listen(0);
  const address = server.address();
  const apiUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const stack = aStack(apiUrl);
  const printed: string[] = [];
  const print = (text: string) => printed.push(text);
  const { signal } = new AbortController();
  const running = { stack, ready: false, stop: async () => {} };
  const done = greet(running, { dataDir: "/data", seconds: () => 3, stop: signal, print });
  await vi.waitUntil(() => printed.length === 3, PATIENTLY);
  expect(printed.join("\n")).toContain("block 0 was final and has changed");
  expect(printed.join("\n")).toContain("--fresh");
  expect(printed.join("\n")).not.toMatch(/Ready in|token=|dashboard/);
  status = 200;
  await done;
  expect(printed.join("\n")).toMatch(/Ready in 3\.0 s.*token=t/s);
});

test("Ctrl-C ends the waiting without a word of being ready", async () => {
  const printed: string[] = [];
  const end = new AbortController();
  const running = { stack: aStack("http://127.0.0.1:9"), ready: false, stop: async () => {} };
  const print = (text: string) => printed.push(text);
  const done = greet(running, { dataDir: "/data", seconds: () => 3, stop: end.signal, print });
  await vi.waitUntil(() => printed.length === 3, PATIENTLY);
  end.abort();
  await done;
  expect(printed.join("\n")).not.toContain("Ready in");
});
