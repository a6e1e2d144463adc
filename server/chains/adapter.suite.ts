import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChainAdapter, PaymentLog } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { referenceTopic } from "@/server/chains/reference-topic";

/** A chain with somebody who can pay on it, for the suite that every family runs. Addresses are lower-case hex. */
export interface SuiteChain {
  adapter: ChainAdapter;
  /** The same adapter, looking for its node at this URL. */
  adapterAt(url: string): ChainAdapter;
  payer: Hex;
  /** `payer` where the network's receipts say who signed, else null. */
  payerEoa: Hex | null;
  payee: Hex;
  token: Hex;
  feeProxy: Hex;
  /** Pays base units of `token` under these references in one transaction; several go through the batch contract. */
  pay(references: readonly Hex[], amount: bigint): Promise<Hex>;
  /** A payment that fails on chain. */
  failToPay(reference: Hex): Promise<{ txHash: Hex; blockNumber: bigint }>;
  mine(blocks: number): Promise<void>;
  /** Replaces the newest blocks by as many without their transactions. */
  dropBlocks(depth: number): Promise<void>;
  stop(): Promise<void>;
}

const shownOf = (log: PaymentLog, ...others: PaymentLog[]) => ({ ...log, logs: [log, ...others] });
const referenceOf = (n: number): Hex => `0x${n.toString(16).padStart(16, "0")}`;

/** What the watcher relies on, whatever the chain (`server/chains/adapter.ts`). */
export function adapterSuite(name: string, start: () => Promise<SuiteChain>): void {
  describe(`the adapter of ${name}`, () => {
    let chain: SuiteChain;
    let adapter: ChainAdapter;
    let used = 0x5eed;
    const next = () => referenceOf(used++);
    beforeAll(async () => {
      chain = await start();
      adapter = chain.adapter;
    });
    afterAll(() => chain?.stop());

    const height = async () => (await adapter.head()).latest.number;
    const blockAt = async (number: bigint) => {
      const [block] = await adapter.blocks([number]);
      if (!block) throw new Error(`no block ${number}`);
      return block;
    };
    /** The log of a transaction with this reference, and its block. */
    async function find(reference: Hex): Promise<PaymentLog> {
      const logs = await adapter.logsOfRange(0n, await height());
      const log = logs.find(({ topic1 }) => topic1 === referenceTopic(reference));
      if (!log) throw new Error(`no payment ${reference}`);
      return log;
    }

    test("knows the head, and a final block that is not above it", async () => {
      await chain.mine(2);
      const head = await adapter.head();
      expect(head.finalized).toBeLessThanOrEqual(head.latest.number);
      expect(await blockAt(head.latest.number)).toEqual(head.latest);
    });

    test("gives blocks that follow each other, and null for one that is not there yet", async () => {
      await chain.mine(3);
      const top = await height();
      const blocks = await adapter.blocks([top - 2n, top - 1n, top, top + 1_000n]);
      expect(blocks[3]).toBeNull();
      expect(blocks[1]?.parentHash).toBe(blocks[0]?.hash);
      expect(blocks[2]?.parentHash).toBe(blocks[1]?.hash);
      expect(Number(blocks[2]?.time)).toBeGreaterThanOrEqual(Number(blocks[1]?.time));
    });

    test("tells everything about a payment, from its own block and from no other", async () => {
      const reference = next();
      const txHash = await chain.pay([reference], 1_250_000n);
      const log = await find(reference);
      expect(log).toMatchObject({
        txHash,
        position: 0,
        topic1: referenceTopic(reference),
        token: chain.token,
        recipient: chain.payee,
        amount: 1_250_000n,
        feeAmount: 0n,
        conversion: null,
      });
      const block = await blockAt(log.blockNumber);
      expect(block.hash).toBe(log.blockHash);
      expect(await adapter.logsOfBlock(block)).toEqual([log]);
      expect(await adapter.logsOfBlock(await blockAt(log.blockNumber - 1n))).toEqual([]);
    });

    test("numbers the payments of one transaction, and finds a range as its blocks", async () => {
      const references = [next(), next(), next()];
      const from = (await height()) + 1n;
      await chain.pay(references, 10n);
      await chain.mine(1);
      const to = await height();
      const numbers = Array.from({ length: Number(to - from) + 1 }, (_, i) => from + BigInt(i));
      const single = await Promise.all(numbers.map(async (n) => adapter.logsOfBlock(await blockAt(n))));
      const range = await adapter.logsOfRange(from, to);
      expect(range).toEqual(single.flat());
      expect(range.map(({ position, topic1 }) => [position, topic1])).toEqual(
        references.map((reference, i) => [i, referenceTopic(reference)]),
      );
    });

    test("does not take blocks that the node lacks for empty ones", async () => {
      const head = await adapter.head();
      await expect(adapter.logsOfRange(0n, head.latest.number + 5n)).rejects.toThrow(ChainError);
      const gone = { ...head.latest, hash: `0x${"ab".repeat(32)}` as const };
      await expect(adapter.logsOfBlock(gone)).rejects.toThrow(ChainError);
    });

    test("proves payments by their receipts: as they were shown, with who paid and what arrived", async () => {
      const [one, two, three] = [next(), next(), next()];
      await chain.pay([one], 7n);
      await chain.pay([two, three], 9n);
      const { payer, payerEoa } = chain;
      const [first, second, third] = await Promise.all([one, two, three].map(find));
      if (!first || !second || !third) throw new Error("no payments");
      expect(await adapter.evidence([shownOf(first), shownOf(second, third)])).toEqual([
        [{ log: first, settlement: { payer, payerEoa, received: 7n, takenFrom: payer } }],
        [
          { log: second, settlement: { payer, payerEoa, received: 9n, takenFrom: expect.any(String) } },
          { log: third, settlement: { payer, payerEoa, received: 9n, takenFrom: expect.any(String) } },
        ],
      ]);
      // Asked whether it is there at all.
      expect(await adapter.evidence([{ ...first, logs: [] }])).toMatchObject([[{ log: { amount: 7n } }]]);
    });

    test("finds transfers to watched addresses, in a block and in a range, and proves them by their receipts", async () => {
      const one = next();
      await chain.pay([one], 11n);
      const payment = await find(one);
      if (!payment?.token) throw new Error("no payment");
      const watch = { tokens: new Set([payment.token]), addresses: new Set([payment.recipient]) };
      const arrival = {
        txHash: payment.txHash,
        blockNumber: payment.blockNumber,
        blockHash: payment.blockHash,
        token: payment.token,
        from: chain.payer,
        to: payment.recipient,
        amount: 11n,
      };
      const [block] = await adapter.blocks([payment.blockNumber]);
      if (!block) throw new Error("no block");
      const [found, ...others] = await adapter.arrivalsOfBlock(block, watch);
      expect([found, others]).toMatchObject([arrival, []]);
      const { blockNumber: at } = payment;
      expect(await adapter.arrivalsOfRange(at, at, watch)).toEqual([found]);
      const elsewhere = { ...watch, addresses: new Set([`0x${"ee".repeat(20)}`]) };
      expect(await adapter.arrivalsOfRange(at, at, elsewhere)).toEqual([]);
      const shown = { ...payment, logs: found ? [found] : [] };
      const [proven] = await adapter.arrivalEvidence([shown], watch);
      expect(proven).toEqual([{ log: found, ordinal: expect.any(Number) }]);
      // Somebody else's transfer is not that of a watched address.
      expect(await adapter.arrivalEvidence([{ ...payment, logs: [] }], elsewhere)).toEqual([[]]);
    });

    test("gives the payments of the receipt, whatever was shown", async () => {
      const reference = next();
      await chain.pay([reference], 7n);
      const log = await find(reference);
      const lies: PaymentLog[][] = [
        [{ ...log, amount: 8n }],
        [{ ...log, topic1: referenceTopic(next()) }],
        [log, { ...log, position: 1 }],
        [log, { ...log, position: 1, logIndex: log.logIndex + 1 }],
      ];
      for (const logs of lies) {
        const [proven] = await adapter.evidence([{ ...log, logs }]);
        expect(proven).toMatchObject([{ log }]);
      }
    });

    test("finds no payments in a transaction that failed, and waits for one that nobody knows", async () => {
      const [good, bad] = [next(), next()];
      await chain.pay([good], 7n);
      const failed = await chain.failToPay(bad);
      const log = await find(good);
      await expect(find(bad)).rejects.toThrow("no payment");
      const pretended = { ...log, ...failed, topic1: referenceTopic(bad) };
      expect(await adapter.evidence([shownOf(pretended)])).toEqual([[]]);
      const unknown = { ...log, txHash: `0x${"cd".repeat(32)}` as const };
      await expect(adapter.evidence([shownOf(unknown)])).rejects.toThrow(/does not have the receipt/);
      expect(await adapter.evidence([{ ...unknown, logs: [] }])).toEqual([null]);
    });

    test("sees a reorganisation: other hashes, no payment, and no logs for what was dropped", async () => {
      const reference = next();
      await chain.pay([reference], 5n);
      const before = await adapter.head();
      const log = await find(reference);
      const dropped = await blockAt(log.blockNumber);
      const depth = Number(before.latest.number - log.blockNumber) + 1;
      await chain.dropBlocks(depth);
      expect((await blockAt(log.blockNumber)).hash).not.toBe(dropped.hash);
      await expect(adapter.logsOfBlock(dropped)).rejects.toThrow(ChainError);
      await expect(find(reference)).rejects.toThrow("no payment");
    });

    test("knows what a wallet has and lets be taken", async () => {
      const { payer, token, feeProxy } = chain;
      const before = await adapter.funds({ wallet: payer, token, spender: feeProxy });
      expect(before.native).toBeGreaterThan(0n);
      expect(before.gasPrice).toBeGreaterThan(0n);
      expect(before.allowance).toBeGreaterThan(0n);
      await chain.pay([next()], 11n);
      const after = await adapter.funds({ wallet: payer, token, spender: feeProxy });
      expect((before.token ?? 0n) - (after.token ?? 0n)).toBe(11n);
      const nobody: Hex = `0x${"12".repeat(20)}`;
      const nothing = await adapter.funds({ wallet: nobody, token, spender: feeProxy });
      expect(nothing).toMatchObject({ native: 0n, token: 0n, allowance: 0n });
      expect(await adapter.funds({ wallet: payer, token: null, spender: null })).toMatchObject({
        token: null,
        allowance: null,
      });
    });

    test("does not take an address without code for a token", async () => {
      const query = { wallet: chain.payer, token: `0x${"34".repeat(20)}` as const, spender: chain.feeProxy };
      await expect(adapter.funds(query)).rejects.toThrow(ChainError);
    });

    test("fails as a chain does when its node is away, without telling its URL", async () => {
      const url = "http://127.0.0.1:9/secret-key";
      const error = await chain
        .adapterAt(url)
        .head()
        .catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(ChainError);
      expect(String(error)).not.toContain("secret-key");
    });
  });
}
