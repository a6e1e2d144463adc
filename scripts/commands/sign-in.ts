import { type Hex, isHex } from "viem";
import { privateKeyToAccount, sign } from "viem/accounts";
import { z } from "zod";
import { readOptions } from "@/local/options";
import { readStack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { plainCommand } from "@/scripts/command-line/plain-command";
import { ChallengeCreated } from "@/server/auth/schema";
import { hex20ToTron } from "@/server/chains/address";
import { signedDigest } from "@/server/chains/wallets/recover-signer";

/**
 * `quittance sign-in`: signs in over the API as a wallet would and prints the session token, good as `Authorization: Bearer …`
 * and as cookie `session_token`. The account is a name of `stack.json`, by default `merchant`, or a private key.
 */
export const signIn = plainCommand("sign-in", async ({ words, options: values, env }, say) => {
  const { dataDir } = readOptions([], env, repositoryRoot());
  const stack = readStack(dataDir);
  const url = values.url ?? stack?.authUrl;
  if (!url) throw new Error(`Nothing runs on ${dataDir}: start it with npm start, or name it with --url.`);

  const named = words[0] ?? "merchant";
  const privateKey = keyOf(named.startsWith("0x") ? named : accountKey(stack?.accounts, named));
  const account = privateKeyToAccount(privateKey);
  const family = values.tron ? "tron" : "evm";
  const address = values.tron ? hex20ToTron(account.address) : account.address;

  const asked = await post(`${url}/v1/auth/wallet/challenge`, { address });
  const { challengeId, nonce, message } = ChallengeCreated.parse(await asked.json());
  const signature = await sign({ hash: signedDigest(family, message), privateKey, to: "hex" });
  const answer = await post(`${url}/v1/auth/wallet/verify`, { challengeId, nonce, message, signature });
  const token = /session_token=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1];
  if (!token) throw new Error("the answer sets no session cookie");
  say(token);
  return { data: { token, address } };
});

async function post(url: string, body: unknown): Promise<Response> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

function accountKey(accounts: unknown, name: string): string {
  const known = z.record(z.string(), z.object({ privateKey: z.string() })).safeParse(accounts);
  const key = known.success ? known.data[name]?.privateKey : undefined;
  if (!key) throw new Error(`${name} is no account of the local chains and no private key`);
  return key;
}

function keyOf(text: string): Hex {
  if (!isHex(text) || text.length !== 66) throw new Error("a private key is 0x and 64 hex characters");
  return text;
}
