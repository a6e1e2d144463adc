import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { readStack, type Stack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { bareEnvironment } from "./npm-start";

/** The stack of this worker, which its journeys share one after the other. */
export function sharedStack(): { stack: Stack; dataDir: string } {
  // Playwright numbers its workers; what only lists the tests is none of them.
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
  const dataDir = process.env.E2E_DATA_DIRS?.split(",")[worker] ?? "";
  const stack = readStack(dataDir);
  if (stack === undefined) throw new Error("the shared stack is not running");
  return { stack, dataDir };
}

/** The demo's accounts and credentials, which a local stack always has. */
export function demoOf(stack: Stack) {
  const { credentials, accounts, demo } = stack;
  if (!credentials || !accounts || !demo) throw new Error("this stack has no demo tenants");
  return { ...credentials, accounts, demo };
}

/** An API call with one tenant's key, as curl would make it. */
export async function call(
  stack: Stack,
  apiKey: string,
  path: string,
  body?: Record<string, unknown>,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await fetch(`${stack.apiUrl}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

/** A request of tenant A over `amount` USDC on Sepolia, to the merchant's wallet. */
export async function askFor(stack: Stack, amount: string): Promise<string> {
  const { tenantA, accounts } = demoOf(stack);
  const { status, json } = await call(stack, tenantA.apiKey, "/v2/request", {
    payee: accounts.merchant.address,
    amount,
    invoiceCurrency: "USDC-sepolia",
    paymentCurrency: "USDC-sepolia",
  });
  expect(status).toBe(201);
  return String(json.requestId);
}

export const readRequest = async (stack: Stack, requestId: string) =>
  (await call(stack, demoOf(stack).tenantA.apiKey, `/v2/request/${requestId}`)).json;

/** Waits until the API calls the request paid. */
export async function untilPaid(stack: Stack, requestId: string): Promise<void> {
  const paid = async () => (await readRequest(stack, requestId)).hasBeenPaid;
  await expect.poll(paid, { intervals: [50] }).toBe(true);
}

/** `npm run <name> -- …` for the stack of a data directory: what it printed. Throws when it fails. */
export async function npmRun(dataDir: string, name: string, args: string[] = []): Promise<string> {
  const options = { cwd: repositoryRoot(), env: bareEnvironment(dataDir) };
  const { stdout } = await promisify(execFile)("npm", ["run", "--silent", name, "--", ...args], options);
  return stdout;
}

/** A real receiver, and the webhook endpoint of tenant A that `quittance webhooks create` makes for it. */
export async function receiveWebhooks(
  dataDir: string,
): Promise<{ receiver: WebhookReceiver; secret: string }> {
  const receiver = await startWebhookReceiver();
  const printed = await npmRun(dataDir, "webhook:create", ["--url", receiver.url]);
  const secret = /^Secret +([0-9a-f]{64})$/m.exec(printed)?.[1];
  if (secret === undefined) throw new Error(`no secret in:\n${printed}`);
  return { receiver, secret };
}
