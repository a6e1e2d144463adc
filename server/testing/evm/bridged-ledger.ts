import { eq } from "drizzle-orm";
import type { Hex } from "viem";
import { expect } from "vitest";
import { erc20Abi } from "@/contracts/abis";
import { crosschainDeposits } from "@/db/schema";
import { type LocalPool, localPool } from "@/local/crosschain/pool";
import type { SeenDeposit } from "@/server/chains/crosschain";
import type { AccountName } from "@/server/chains/development-accounts";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { type Deposit, depositCall } from "@/server/chains/evm/crosschain/deposit";
import { expectedDeposit } from "@/server/chains/evm/crosschain/verify";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { auditChain } from "@/server/payments/audit";
import type { RequestRow } from "@/server/requests/draft";
import { auditSettlements } from "@/server/requests/settling/audit";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { watchCrosschain } from "@/server/worker/crosschain/watch-crosschain";

export const SOURCE = EVM_NETWORKS.base;
export const DESTINATION = EVM_NETWORKS["arbitrum-one"];
export const POOL: Hex = SOURCE.contracts.acrossSpokePool?.address ?? "0x";

export const usdc = (network: string): Hex => `0x${(tokenById(`USDC-${network}`)?.address ?? "").slice(2)}`;

export interface DepositOptions {
  who?: AccountName;
  amount?: bigint;
  changes?: Partial<Deposit>;
  seconds?: number;
}

/** A ledger over a chain that requests are paid on, and another one beside it, from which deposits come. */
export interface BridgedLedger {
  source: TestChain;
  destination: TestChain;
  /** The bridge's pools on both. */
  from: LocalPool;
  to: LocalPool;
  sourceAdapter: EvmAdapter;
  ledger: TestLedger;
  aRequest(amount?: string): Promise<RequestRow>;
  addressOf(who: AccountName): Hex;
  /** What the service would hand out for this request. */
  wantedFor(request: RequestRow, options?: DepositOptions): Promise<Deposit>;
  /** Deposits that on the source. */
  deposit(request: RequestRow, options?: DepositOptions): Promise<SeenDeposit>;
  /** Both ends look until nothing changes, and the payments are read. */
  look(): Promise<void>;
  /** The states of all deposits for it, in their order. */
  stateOf(request: RequestRow): Promise<string[]>;
  statusOf(request: RequestRow): Promise<RequestRow["status"]>;
  /** The clock of the destination passes the deadline of a deposit, for good. */
  passDeadline(seconds: number): Promise<void>;
  /** The deposit is filled, and pays its request. */
  fill(own: SeenDeposit, request: RequestRow): Promise<void>;
  audit(): Promise<void>;
  /** The clock of the service goes ahead, until `onTime`. */
  later(ms: number): void;
  onTime(): void;
  close(): Promise<void>;
}

export async function startBridgedLedger(): Promise<BridgedLedger> {
  let ahead = 0;
  const [source, destination] = await Promise.all([
    startTestChain({ network: SOURCE.id, slotsInAnEpoch: 8 }),
    startTestChain({ network: DESTINATION.id, slotsInAnEpoch: 8 }),
  ]);
  const [from, to] = [localPool(SOURCE, source.rpcUrl), localPool(DESTINATION, destination.rpcUrl)];
  const sourceAdapter = new EvmAdapter(SOURCE, { rpcUrls: [source.rpcUrl], confirmations: 1, startBlock: 0 });
  const ledger = await startLedger(
    destination,
    {},
    {
      beside: [sourceAdapter],
      now: () => new Date(Date.now() + ahead),
      env: { NETWORK_PROFILE: "local" },
    },
  );
  const addressOf = (who: AccountName) => source.accounts[who].address;

  const wantedFor: BridgedLedger["wantedFor"] = async (
    request,
    { who = "payer", amount, changes, seconds = 3_600 } = {},
  ) => {
    const now = await from.time();
    const wanted = expectedDeposit(
      {
        source: SOURCE,
        destination: DESTINATION,
        payer: addressOf(who),
        inputToken: usdc(SOURCE.id),
        inputAmount: (amount ?? request.amount) + 10_000n,
        payments: [
          {
            token: usdc(DESTINATION.id),
            payee: `0x${request.payee.slice(2)}`,
            amount: amount ?? request.amount,
            reference: `0x${request.paymentReference.slice(2)}`,
            fee: null,
          },
        ],
        now,
      },
      {
        exclusiveRelayer: "0x0000000000000000000000000000000000000000",
        exclusivitySeconds: 0,
        quoteTimestamp: now,
        fillDeadline: now + seconds,
      },
    );
    return { ...wanted, ...changes };
  };

  const deposit: BridgedLedger["deposit"] = async (request, { who = "payer", ...options } = {}) => {
    const wanted = await wantedFor(request, { who, ...options });
    const wallet = source.wallet(who);
    const approve = { address: wanted.inputToken, abi: erc20Abi, functionName: "approve" } as const;
    const approved = await wallet.writeContract({ ...approve, args: [POOL, wanted.inputAmount] });
    await source.publicClient.waitForTransactionReceipt({ hash: approved });
    const hash = await wallet.sendTransaction(depositCall(POOL, wanted));
    const receipt = await source.publicClient.waitForTransactionReceipt({ hash });
    if (receipt.status !== "success") throw new Error("the deposit reverted");
    const { deposits } = await from.deposits(receipt.blockNumber);
    const [own] = deposits.filter(({ txHash }) => txHash === hash);
    if (!own) throw new Error("no deposit");
    return own;
  };

  const look = async () => {
    for (let i = 0; i < 2; i++) {
      for (const chain of [sourceAdapter, ledger.chain]) {
        while ((await watchCrosschain(ledger.ctx, chain)) === "more");
      }
    }
    await ledger.watch();
  };
  const stateOf = async (request: RequestRow) => {
    const rows = await ledger.app.database.db
      .select()
      .from(crosschainDeposits)
      .where(eq(crosschainDeposits.requestId, request.id))
      .orderBy(crosschainDeposits.blockNumber);
    return rows.map(({ state }) => state);
  };
  const statusOf = async (request: RequestRow) => (await ledger.reload(request)).status;

  return {
    source,
    destination,
    from,
    to,
    sourceAdapter,
    ledger,
    aRequest: (amount = "10") => ledger.request(amount, `USDC-${DESTINATION.id}`),
    addressOf,
    wantedFor,
    deposit,
    look,
    stateOf,
    statusOf,
    passDeadline: async (seconds) => {
      await destination.rpc("evm_increaseTime", seconds);
      await to.finalize();
    },
    fill: async (own, request) => {
      await to.fill(own);
      await look();
      expect([await stateOf(request), await statusOf(request)]).toEqual([["filled"], "paid"]);
    },
    audit: async () => {
      expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
      expect(await auditSettlements(ledger.ctx)).toEqual([]);
    },
    later: (ms) => {
      ahead += ms;
    },
    onTime: () => {
      ahead = 0;
    },
    close: async () => {
      await ledger.close();
      await Promise.all([source.stop(), destination.stop()]);
    },
  };
}
