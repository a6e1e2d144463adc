import { eq } from "drizzle-orm";
import type { Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { erc20Abi } from "@/contracts/abis";
import { readArtifact } from "@/contracts/artifact";
import { connectedWallets, securePayments, walletScreenings } from "@/db/schema";
import type { ShownTransaction } from "@/server/chains/adapter";
import { type AccountName, developmentAccounts } from "@/server/chains/development-accounts";
import { batchPayment } from "@/server/chains/evm/calldata";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { type Ctx, inTransaction } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { getOverview } from "@/server/dashboard/overview/overview";
import { lockPolicies } from "@/server/payer-access/approved-payers";
import { type DecideOptions, decideAccess } from "@/server/payer-access/decide-access";
import { type ScreenedWallet, screenWallet } from "@/server/payer-access/screen";
import { screeningResults, storeResults } from "@/server/payer-access/store";
import { auditChain } from "@/server/payments/audit";
import { heldPayments } from "@/server/payments/counting/held";
import type { RequestRow } from "@/server/requests/draft";
import { getRequest } from "@/server/requests/get";
import { auditSettlements } from "@/server/requests/settling/audit";
import { releaseHeld } from "@/server/requests/settling/release-held";
import { lookUpSecurePayment } from "@/server/secure-payments/reading/look-up";
import { aRestrictedLink, SCREENED } from "@/server/testing/data/restricted-link";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { PATIENTLY } from "@/server/testing/patience";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

let node: TestChain;
let ledger: TestLedger;

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  ledger = await startLedger(node, {}, { env: { NETWORK_PROFILE: "local" } });
});
afterAll(async () => {
  await ledger?.close();
  await node?.stop();
});

type Link = Awaited<ReturnType<typeof aRestrictedLink>>;
const addressOf = (who: AccountName) => node.accounts[who].address;

/** An approval releases what is held, as on every visit of a link. */
function asOnAVisit(link: Link): DecideOptions {
  return { on: "pay", onApproved: async (tx) => void (await releaseHeld(tx, link)) };
}

/** A visit of the link with a wallet, as its page makes it. */
function visit(link: Link, who: AccountName, eoa: AccountName | null = null) {
  const wallets = { wallet: addressOf(who), eoaWallet: eoa && addressOf(eoa) };
  return decideAccess(ledger.ctx, link, wallets, asOnAVisit(link));
}

async function aScreenedRequest(amount = "10"): Promise<{ request: RequestRow; link: Link }> {
  const request = await ledger.request(amount);
  return { request, link: await aRestrictedLink(ledger.app, [request], SCREENED) };
}

/** Code of a contract that answers every call with this wallet's address. */
function ownedBy(who: AccountName): Hex {
  return `0x73${developmentAccounts()[who].address.slice(2)}5f5260205ff3`;
}

/** Puts code at an account while `work` runs; it has to be a key's again to send transactions. */
async function withCode(who: AccountName, code: string, work: () => Promise<void>): Promise<void> {
  await node.rpc("anvil_setCode", addressOf(who), code);
  await work();
  await node.rpc("anvil_setCode", addressOf(who), "0x");
}

const asOwner = () => ledger.app.context({ ...ledger.ctx.caller, platformId: ledger.platformId });
const statusOf = (request: RequestRow) => getRequest(asOwner(), request.requestId.slice(2));
const lookUp = (request: RequestRow) => lookUpSecurePayment(asOwner(), request.requestId.slice(2));

const visitor = (who: AccountName): ScreenedWallet => ({
  address: addressOf(who),
  type: "eoa",
  parent: null,
});

async function waitingForLocks(): Promise<number> {
  const rows = await ledger.app.database.sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length;
}

/** How often PostgreSQL had to end one of two commits that waited for each other. Each costs a second. */
async function deadlocks(): Promise<number> {
  const [row] = await ledger.app.database.sql<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  return row?.deadlocks ?? Number.NaN;
}

/** Runs the watcher and counts the statements of its commits that are written in `approved-payers.ts`. */
async function statementsAboutPayers(): Promise<number> {
  let count = 0;
  const begin: Ctx["begin"] = (work) =>
    ledger.ctx.begin((db, wake) => {
      const counting = new Proxy(db, {
        get: (target, name) => {
          if (name === "select" && new Error().stack?.includes("payer-access/approved-payers")) count += 1;
          const value = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      return work(counting, wake);
    });
  while ((await watchTransfers({ ...ledger.ctx, begin }, ledger.chain, "worker-1")) === "more");
  return count;
}

/** Without the variants, which follow each event of a payment. */
async function eventsOf(request: RequestRow): Promise<string[]> {
  return (await ledger.events(request)).filter((name) => !name.endsWith(".checkout"));
}

/** The money is on record and counts for nothing. */
async function expectHeld(request: RequestRow): Promise<void> {
  expect(await ledger.transfersOf(request)).toMatchObject([{ mismatch: "payer_not_approved" }]);
  expect((await ledger.reload(request)).status).toBe("created");
  expect(await eventsOf(request)).toEqual([]);
}

describe("the payment of a screened link", () => {
  test("by the wallet that passed is confirmed like any other", async () => {
    const { request, link } = await aScreenedRequest();
    expect(await visit(link, "payer")).toMatchObject({ status: "approved" });
    await ledger.pay(request, "10");
    await ledger.watch();
    expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
  });

  test("by wallet B after wallet A passed is held and shown, never confirmed", async () => {
    const { request, link } = await aScreenedRequest();
    await visit(link, "payer");
    const txHash = await ledger.pay(request, "10", { from: "payer2" });
    await ledger.watch();
    await node.mine(40);
    await ledger.watch();
    await expectHeld(request);
    // The merchant's Home leads there.
    const { attention } = await getOverview(asOwner(), { days: "7" });
    expect(attention.held).toEqual({ requests: 1, newest: request.requestId.slice(2) });
    expect(await statusOf(request)).toMatchObject({
      hasBeenPaid: false,
      paidAmount: "0",
      payments: [],
      note: "1 transfer from a wallet that has not passed the access policy of its link is held, not credited: payer_not_approved",
    });
    expect(await lookUp(request)).toMatchObject({
      status: "pending",
      payerAddress: addressOf("payer2"),
      payerKytResults: [
        { walletAddress: addressOf("payer2"), status: "error", reasonCode: "payer_not_approved" },
      ],
    });
    expect(await heldPayments(ledger.ctx, [request.id])).toEqual([
      { requestId: request.id, payer: addressOf("payer2"), amount: 10_000_000n, txHash },
    ]);
  });

  test("by a blocked wallet that calls the contract itself is held, screened or not", async () => {
    const { request, link } = await aScreenedRequest();
    await ledger.pay(request, "10", { from: "blocked" });
    await ledger.watch();
    await expectHeld(request);
    expect(await visit(link, "blocked")).toMatchObject({ status: "rejected" });
    await ledger.watch();
    await expectHeld(request);
    expect(await lookUp(request)).toMatchObject({
      payerAddress: addressOf("blocked"),
      payerKytResults: [{ status: "rejected", reasonCode: "sandbox_blocked", provider: "hypernative" }],
    });
  });

  test("that was held counts once its wallet passes, and is announced then, once", async () => {
    const { request, link } = await aScreenedRequest();
    await ledger.pay(request, "10", { from: "payer2" });
    await ledger.watch();
    await expectHeld(request);
    const released: string[] = [];
    const wallets = { wallet: addressOf("payer2"), eoaWallet: null };
    await decideAccess(ledger.ctx, link, wallets, {
      on: "pay",
      onApproved: async (tx) => void released.push(...(await releaseHeld(tx, link))),
    });
    expect(released).toEqual([request.id]);
    await visit(link, "payer2");
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("paid");
    expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
    expect(await statusOf(request)).toMatchObject({ hasBeenPaid: true, note: null, paidAmount: "10" });
  });

  test("of two wallets counts as far as they passed; the rest is released on its own", async () => {
    const { request, link } = await aScreenedRequest();
    await visit(link, "payer");
    await ledger.pay(request, "4");
    await ledger.pay(request, "6", { from: "payer2" });
    await ledger.watch();
    expect(await statusOf(request)).toMatchObject({ status: "partially_paid", paidAmount: "4" });
    await visit(link, "payer2");
    expect(await eventsOf(request)).toEqual(["payment.partial", "payment.confirmed"]);
  });

  test("counts by the latest definitive answer: rejected since is held, no answer since is not", async () => {
    const answered = async (status: "rejected" | "error") => {
      const { request, link } = await aScreenedRequest();
      await visit(link, "payer");
      if (status === "rejected") {
        await ledger.app.database.db
          .update(walletScreenings)
          .set({ status })
          .where(eq(walletScreenings.securePaymentId, link.id));
      } else {
        const providers = { ...ledger.ctx.providers, kyt: { find: () => null } };
        const wallets = { wallet: addressOf("payer"), eoaWallet: null };
        const decision = await decideAccess({ ...ledger.ctx, providers }, link, wallets, asOnAVisit(link));
        expect(decision).toMatchObject({ status: "error" });
      }
      await ledger.pay(request, "10");
      await ledger.watch();
      return request;
    };
    await expectHeld(await answered("rejected"));
    expect(await eventsOf(await answered("error"))).toEqual(["payment.confirmed"]);
  });

  test("is not approved by what the wallet did at another link", async () => {
    const other = await aScreenedRequest();
    await visit(other.link, "payer");
    const { request } = await aScreenedRequest();
    await ledger.pay(request, "10");
    await ledger.watch();
    await expectHeld(request);
  });

  test("in native coin through a contract that hides the payer is held", async () => {
    const { request, link } = await aScreenedRequest();
    await visit(link, "payer");
    const hidden = {
      ...ledger.chain,
      network: ledger.chain.network,
      confirmations: 1,
      startBlock: 0n,
      head: () => ledger.chain.head(),
      blocks: (numbers: readonly bigint[]) => ledger.chain.blocks(numbers),
      logsOfBlock: (block: Parameters<typeof ledger.chain.logsOfBlock>[0]) => ledger.chain.logsOfBlock(block),
      logsOfRange: (from: bigint, to: bigint) => ledger.chain.logsOfRange(from, to),
      evidence: async (shown: readonly ShownTransaction[]) =>
        (await ledger.chain.evidence(shown)).map(
          (payments) =>
            payments?.map((payment) => ({
              ...payment,
              settlement: { ...payment.settlement, payer: null },
            })) ?? null,
        ),
    };
    await ledger.pay(request, "10");
    await ledger.watch({ chain: hidden });
    await expectHeld(request);
    await visit(link, "payer");
    await expectHeld(request);
  });
});

describe("a batch that only pretends to take from the wallet that passed", () => {
  test("is held: nothing left that wallet, and the one that paid has not passed", async () => {
    const { request, link } = await aScreenedRequest();
    expect(await visit(link, "payer")).toMatchObject({ status: "approved" });
    expect(await visit(link, "blocked")).toMatchObject({ status: "rejected" });
    const { batch } = EVM_NETWORKS.sepolia.contracts;
    const usdc = tokenById("USDC-sepolia")?.address;
    if (!batch || !usdc) throw new Error("no batch contract or token");
    const token: Hex = `0x${usdc.slice(2)}`;
    const wallet = node.wallet("blocked");
    const { abi, bytecode } = await readArtifact("ZeroMover");
    const deployed = await mined(await wallet.deployContract({ abi, bytecode }));
    const pretended = deployed.contractAddress;
    if (!pretended) throw new Error("ZeroMover was not deployed");
    const args = [token, addressOf("payer"), batch.address];
    await mined(await wallet.writeContract({ address: pretended, abi, functionName: "aim", args }));
    await mined(
      await wallet.writeContract({
        address: token,
        abi: erc20Abi,
        functionName: "approve",
        args: [batch.address, 10_000_000n],
      }),
    );
    const call = batchPayment(batch.address, [
      {
        token,
        payee: `0x${request.payee.slice(2)}`,
        amount: 10_000_000n,
        reference: `0x${request.paymentReference.slice(2)}`,
        fee: null,
      },
      {
        token: pretended,
        payee: addressOf("blocked"),
        amount: 1n,
        reference: "0x0000000000000001",
        fee: null,
      },
    ]);
    const { status } = await mined(await wallet.sendTransaction({ ...call, gas: 900_000n }));
    expect(status).toBe("success");
    await ledger.watch();
    await expectHeld(request);
    expect(await ledger.transfersOf(request)).toMatchObject([{ payer: addressOf("blocked").toLowerCase() }]);
  });
});

const mined = (hash: Hex) => node.publicClient.waitForTransactionReceipt({ hash });

describe("a smart account", () => {
  test("that passed is not enough when the wallet behind it is rejected (AP-10)", async () => {
    const { request, link } = await aScreenedRequest();
    expect(await visit(link, "payer", "blocked")).toMatchObject({
      status: "rejected",
      walletResults: [
        { walletType: "eoa", status: "rejected" },
        { walletType: "smart_account", status: "approved", parentWalletAddress: addressOf("blocked") },
      ],
    });
    await ledger.pay(request, "10");
    await ledger.watch();
    await expectHeld(request);
  });

  test("pays where both passed", async () => {
    const { request, link } = await aScreenedRequest();
    expect(await visit(link, "payer", "payer2")).toMatchObject({ status: "approved" });
    await ledger.pay(request, "10");
    await ledger.watch();
    expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
  });

  test("that someone claims for a wallet which passed as itself does not take its approval away", async () => {
    const { request, link } = await aScreenedRequest();
    await visit(link, "payer");
    expect(await visit(link, "payer", "blocked")).toMatchObject({ status: "rejected" });
    await ledger.pay(request, "10");
    await ledger.watch();
    expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
  });

  test.each(["after", "before"] as const)(
    "whose owner passed pays, although a stranger names a rejected wallet behind it %s that",
    async (when) => {
      const { request, link } = await aScreenedRequest();
      const strangerNames = () => visit(link, "payer", "blocked");
      if (when === "before") expect(await strangerNames()).toMatchObject({ status: "rejected" });
      expect(await visit(link, "payer", "payer2")).toMatchObject({ status: "approved" });
      if (when === "after") expect(await strangerNames()).toMatchObject({ status: "rejected" });
      await ledger.pay(request, "10");
      await ledger.watch();
      expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
      // The merchant reads both, each with the wallet that was named.
      const [read] = (await screeningResults(ledger.ctx, [link.id])).values();
      const ofAccount = read?.filter(({ walletAddress }) => walletAddress === addressOf("payer"));
      expect(ofAccount?.map(({ parentWalletAddress }) => parentWalletAddress).sort()).toEqual(
        [addressOf("payer2"), addressOf("blocked")].sort(),
      );
    },
  );

  test("of a stranger's wallet that passed and is rejected later is not held for that", async () => {
    const { request, link } = await aScreenedRequest();
    const later = new Date(ledger.app.now().getTime() + 1);
    expect(await visit(link, "payer", "recipient")).toMatchObject({ status: "approved" });
    expect(await visit(link, "payer", "payer2")).toMatchObject({ status: "approved" });
    await inTransaction(ledger.ctx, (tx) =>
      storeResults(tx, link.id, [
        {
          walletAddress: addressOf("recipient"),
          walletType: "eoa",
          status: "rejected",
          reasonCode: "sanctions",
          provider: "hypernative",
          evaluatedAt: later.toISOString(),
        },
      ]),
    );
    await ledger.pay(request, "10");
    await ledger.watch();
    expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
  });

  test("is held once every wallet that was named behind it is rejected", async () => {
    const { request, link } = await aScreenedRequest();
    expect(await visit(link, "payer", "payer2")).toMatchObject({ status: "approved" });
    await ledger.app.database.db
      .update(walletScreenings)
      .set({ status: "rejected" })
      .where(eq(walletScreenings.walletAddress, addressOf("payer2").toLowerCase()));
    await ledger.pay(request, "10");
    await ledger.watch();
    await expectHeld(request);
  });

  test("of before each named wallet was kept still pays by the one that it came with", async () => {
    const { request, link } = await aScreenedRequest();
    await visit(link, "payer", "payer2");
    await ledger.app.database.db.delete(connectedWallets);
    await ledger.pay(request, "10");
    await ledger.watch();
    expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
  });
});

describe("an allowlist", () => {
  async function aListedRequest(...allowed: AccountName[]) {
    const request = await ledger.request("10");
    const list = allowed.map((who) => addressOf(who).toLowerCase());
    const link = await aRestrictedLink(ledger.app, [request], { allowedPayerAddresses: list });
    return { request, link };
  }

  test("lets its wallets pay, in any letter case and without a visit before (AL-03)", async () => {
    const { request } = await aListedRequest("payer");
    await ledger.pay(request, "10");
    await ledger.watch();
    expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
  });

  test("holds the money of everyone else, also after they tried the link", async () => {
    const { request, link } = await aListedRequest("payer");
    await ledger.pay(request, "10", { from: "payer2" });
    await ledger.watch();
    expect(await visit(link, "payer2")).toMatchObject({ status: "rejected" });
    await ledger.watch();
    expect(await ledger.transfersOf(request)).toMatchObject([{ mismatch: "payer_not_approved" }]);
    expect(await eventsOf(request)).toEqual(["secure_payment.access_rejected"]);
  });

  test("knows the smart account of its wallet once both visited (AL-05)", async () => {
    const { request, link } = await aListedRequest("payer2");
    await ledger.pay(request, "10");
    await ledger.watch();
    await expectHeld(request);
    await withCode("payer", ownedBy("payer2"), async () => {
      expect(await visit(link, "payer", "payer2")).toMatchObject({ status: "approved" });
    });
    expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
  });

  test.each([
    ["a key's account, which anybody can name", "0x", "smart_account_not_deployed"],
    ["a delegated key's account", `0xef0100${"12".repeat(20)}`, "smart_account_not_deployed"],
    ["a contract that says it is another's", ownedBy("blocked"), "smart_account_of_another_wallet"],
    ["a contract that does not say whose it is", "0x5f5ffd", "smart_account_owner_unknown"],
    [
      "a contract that answers nonsense",
      `0x7f${"ff".repeat(32)}5f5260205ff3`,
      "smart_account_of_another_wallet",
    ],
  ])("does not take %s for the smart account of a listed wallet", async (_, code, reasonCode) => {
    const { request, link } = await aListedRequest("payer2");
    await withCode("payer", code, async () => {
      expect(await visit(link, "payer", "payer2")).toMatchObject({
        status: "rejected",
        reasonCode,
        walletResults: [
          { walletType: "eoa", status: "approved" },
          { walletType: "smart_account", reasonCode },
        ],
      });
    });
    await ledger.pay(request, "10");
    await ledger.watch();
    expect(await ledger.transfersOf(request)).toMatchObject([{ mismatch: "payer_not_approved" }]);
    expect(await eventsOf(request)).toEqual(["secure_payment.access_rejected"]);
  });

  test("beside screening needs both: a listed wallet that was not screened is held", async () => {
    const request = await ledger.request("10");
    const link = await aRestrictedLink(ledger.app, [request], {
      ...SCREENED,
      allowedPayerAddresses: [addressOf("payer")],
    });
    await ledger.pay(request, "10");
    await ledger.watch();
    await expectHeld(request);
    await visit(link, "payer");
    expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
  });
});

describe("the access policy", () => {
  test("of a policy that cannot be read is closed", async () => {
    const request = await ledger.request("10");
    const link = await aRestrictedLink(ledger.app, [request], {});
    await ledger.app.database.db
      .update(securePayments)
      .set({ accessPolicy: { mode: "something_new" } })
      .where(eq(securePayments.id, link.id));
    await ledger.pay(request, "10");
    await ledger.watch();
    await expectHeld(request);
  });

  test("of a payout is for its recipient: whoever pays it, it is paid (AL-04, AP-09)", async () => {
    const request = await ledger.request("10");
    await aRestrictedLink(ledger.app, [request], SCREENED, { flow: "outgoing" });
    await ledger.pay(request, "10");
    await ledger.watch();
    expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
  });

  test("holds for every request of a batch, and opens for all of them", async () => {
    const requests = [await ledger.request("1"), await ledger.request("2")];
    const link = await aRestrictedLink(ledger.app, requests, SCREENED);
    for (const request of requests) await ledger.pay(request, "5");
    await ledger.watch();
    for (const request of requests) await expectHeld(request);
    await visit(link, "payer");
    for (const request of requests) expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
  });

  test("does not make other mismatches good", async () => {
    const { request, link } = await aScreenedRequest();
    await ledger.pay(request, "10", { to: addressOf("payer2") });
    await ledger.watch();
    await visit(link, "payer");
    expect(await ledger.transfersOf(request)).toMatchObject([{ mismatch: "recipient_mismatch" }]);
    expect(await eventsOf(request)).toEqual([]);
  });

  test("opened while the watcher records the payment: it counts, whoever commits first", async () => {
    for (let i = 0; i < 8; i++) {
      const { request, link } = await aScreenedRequest();
      await ledger.pay(request, "10");
      await Promise.all([ledger.watch(), visit(link, "payer")]);
      await ledger.watch();
      expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
    }
    expect(await deadlocks()).toBe(0);
  });

  test("held before a reorganisation, approved meanwhile, mined again: it counts", async () => {
    const { request, link } = await aScreenedRequest();
    const raw: Hex = await ledger.signPayment(request, "10");
    const hash = await node.publicClient.sendRawTransaction({ serializedTransaction: raw });
    await node.publicClient.waitForTransactionReceipt({ hash });
    await ledger.watch();
    await expectHeld(request);
    await node.reorg(1);
    await ledger.watch();
    await visit(link, "payer");
    expect(await eventsOf(request)).toEqual([]);
    // The reorganisation may have put it back into the pool by itself.
    await node.publicClient.sendRawTransaction({ serializedTransaction: raw }).catch(() => hash);
    await node.mine();
    await node.publicClient.waitForTransactionReceipt({ hash });
    await ledger.watch();
    expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
  });

  test("stored in a commit that is still open makes the watcher wait and then count the payment", async () => {
    const { request, link } = await aScreenedRequest();
    await ledger.pay(request, "10");
    let watching: Promise<void> | undefined;
    await inTransaction(ledger.ctx, async (tx) => {
      await lockPolicies(tx, [link.id]);
      const result = await screenWallet(ledger.ctx, SCREENED, visitor("payer"), {
        platformId: ledger.platformId,
        network: "sepolia",
        linkId: link.id,
        on: "pay",
      });
      await storeResults(tx, link.id, [result]);
      watching = ledger.watch();
      await vi.waitUntil(async () => (await waitingForLocks()) > 0, PATIENTLY);
      expect(await releaseHeld(tx, link)).toEqual([]);
    });
    await watching;
    expect(await eventsOf(request)).toEqual(["payment.confirmed"]);
  });

  test("costs no statement where there is none", async () => {
    const open = await ledger.request("10");
    await ledger.pay(open, "10");
    expect(await statementsAboutPayers()).toBe(0);
    expect(await eventsOf(open)).toEqual(["payment.confirmed"]);
    const { request } = await aScreenedRequest();
    await ledger.pay(request, "10");
    expect(await statementsAboutPayers()).toBe(2);
    await expectHeld(request);
  });

  test("leaves a ledger that agrees with the chain and with itself", async () => {
    expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
    expect(await auditSettlements(ledger.ctx)).toEqual([]);
  });

  test("releases nothing for a link without held money", async () => {
    const { link } = await aScreenedRequest();
    expect(await inTransaction(ledger.ctx, (tx) => releaseHeld(tx, link))).toEqual([]);
  });
});
