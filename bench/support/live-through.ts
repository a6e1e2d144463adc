import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import { usdcOf } from "@/bench/support/paying";
import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { inTransaction } from "@/server/context";
import { recordTransfers } from "@/server/payments/recording/record";
import type { SeenTransfer } from "@/server/payments/recording/transfer-row";
import { confirmTransfers, finalizeTransfers } from "@/server/payments/watching/finality";
import { draftRequest, type RequestRow } from "@/server/requests/draft";
import { insertRequests } from "@/server/requests/insert";
import { claimDeliveries } from "@/server/webhooks/sending/claim";
import { Recorder } from "@/server/webhooks/sending/record";
import { settle } from "@/server/worker/settling/settle";

const NETWORK = "base";
/** Requests of one commit: concurrent creates share one. */
const PER_CREATE = 200;
/** Payments of one block, and so of one commit. */
const PER_BLOCK = 20;
const AMOUNT = 100_000_000n;
const LEASE_MS = 60_000;

export interface PaidLife {
  platformId: string;
  /** The first one gets this number; every payment comes from a wallet of its own, but for every tenth. */
  first: number;
  count: number;
}

/**
 * Creates requests and leads them through their life by the very functions of the service, from creation over the
 * transfer in the chain and its confirmation to the delivered webhook and finality. Only the chain's and the
 * receiver's answers are made up. Finality comes `PER_CREATE` payments after the block, as in the chain.
 */
export async function liveThrough(
  app: App,
  queue: Sql,
  { platformId, first, count }: PaidLife,
): Promise<void> {
  const recorder = new Recorder(queue, (error) => {
    throw error;
  });
  for (let n = first; n < first + count; n += PER_CREATE) {
    const rows = await create(app, platformId, n);
    const blocks: SeenTransfer[][] = [];
    for (let i = 0; i < rows.length; i += PER_BLOCK) {
      const seen = rows.slice(i, i + PER_BLOCK).map((row, j) => paymentOf(app, row, n + i + j));
      blocks.push(seen);
      await pay(app, seen, blockOf(n + i));
      await deliver(app, queue, recorder);
    }
    for (const [i, seen] of blocks.entries()) {
      const block = blockOf(n + i * PER_BLOCK);
      await inTransaction(app.context(systemCaller("")), (tx) =>
        finalizeTransfers(tx, NETWORK, { from: block, to: block }, seen),
      );
    }
  }
}

async function create(app: App, platformId: string, first: number): Promise<RequestRow[]> {
  const context = { caller: systemCaller(platformId), config: app.config, now: app.now };
  const drafts = Array.from({ length: PER_CREATE }, (_, i) =>
    draftRequest(context, {
      kind: "request",
      token: usdcOf(NETWORK),
      payee: addressOf("payee"),
      payer: null,
      amount: AMOUNT,
      reference: `order-${first + i}`,
    }),
  );
  await inTransaction(app.context(systemCaller("")), (tx) => insertRequests(tx, drafts));
  return drafts.map(({ row }) => row);
}

/** Seen, and one confirmation later settled and announced: two passes of the watcher. */
async function pay(app: App, seen: readonly SeenTransfer[], block: bigint): Promise<void> {
  const ctx = app.context(systemCaller(""));
  await inTransaction(ctx, async (tx) => {
    const { requestIds } = await recordTransfers(tx, NETWORK, seen);
    await settle(tx, requestIds);
  });
  await inTransaction(ctx, async (tx) => {
    const requestIds = await confirmTransfers(tx, NETWORK, { upTo: block, compared: 0n, head: block });
    await settle(tx, requestIds);
  });
}

/** Every pending delivery succeeds at its first attempt. */
async function deliver(app: App, queue: Sql, recorder: Recorder): Promise<void> {
  const now = app.now();
  const capacity = { all: 1_000, others: 1_000, known: new Map<string, number>() };
  const { deliveries } = await claimDeliveries(queue, { now, leaseMs: LEASE_MS, capacity, after: "" });
  await Promise.all(
    deliveries.map(({ id, lease, attempts }) =>
      recorder.add({
        id,
        lease,
        state: "succeeded",
        error: null,
        isGone: false,
        dueAt: null,
        attempt: {
          number: attempts + 1,
          startedAt: now,
          durationMs: 12,
          statusCode: 200,
          responseBody: '{"received":true}',
        },
      }),
    ),
  );
}

function paymentOf(app: App, request: RequestRow, n: number): SeenTransfer {
  const payer = addressOf(`payer ${n % 10 === 0 ? "regular" : n}`);
  return {
    log: {
      txHash: hashOf(`transaction ${n}`),
      position: 0,
      blockNumber: blockOf(n),
      blockHash: hashOf(`block ${blockOf(n)}`),
      logIndex: n % PER_BLOCK,
      topic1: `0x${request.topic1.slice(2)}`,
      token: usdcOf(NETWORK).address,
      recipient: addressOf("payee"),
      amount: AMOUNT,
      feeAmount: 0n,
      feeAddress: null,
      conversion: null,
    },
    request: { ...request, restrictedLinkId: null },
    mismatch: null,
    settlement: { payer, payerEoa: payer, received: AMOUNT, takenFrom: payer },
    blockTime: app.now(),
  };
}

function blockOf(n: number): bigint {
  return BigInt(EVM_NETWORKS[NETWORK].chainId) * 1_000n + BigInt(Math.floor(n / PER_BLOCK));
}

function hashOf(text: string): `0x${string}` {
  return `0x${createHash("sha256").update(text).digest("hex")}`;
}

function addressOf(text: string): `0x${string}` {
  return `0x${hashOf(text).slice(2, 42)}`;
}
