import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Hex, parseTransaction } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterEach, expect, test } from "vitest";
import { developmentAccount } from "@/server/chains/development-accounts";
import { createSigner, type Unsigned } from "@/server/executor/signer";

const ACCOUNT = privateKeyToAccount(developmentAccount(9).privateKey);
const OTHER = privateKeyToAccount(developmentAccount(8).privateKey);

const TRANSACTION: Unsigned = {
  chainId: 1,
  nonce: 7n,
  to: "0x00000000000000000000000000000000000000aa",
  data: "0x1234",
  gasLimit: 100_000n,
  maxFee: 20n,
  maxPriorityFee: 2n,
};

let server: Server | undefined;
afterEach(() => void server?.close());

type Asked = Record<
  "to" | "data" | "nonce" | "gas" | "maxFeePerGas" | "maxPriorityFeePerGas" | "chainId",
  Hex
>;

/** A remote signer that signs what `change` makes of the request, as `account`. */
async function remote(
  change: (asked: Asked) => Partial<Asked> & { value?: Hex } = () => ({}),
  { account = ACCOUNT, wrap = false } = {},
) {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString());
    const [asked] = params;
    const { to, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, chainId, value } = {
      ...asked,
      ...change(asked),
    };
    const raw = await account.signTransaction({
      type: "eip1559",
      to,
      data,
      nonce: Number(nonce),
      gas: BigInt(gas),
      maxFeePerGas: BigInt(maxFeePerGas),
      maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
      chainId: Number(chainId),
      value: BigInt(value ?? 0),
    });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: wrap ? { raw, tx: {} } : raw }));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return createSigner({
    kind: "url",
    url: `http://127.0.0.1:${port}/?token=secret`,
    address: ACCOUNT.address,
  });
}

test("a key signs exactly what it is asked for, and is in nothing that could be logged", async () => {
  const signer = createSigner({ kind: "key", key: developmentAccount(9).privateKey });
  const { raw } = await signer.sign(TRANSACTION);
  expect(parseTransaction(raw)).toMatchObject({ nonce: 7, gas: 100_000n, maxFeePerGas: 20n, chainId: 1 });
  expect(JSON.stringify(signer)).not.toContain(developmentAccount(9).privateKey.slice(2));
});

test.each([false, true])("a signer behind a URL signs the same (in an object: %s)", async (wrap) => {
  const key = createSigner({ kind: "key", key: developmentAccount(9).privateKey });
  const signer = await remote(undefined, { wrap });
  expect(await signer.sign(TRANSACTION)).toEqual(await key.sign(TRANSACTION));
});

test.each<[string, Partial<Asked> & { value?: Hex }]>([
  ["another receiver", { to: "0x00000000000000000000000000000000000000bb" }],
  ["other calldata", { data: "0x9999" }],
  ["another nonce", { nonce: "0x8" }],
  ["more for gas", { maxFeePerGas: "0xffff" }],
  ["more gas", { gas: "0xffffff" }],
  ["another chain", { chainId: "0x2" }],
  ["coins of the wallet", { value: "0x1" }],
])("a signer that puts in %s is not believed", async (_what, changed) => {
  const signer = await remote(() => changed);
  await expect(signer.sign(TRANSACTION)).rejects.toThrow(/another transaction/);
});

test("a signer with another key is not believed", async () => {
  const signer = await remote(undefined, { account: OTHER });
  await expect(signer.sign(TRANSACTION)).rejects.toThrow(/not as/);
});

test("a signer that does not answer is named without its URL", async () => {
  const signer = await remote();
  server?.close();
  server?.closeAllConnections();
  const failure = await signer.sign(TRANSACTION).catch((error: unknown) => String(error));
  expect(failure).toBe("SignerError: the signer did not sign");
});
