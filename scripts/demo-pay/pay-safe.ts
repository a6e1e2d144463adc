import { setTimeout as delay } from "node:timers/promises";
import { isAddress, isHex } from "viem";
import { z } from "zod";
import { DEMO_SAFE_NETWORK, demoSafe, safeNodeAt } from "@/local/chains/demo-safe";
import { executeSafe } from "@/local/chains/local-safe";
import type { Stack } from "@/local/running-stack/stack-file";
import { SafeTransactionValue } from "@/server/requests/paying/calldata-schema";

const Created = z.object({ token: z.string(), securePaymentUrl: z.string() });
const Calldata = z.object({ safeTransaction: SafeTransactionValue });
const Recorded = z.object({ isListening: z.boolean() });
const Locked = z.object({ requestStatuses: z.array(z.object({ safeTxHash: z.string() })) });
const Completed = z.object({ requestStatuses: z.array(z.object({ txHash: z.string() })) });

/**
 * Makes a link and pays it from the demo Safe, as a company's treasury would: ask for the transaction, propose it, have
 * two of three owners sign, execute it, and read at each step where the link stands.
 */
export async function paySafe(stack: Stack, say: (line: string) => void): Promise<void> {
  const rpcUrl = stack.networks[DEMO_SAFE_NETWORK]?.rpcUrl;
  if (!stack.credentials || rpcUrl === undefined) throw new Error("This needs the local chain of Sepolia.");
  const { apiKey, clientId, clientOrigin } = stack.credentials.tenantA;
  const call = async (path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await fetch(`${stack.apiUrl}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: unknown = await response.json();
    return { status: response.status, json };
  };
  const asPayer = { "x-client-id": clientId, origin: clientOrigin };
  const safe = demoSafe();
  const node = safeNodeAt(DEMO_SAFE_NETWORK, rpcUrl);

  const made = await call("/v2/secure-payments", { "x-api-key": apiKey }, { requests: [{ amount: "25" }] });
  if (made.status !== 201) throw new Error(`The link was not made: ${JSON.stringify(made.json)}`);
  const { token, securePaymentUrl } = Created.parse(made.json);
  const path = `/v2/secure-payments/${token}`;
  say(`Link over 25 USDC: ${securePaymentUrl}`);
  say(`Safe ${safe.address} with ${safe.owners.length} owners, of whom ${safe.threshold} have to sign`);

  const offered = await call(`${path}/pay?wallet=${safe.address}&isSafe=true`, asPayer);
  if (offered.status !== 200) throw new Error(`No transaction: ${JSON.stringify(offered.json)}`);
  const { safeTransaction } = Calldata.parse(offered.json);
  const { to, value, data, operation, safeTxHash, nonce } = safeTransaction;
  if (!isAddress(to) || !isHex(data)) throw new Error("not a Safe transaction");
  say(`Proposed: safeTxHash ${safeTxHash}, nonce ${nonce}`);

  const claim = { chain: "ETHEREUM", token: "USDC", safeTxHash, payerAddress: safe.address };
  const { isListening } = Recorded.parse((await call(`${path}/intent`, asPayer, claim)).json);
  if (!isListening) throw new Error("The service does not wait for this transaction.");
  const waiting = await call(path, asPayer);
  const [request] = Locked.parse(waiting.json).requestStatuses;
  say(`${waiting.status}: in progress, waiting for ${request?.safeTxHash}`);

  const signing = safe.owners.slice(0, safe.threshold).map(({ address }) => address);
  say(`Signed by ${signing.join(" and ")}`);
  const receipt = await executeSafe(node, safe, { to, value: BigInt(value), data, operation });
  say(`Executed: ${receipt.transactionHash} in block ${receipt.blockNumber}`);

  for (const until = Date.now() + 60_000; Date.now() < until; await delay(100)) {
    const now = await call(path, asPayer);
    if (now.status !== 409) continue;
    const done = Completed.safeParse(now.json);
    if (!done.success) continue;
    say(`Paid: ${done.data.requestStatuses[0]?.txHash}`);
    return;
  }
  throw new Error("The payment was mined but not seen within a minute; look at the worker's log.");
}
