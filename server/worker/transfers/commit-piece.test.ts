import { asc, count, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { chainCursors, requests, transfers, webhookEvents } from "@/db/schema";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { auditChain } from "@/server/payments/audit";
import { auditSums } from "@/server/payments/counting/sums";
import type { RequestRow } from "@/server/requests/draft";
import { auditSettlements } from "@/server/requests/settling/audit";
import { payMany } from "@/server/testing/data/many-payments";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";

/** Each request is paid by a hundred payments of one transaction, in a block of its own: parts of ten requests. */
const REQUESTS = 21;
const EACH = 100;

let node: TestChain;
let between: FaultyNode;
let ledger: TestLedger;
let asked: RequestRow[];

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  between = await startFaultyNode(node.rpcUrl);
});
afterAll(async () => {
  await between?.close();
  await node?.stop();
});
beforeEach(async () => {
  between.behave(null);
  const startBlock = Number(await node.publicClient.getBlockNumber()) + 1;
  ledger = await startLedger(node, { rpcUrls: [between.url], startBlock });
  asked = await Promise.all(Array.from({ length: REQUESTS }, () => ledger.request(String(EACH))));
  const payments = asked.flatMap(({ paymentReference }) =>
    Array.from({ length: EACH }, () => ({
      recipient: node.accounts.recipient.address,
      amount: 1_000_000n,
      reference: `0x${paymentReference.slice(2)}` as const,
    })),
  );
  await payMany(node, payments);
  // All of it is final, and so is some of what follows.
  await node.mine(100);
  return () => ledger.close();
});

test("a node that fails in the second part: the first one stands, and the rest follows without a double", async () => {
  const { db } = ledger.app.database;
  const later = await transactionsFrom(12);
  between.behave(({ method, params }) =>
    method === "eth_getTransactionReceipt" && later.has(String(params[0])) ? { error: "busy" } : undefined,
  );
  await expect(ledger.watch()).rejects.toThrow("eth_getTransactionReceipt failed");
  const paid = await db.select().from(requests).where(eq(requests.status, "paid"));
  expect(paid.map(({ id }) => id).sort()).toEqual(
    asked
      .slice(0, 10)
      .map(({ id }) => id)
      .sort(),
  );
  expect(await db.select({ count: count() }).from(transfers)).toEqual([{ count: 10 * EACH }]);

  between.behave(null);
  await ledger.watch();
  await expectAllPaidOnce();
});

test("a worker that loses its chain between two parts writes no more of it, and who goes on doubles nothing", async () => {
  const { sql } = ledger.app.database;
  const later = await transactionsFrom(10);
  let taken: Promise<unknown> | undefined;
  between.behave(({ method, params }) => {
    if (method !== "eth_getTransactionReceipt" || !later.has(String(params[0]))) return undefined;
    // The first part is being written: this waits for its lock on the cursor.
    taken ??= sql`update chain_cursors set lease_owner = 'worker-2', lease_until = now() + interval '1 hour'`;
    return { after: taken };
  });
  await ledger.watch();
  const [cursor] = await ledger.app.database.db.select().from(chainCursors);
  expect(cursor?.leaseOwner).toBe("worker-2");
  expect(cursor?.nextBlock).toBeLessThan(await node.publicClient.getBlockNumber());

  await ledger.watch({ owner: "worker-2" });
  await expectAllPaidOnce();
});

/** Transactions that pay the requests from this one on. */
async function transactionsFrom(first: number): Promise<ReadonlySet<string>> {
  const to = await node.publicClient.getBlockNumber();
  const payments = await ledger.chain.logsOfRange(ledger.chain.startBlock ?? 0n, to);
  const references = new Set<string>(asked.slice(first).map(({ topic1 }) => topic1));
  return new Set(payments.filter(({ topic1 }) => references.has(topic1)).map(({ txHash }) => txHash));
}

async function expectAllPaidOnce(): Promise<void> {
  const { db } = ledger.app.database;
  for (const request of asked) {
    expect((await ledger.reload(request)).status).toBe("paid");
    const events = await ledger.events(request);
    expect(events).toHaveLength(EACH);
    expect(events.filter((name) => name === "payment.confirmed")).toHaveLength(1);
  }
  const rows = await db
    .select({ sequence: webhookEvents.sequence })
    .from(webhookEvents)
    .orderBy(asc(webhookEvents.sequence));
  expect(rows.map(({ sequence }) => Number(sequence))).toEqual(rows.map((_, i) => i + 1));
  expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
  expect(await auditSettlements(ledger.ctx)).toEqual([]);
  expect(await auditSums(ledger.ctx)).toEqual([]);
}
