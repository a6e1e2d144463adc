import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Hex, keccak256, numberToHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { aLookAlike, MISBEHAVIOURS, safeAnswers } from "@/server/testing/evm/look-alikes";

let chain: TestChain;
let adapter: EvmAdapter;

beforeAll(async () => {
  chain = await startTestChain({ network: "base", bare: true });
  adapter = new EvmAdapter(EVM_NETWORKS.base, { rpcUrls: [chain.rpcUrl] });
});
afterAll(() => chain?.stop());

const WALLET: Hex = "0x1111111111111111111111111111111111111111";
const DIGEST = keccak256("0x01");

/** What comes of a question to contracts that misbehave in every way, by the way. */
async function ofEach<T>(ask: (code: Hex) => Promise<T>): Promise<Record<string, T>> {
  const ways = Object.entries(MISBEHAVIOURS).map(async ([way, code]) => [way, await ask(code)] as const);
  return Object.fromEntries(await Promise.all(ways));
}
const always = <T>(answer: T) => Object.fromEntries(Object.keys(MISBEHAVIOURS).map((way) => [way, answer]));

test("a contract that misbehaves is no Safe, at once or after it answered like one", async () => {
  const { "getOwners()": _, ...allButOwners } = safeAnswers();
  const { "getThreshold()": threshold } = allButOwners;
  const read = async (answers: Parameters<typeof aLookAlike>[1], code: Hex) =>
    (await adapter.safes.read(await aLookAlike(chain, answers, code))).kind;
  const kinds = await ofEach((code) =>
    Promise.all([read({}, code), read({ "getThreshold()": threshold }, code), read(allButOwners, code)]),
  );
  expect(kinds).toEqual(always(["no_safe", "no_safe", "no_safe"]));
});

test.each([2n ** 63n, 2n ** 256n - 1n])(
  "a contract that has executed %s transactions is no Safe",
  async (nonce) => {
    const answers = { ...safeAnswers(), "nonce()": { head: numberToHex(nonce, { size: 32 }) } };
    expect(await adapter.safes.read(await aLookAlike(chain, answers))).toEqual({ kind: "no_safe" });
  },
);

test("a contract that misbehaves accepts no signature, owns nothing and answers nothing", async () => {
  const answers = await ofEach(async (code) => {
    const contract = await aLookAlike(chain, {}, code);
    const call = { to: contract, data: "0x12345678", untrusted: UNTRUSTED.walletSignature } as const;
    return Promise.all([
      adapter.acceptsSignature({ wallet: contract, digest: DIGEST, signature: "0x1234" }),
      adapter.accountOwnership({ account: contract, wallet: WALLET }),
      adapter.readContract(call),
    ]);
  });
  const { "answers nothing": empty, ...others } = answers;
  expect(empty).toEqual(["refused", "unknown", "0x"]);
  expect({ ...others, "answers nothing": ["refused", "unknown", null] }).toEqual(
    always(["refused", "unknown", null]),
  );
});

test("a token that refuses to tell of a wallet has nothing of it", async () => {
  const token = await aLookAlike(chain, {}, MISBEHAVIOURS["reverts without a reason"]);
  const funds = await adapter.funds({ wallet: WALLET, token, spender: WALLET });
  expect(funds).toMatchObject({ token: 0n, allowance: 0n });
});

test("a Safe may have as many owners as can sign; the list of a stranger's contract is not decoded", async () => {
  const real = await aLookAlike(chain, safeAnswers({ owners: 200 }));
  expect(await adapter.safes.read(real)).toMatchObject({ kind: "safe", version: "1.4.1", threshold: 1 });
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  for (const owners of [201, 5_000, 100_000]) {
    const safe = await aLookAlike(chain, safeAnswers({ owners }));
    expect(await adapter.safes.read(safe)).toEqual({ kind: "no_safe" });
    expect(await adapter.accountOwnership({ account: safe, wallet: WALLET })).toBe("unknown");
  }
  delays.disable();
  expect(delays.max / 1e6).toBeLessThan(1_000);
});

test("a Safe is asked once in a block, and again in the next", async () => {
  const safe = await aLookAlike(chain, safeAnswers());
  const { rpcUrl } = chain;
  const counting = new EvmAdapter(EVM_NETWORKS.base, { rpcUrls: [rpcUrl] });
  const answers = await Promise.all([1, 2, 3].map(() => counting.safes.read(safe)));
  expect(new Set(answers).size).toBe(1);
  const again = await counting.safes.read(safe);
  expect(again).toBe(answers[0]);
  await chain.mine();
  expect(await counting.safes.read(safe)).not.toBe(again);
});
