import { once } from "node:events";
import { createServer } from "node:http";
import { type Chain, createClient, encodeAbiParameters, type Hex, http, parseAbiParameters } from "viem";
import { mainnet } from "viem/chains";
import { getEnsName } from "viem/ens";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findName } from "@/components/pay/names/find-name";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";

const RESOLVER: Hex = "0xeeeeeeee14d718c2b47d9923deab1335e144eeee";
const ADDRESS: Hex = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

let chain: TestChain;
const client = () => createClient({ chain: mainnet as Chain, transport: http(chain.rpcUrl) });
const found = () => findName(client(), ADDRESS, 1);

beforeAll(async () => {
  chain = await startTestChain({ network: "mainnet", bare: true });
});
afterAll(() => chain?.stop());

/** A contract that answers every call with these bytes, or fails with them. */
async function resolverThat(does: "returns" | "reverts", data: Hex): Promise<void> {
  const length = ((data.length - 2) / 2).toString(16).padStart(4, "0");
  const end = does === "returns" ? "f3" : "fd";
  const code: Hex = `0x61${length}600e60003961${length}6000${end}${data.slice(2)}`;
  await chain.rpc("anvil_setCode", RESOLVER, code);
}

const named = (name: string) =>
  resolverThat(
    "returns",
    encodeAbiParameters(parseAbiParameters("string, address, address"), [name, RESOLVER, RESOLVER]),
  );

describe("the name of a recipient", () => {
  test("is what the resolver says", async () => {
    await named("shop.eth");
    expect(await found()).toBe("shop.eth");
  });

  test.each([
    ["none", ""],
    ["letters that look like others", "ѕhор.eth"],
    ["letters that cannot be seen", "shop\u200b.eth"],
    ["a name that turns its surroundings around", "\u202ehte.pohs"],
    ["capitals", "Shop.eth"],
    ["markup", "<img src=x onerror=alert(1)>.eth"],
    ["a wall of text", `${"a".repeat(80)}.eth`],
  ])("is not shown for %s", async (_what, name) => {
    await named(name);
    expect(await found()).toBeNull();
  });

  test("is not fetched from a server that the resolver points to", async () => {
    const asked: string[] = [];
    const gateway = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end("{}");
    });
    await once(gateway.listen(0, "127.0.0.1"), "listening");
    const address = gateway.address();
    const port = typeof address === "object" ? address?.port : null;
    const lookup = encodeAbiParameters(parseAbiParameters("address, string[], bytes, bytes4, bytes"), [
      RESOLVER,
      [`http://127.0.0.1:${port}/{sender}/{data}`],
      "0x",
      "0x00000000",
      "0x",
    ]);
    // OffchainLookup of EIP-3668.
    await resolverThat("reverts", `0x556f1830${lookup.slice(2)}`);
    expect(await found()).toBeNull();
    expect(asked).toEqual([]);
    // Whoever follows such answers does ask it: the trap works.
    await getEnsName(client(), { address: ADDRESS, universalResolverAddress: RESOLVER }).catch(() => null);
    expect(asked).toHaveLength(1);
    gateway.close();
  });

  test("is nothing where there is no resolver, or nobody answers", async () => {
    await chain.rpc("anvil_setCode", RESOLVER, "0x");
    expect(await found()).toBeNull();
    const nobody = createClient({
      chain: mainnet as Chain,
      transport: http("http://127.0.0.1:9", { retryCount: 0 }),
    });
    expect(await findName(nobody, ADDRESS, 8453)).toBeNull();
  });
});
