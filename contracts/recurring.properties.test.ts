import fc from "fast-check";
import { type Abi, encodeFunctionData, type Hex, zeroAddress } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recurringAbi } from "./abis";
import { readArtifact } from "./artifact";
import { type Bench, RELAYER, Reverted, startBench } from "./testing/bench";
import { DAY, type Permit, referenceOf, schedulesOn } from "./testing/schedules";

/** Whatever happens to a schedule, in any order. */
type Step =
  | { kind: "trigger"; index: number; schedule: number }
  | { kind: "many"; indexes: number[] }
  | { kind: "cancel"; schedule: number }
  | { kind: "wait"; days: number }
  | { kind: "approve"; amount: number }
  | { kind: "token"; mode: number }
  | { kind: "pause"; isPaused: boolean };

const schedule = fc.integer({ min: 0, max: 1 });
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("trigger" as const),
        index: fc.integer({ min: 0, max: 5 }),
        schedule,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("many" as const),
        indexes: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 5 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const), schedule }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("wait" as const), days: fc.integer({ min: 0, max: 3 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("approve" as const),
        amount: fc.integer({ min: 0, max: 6_000 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant("token" as const), mode: fc.integer({ min: 0, max: 4 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("pause" as const), isPaused: fc.boolean() }) },
  ),
  { minLength: 5, maxLength: 25 },
);

/** Each run is some dozens of transactions on a local chain. */
const RUNS = 25;

let bench: Bench;
let abi: Abi;
beforeAll(async () => {
  bench = await startBench("sepolia");
  ({ abi } = await readArtifact("HostileToken"));
});
afterAll(() => bench.stop());

test("in any order of calls, with a token that reverts or calls back, no more leaves the wallet than was signed, and what leaves arrives", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      const snapshot = await bench.chain.snapshot();
      try {
        await check(run);
      } finally {
        await bench.chain.revert(snapshot);
      }
    }),
    { numRuns: RUNS },
  );
});

async function check(run: readonly Step[]): Promise<void> {
  const schedules = schedulesOn(bench);
  const token = await bench.deploy("HostileToken", "Hostile", "BAD", 18);
  const permits = [
    await schedules.draft({ token, nonce: 1n }),
    await schedules.draft({ token, nonce: 2n, totalExecutions: 2, feeAddress: zeroAddress }),
  ] as [Permit, Permit];
  const signatures = await Promise.all(permits.map((permit) => schedules.sign(permit)));
  const signed = (n: number) => ({ permit: permits[n] as Permit, signature: signatures[n] as Hex });
  await bench.mint(token, permits[0].subscriber, 1_000_000n);
  await bench.approve("payer", token, bench.at.recurring, 1_000_000n);

  const wasCancelled = [false, false];
  const atCancel = [0, 0];
  for (const step of run) {
    try {
      switch (step.kind) {
        case "trigger": {
          const { permit, signature } = signed(step.schedule);
          await schedules.trigger(permit, signature, step.index);
          break;
        }
        case "many":
          await schedules.triggerMany(step.indexes.map((index) => ({ ...signed(index % 2), index })));
          break;
        case "cancel":
          await schedules.cancel(permits[step.schedule] as Permit);
          if (!wasCancelled[step.schedule]) {
            wasCancelled[step.schedule] = true;
            atCancel[step.schedule] = await schedules.lastIndex(permits[step.schedule] as Permit);
          }
          break;
        case "wait":
          await schedules.pass(step.days * DAY);
          break;
        case "approve":
          await bench.approve("payer", token, bench.at.recurring, BigInt(step.amount));
          break;
        case "token": {
          const { permit, signature } = signed(0);
          const next = (await schedules.lastIndex(permit)) + 2;
          const args = [permit, signature, next, referenceOf(schedules.digestOf(permit), next)] as const;
          const attack = encodeFunctionData({
            abi: recurringAbi,
            functionName: "triggerRecurringPayment",
            args,
          });
          await bench.send("payer", {
            to: token,
            abi,
            functionName: "misbehave",
            args: [step.mode, bench.at.recurring, attack],
          });
          break;
        }
        case "pause":
          await bench.send(0, {
            to: bench.at.recurring,
            abi: recurringAbi,
            functionName: step.isPaused ? "pause" : "unpause",
          });
          break;
      }
    } catch (error) {
      // A refusal is one of the outcomes; what holds afterwards is what counts.
      if (!(error instanceof Reverted)) throw error;
    }
  }

  // The token takes a fee in one of its modes; reading balances is always honest.
  const { timestamp } = await bench.chain.publicClient.getBlock();
  const [first, second] = await Promise.all(permits.map((permit) => schedules.lastIndex(permit)));
  if (first === undefined || second === undefined) throw new Error("two schedules");
  const counts = [first, second];
  const perInstalment = [1_057n, 1_007n];
  const left = 1_000_000n - (await bench.balance(token, permits[0].subscriber));
  expect(left).toBe(counts.reduce((sum, count, n) => sum + BigInt(count) * (perInstalment[n] ?? 0n), 0n));
  expect(await bench.balance(token, permits[0].recipient)).toBe(BigInt(first + second) * 1_000n);
  expect(await bench.balance(token, bench.chain.wallet(RELAYER).account.address)).toBe(
    BigInt(first + second) * 7n,
  );
  expect(await bench.balance(token, bench.at.recurring)).toBe(0n);
  permits.forEach((permit, n) => {
    const due = Number((timestamp - BigInt(permit.firstExec)) / BigInt(DAY)) + 1;
    expect(counts[n]).toBeLessThanOrEqual(Math.min(permit.totalExecutions, due));
    if (wasCancelled[n]) expect(counts[n]).toBe(atCancel[n]);
  });
}
