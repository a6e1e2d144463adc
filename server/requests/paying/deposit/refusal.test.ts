import { afterAll, beforeAll, expect, test } from "vitest";
import { recurringInstalments } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { newId } from "@/server/lib/ids";
import type { RequestRow } from "@/server/requests/draft";
import { refusalOf } from "@/server/requests/paying/deposit/refusal";
import type { DepositRefusal } from "@/server/requests/paying/deposit/schema";
import { plannedAddress } from "@/server/requests/paying/deposit/terms";
import { dueOf } from "@/server/requests/paying/due";
import { payablesOf } from "@/server/requests/paying/payable";
import { aRestrictedLink, SCREENED } from "@/server/testing/data/restricted-link";
import { aRequest, tokenOf } from "@/server/testing/data/stored";
import { offerAddress } from "@/server/testing/deposits";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { openLedger, startLedger, type TestLedger } from "@/server/testing/ledger";
import { aSchedule } from "@/server/testing/schedules";

let node: TestChain;
let ledger: TestLedger;

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  ledger = await startLedger(node);
});
afterAll(async () => {
  await ledger?.close();
  await node?.stop();
});

const stored = (...changes: [facts?: object, columns?: Partial<RequestRow>]) =>
  aRequest(ledger.app, ledger, ...changes);
const inBundle = async () => {
  const [one, two] = [await stored(), await stored()];
  await aRestrictedLink(ledger.app, [one, two], {});
  return one;
};
const linked = async (policy: Parameters<typeof aRestrictedLink>[2]) => {
  const request = await stored();
  await aRestrictedLink(ledger.app, [request], policy);
  return request;
};
const anInstalment = async () => {
  const request = await stored({ kind: "payout" });
  const schedule = await aSchedule(ledger.app, node, { platformId: ledger.platformId });
  const now = ledger.app.now();
  await ledger.app.database.db.insert(recurringInstalments).values({
    id: newId(now),
    recurringPaymentId: schedule.id,
    index: 1,
    requestId: request.id,
    status: "due",
    dueAt: now,
    createdAt: now,
  });
  return request;
};

test.each<[what: string, request: () => Promise<RequestRow>, reason: DepositRefusal | null]>([
  ["one in a token", () => stored(), null],
  ["one of a link that anybody may pay", () => linked({}), null],
  ["one that is paid", () => stored({}, { status: "paid" }), "paid"],
  ["one that goes to a bank account", () => stored({ isCryptoToFiatAllowed: true }), "to_bank"],
  ["one in the network's own coin", () => stored({ token: tokenOf("ETH-sepolia-sepolia") }), "native_coin"],
  ["an instalment", anInstalment, "recurring"],
  ["one of several that are paid together", inBundle, "bundle"],
  ["one of a screened link", () => linked(SCREENED), "restricted"],
  [
    "one of a link for listed wallets",
    () => linked({ allowedPayerAddresses: [`0x${"12".repeat(20)}`] }),
    "restricted",
  ],
  ["one of a link that hides itself", () => linked({ hideUntilApproved: true }), "restricted"],
])("%s", async (_, request, reason) => {
  const [payable] = await payablesOf(ledger.ctx, [await request()]);
  if (!payable) throw new Error("no request");
  expect(await refusalOf(ledger.ctx, payable)).toBe(reason);
});

test("one on a network without the contracts is told so", async () => {
  const bare = await startTestChain({ network: "sepolia", bare: true });
  const settings = { rpcUrls: [bare.rpcUrl], startBlock: 0, confirmations: 1 };
  const beside = await openLedger({
    chain: new EvmAdapter(EVM_NETWORKS.sepolia, settings),
    payee: bare.accounts.recipient.address,
    height: () => bare.publicClient.getBlockNumber(),
  });
  await expect(offerAddress(beside, await beside.request("1"))).rejects.toThrow("not offered: network");
  await beside.close();
  await bare.stop();
});

test("three fees, or an amount beyond 128 bits, do not fit into an address", async () => {
  const ctx = ledger.app.context(systemCaller(ledger.platformId));
  const [payable] = await payablesOf(ctx, [await stored()]);
  if (!payable) throw new Error("no request");
  const due = dueOf(payable, payable.remaining, null, null);
  const leg = (n: number) => ({
    type: "platform" as const,
    address: `0x${String(n).repeat(40)}`,
    amount: 1n,
    reference: `0x${String(n).repeat(16)}`,
  });
  const platform = { address: `0x${"9".repeat(40)}`, amount: 1n };
  expect(plannedAddress({ ...due, platform, legs: [leg(1)] })).not.toBeNull();
  expect(plannedAddress({ ...due, platform, legs: [leg(1), leg(2)] })).toBeNull();
  expect(plannedAddress({ ...due, amount: 2n ** 128n })).toBeNull();
});
