import { readFileSync } from "node:fs";
import { z } from "zod";
import { readOptions } from "@/local/options";
import { readStack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { plainCommand } from "@/scripts/command-line/plain-command";
import { createRpc } from "@/server/chains/evm/rpc";
import type { Network } from "@/server/chains/networks";
import { checkStatement } from "@/server/ledger/closing/check-statement";
import { Statement } from "@/server/ledger/closing/statement-schema";
import { checkOffline, checkSigner } from "@/server/quittances/check-offline";
import { checkOnChain } from "@/server/quittances/check-on-chain";
import { Quittance } from "@/server/quittances/schema";

/**
 * `quittance verify`: checks a quittance without the service that issued it. Offline: the signature and the sums. With nodes, your own or those of the stack
 * that runs here: every transfer as well. Of the statement of a closed month: the signature and the balances. Ends with 1 when anything is not as it says.
 */
export const verify = plainCommand("verify", async ({ words: [file = ""], options: values, env }, say) => {
  const document: unknown = JSON.parse(readFileSync(file === "-" ? 0 : file, "utf8"));
  const statement = Statement.safeParse(document);
  if (statement.success) return await verifyStatement(statement.data, values.signer, say);
  const quittance = Quittance.parse(document);
  const { message } = quittance;
  say(`${message.amount} ${message.currency} to ${message.payee}, paid ${message.paidAt}`);
  say(`Request ${message.requestId}, signed by ${quittance.signer}`);
  const nodes = new Map([...(values.stack ? nodesOfStack(env) : []), ...values.rpc.map(asNode)]);
  const problems = [
    ...(await checkOffline(quittance, values.signer)),
    ...(values.signers === undefined ? [] : checkSigner(quittance, await signersOf(values.signers))),
    ...(nodes.size > 0 ? await checkOnChain(quittance, (network) => nodeOf(nodes, network)) : []),
  ];
  for (const problem of problems) say(`✗ ${problem}`);
  const isOnChain = nodes.size > 0;
  const data = { isValid: problems.length === 0, problems, signer: quittance.signer, message, isOnChain };
  if (problems.length > 0) return { data, code: 1 };
  say(
    values.signer || values.signers
      ? "✓ signed by the address you named"
      : "✓ signed; compare the signer with the service's own",
  );
  say(isOnChain ? "✓ every transfer is in the chain" : "  not compared with a node (--rpc <network>=<URL>)");
  return { data };
});

async function verifyStatement(
  statement: Statement,
  signer: string | undefined,
  say: (line: string) => void,
): Promise<{ data: object; code?: 0 | 1 }> {
  const { message } = statement;
  say(`Statement of account ${message.account}, ${message.startsAt} to ${message.endsAt}`);
  say(`${message.lines.length} balances, ${message.entries} entries, signed by ${statement.signer}`);
  const problems = await checkStatement(statement, signer);
  for (const problem of problems) say(`✗ ${problem}`);
  const data = { isValid: problems.length === 0, problems, signer: statement.signer, message };
  if (problems.length > 0) return { data, code: 1 };
  say(signer ? "✓ signed by the address you named" : "✓ signed; compare the signer with the service's own");
  return { data };
}

/** The list of `GET /v2/quittance-signer`, from the service itself or from where it was kept. */
async function signersOf(source: string) {
  const text = /^https?:/.test(source) ? await (await fetch(source)).text() : readFileSync(source, "utf8");
  const signer = z.object({ address: z.string(), validUntil: z.string().nullable() });
  return z.object({ signers: z.array(signer) }).parse(JSON.parse(text)).signers;
}

function nodesOfStack(env: NodeJS.ProcessEnv): [string, string][] {
  const { dataDir } = readOptions([], env, repositoryRoot());
  const stack = readStack(dataDir);
  if (!stack) throw new Error(`Nothing runs on ${dataDir}: start it with npm start in another terminal.`);
  return Object.entries(stack.networks).map(([network, { rpcUrl }]) => [network, rpcUrl]);
}

function asNode(text: string): [string, string] {
  const equals = text.indexOf("=");
  if (equals < 1) throw new Error(`--rpc takes <network>=<URL>, as base=https://…, not ${text}`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

/** Tron's nodes answer the same questions below a path of their own. */
function nodeOf(nodes: ReadonlyMap<string, string>, network: Network) {
  const url = nodes.get(network.id);
  if (url === undefined) return null;
  return createRpc([network.family === "tron" && !url.endsWith("/jsonrpc") ? `${url}/jsonrpc` : url]);
}
