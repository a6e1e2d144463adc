import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { feedAddress } from "@/contracts/feeds";
import { auditLog, executorTransactions, recurringPayments, requests, transfers } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { inTransaction } from "@/server/context";
import {
  endDepositQuarantine,
  quarantineDeposit,
  quarantinedDepositsOf,
} from "@/server/crosschain/quarantine";
import { decideAccess } from "@/server/payer-access/decide-access";
import { auditChain } from "@/server/payments/audit";
import { auditSums } from "@/server/payments/counting/sums";
import { registerPlatform } from "@/server/platforms/register";
import type { RequestRow } from "@/server/requests/draft";
import { getRequest } from "@/server/requests/get";
import { auditSettlements } from "@/server/requests/settling/audit";
import { releaseHeld } from "@/server/requests/settling/release-held";
import { aRestrictedLink, SCREENED } from "@/server/testing/data/restricted-link";
import { aTransfer } from "@/server/testing/data/stored";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { executorOn } from "@/server/testing/executing";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { type OperatorCommand, quittanceHere, runCommandHere } from "@/server/testing/operator-command";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { instalmentCall } from "@/server/testing/schedules";

let node: TestChain;
let ledger: TestLedger;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "quittance-operator-"));
  node = await startTestChain({ network: "sepolia" });
  ledger = await startLedger(node, {}, { env: { NETWORK_PROFILE: "local" } });
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await ledger?.close();
  await node?.stop();
});

const environment = () => ({
  ...databaseEnvironment(ledger.app.config.databaseUrl),
  SECRET_KEY: "22".repeat(32),
  QUITTANCE_DATA_DIR: dataDir,
  NETWORK_PROFILE: "local",
  RPC_URL_SEPOLIA: node.rpcUrl,
});

function runHere(script: OperatorCommand, ...args: string[]) {
  return runCommandHere(script, args, environment());
}

async function run(script: OperatorCommand, ...args: string[]): Promise<string> {
  const { output, errors, code } = await runHere(script, ...args);
  expect(code, errors).toBe(0);
  return output;
}

async function aPaidRequest(): Promise<RequestRow> {
  const request = await ledger.request("10");
  await ledger.pay(request, "10");
  await ledger.watch();
  expect(await statusOf(request)).toBe("paid");
  return request;
}

const statusOf = async (request: RequestRow) => (await ledger.reload(request)).status;
const events = async (request: RequestRow) =>
  (await ledger.events(request)).filter((name) => !name.endsWith(".checkout"));

async function lastEntry() {
  const [entry] = await ledger.app.database.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return entry;
}

async function expectAgreement(): Promise<void> {
  expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
  expect(await auditSettlements(ledger.ctx)).toEqual([]);
  expect(await auditSums(ledger.ctx)).toEqual([]);
}

test("quittance audit --log names the broken place of an audit log, and --since a head that is gone", async () => {
  const { ctx, app } = ledger;
  const own = { ...ctx, caller: { ...ctx.caller, platformId: "audited" } };
  for (const subject of ["1", "2", "3"]) {
    await inTransaction(own, (tx) => recordAudit(tx, { action: "api_key.updated", subject }));
  }
  const kept = await runHere("audit", "--log", "--json");
  expect(kept.code, kept.errors).toBe(0);
  const file = join(dataDir, "heads.json");
  writeFileSync(file, kept.output);
  expect(await run("audit", "--log", "--since", file)).toMatch(
    /^audit logs: \d+ accounts, \d+ entries in place, 0 broken$/m,
  );
  const { sql } = app.database;
  await sql`alter table audit_log disable trigger user`;
  await sql`alter table audit_chain disable trigger user`;
  const [last] =
    await sql`delete from audit_chain where platform_id = 'audited' and position = 3 returning entry_id`;
  await sql`delete from audit_log where id = ${last?.entry_id}`;
  const cut = await runHere("audit", "--log", "--since", file);
  expect(cut).toMatchObject({
    code: 1,
    output: expect.stringContaining("head_missing: account audited, place 3"),
  });
  await sql`update audit_log set subject = '9' where platform_id = 'audited' and subject = '2'`;
  const altered = await runHere("audit", "--log");
  expect(altered).toMatchObject({
    code: 1,
    output: expect.stringContaining("entry_altered: account audited, place 2"),
  });
  await sql`delete from audit_log where platform_id = 'audited'`;
  await sql`delete from audit_chain where platform_id = 'audited'`;
  await sql`alter table audit_log enable trigger user`;
  await sql`alter table audit_chain enable trigger user`;
  expect((await runHere("audit", "--log", "--since", dataDir)).code).toBe(2);
});

test("quittance recover start --account --invitation, list, stop and finish: another owner for an account", async () => {
  const { platformId } = await inTransaction(ledger.ctx, (tx) =>
    registerPlatform(tx, { name: "Lost", wallet: null }),
  );
  const wallet = `0x${"5a".repeat(20)}`;
  const reason = ["--reason", "The owner is lost"];
  const recover = (...words: string[]) => quittanceHere(["recover", ...words], environment());
  const json = async (...words: string[]) => {
    const { output, errors, code } = await recover(...words, "--json");
    expect(code, errors).toBe(0);
    return JSON.parse(output);
  };
  const made = await json("start", "--account", platformId, "--wallet", wallet, ...reason);
  expect(made).toMatchObject({ link: null, waitsUntil: expect.any(String) });
  expect((await recover("list")).output).toMatch(
    new RegExp(`${made.id}  waiting  account ${platformId}  ${wallet}`, "i"),
  );
  const early = await recover("finish", made.id);
  expect(early).toMatchObject({ code: 1, errors: expect.stringContaining("Its owners can stop it until") });
  expect((await recover("stop", made.id)).output).toContain("is stopped");
  expect((await json("list")).recoveries).toEqual([]);
  const invited = await json("start", "--account", platformId, "--invitation", ...reason);
  expect(invited.link).toMatch(/\/dashboard\/join\/[\w-]{43}$/);
  expect((await json("list", "--all")).recoveries).toMatchObject([
    { id: invited.id, state: "waiting" },
    { id: made.id, state: "stopped" },
  ]);
  await ledger.app.database.sql`update recoveries set waits_until = '2020-01-01' where id = ${invited.id}`;
  expect((await recover("finish", invited.id)).output).toContain("is done");
  expect(await lastEntry()).toMatchObject({ action: "recovery.finished", platformId, actorKind: "operator" });
  for (const words of [
    ["start", "--wallet", wallet, ...reason],
    ["start", "--account", platformId, ...reason],
    ["start", "--account", platformId, "--wallet", wallet],
    ["start", "--account", platformId, "--wallet", wallet, "--invitation", ...reason],
  ])
    expect((await recover(...words)).code, words.join(" ")).toBe(2);
});

test("quittance audit ends with 1 and says where executor, schedules and contract differ", async () => {
  const desk = executorOn(node, ledger);
  const [paid, foreign] = [await desk.schedule(), await desk.schedule({}, { payer: "payer2" })];
  for (const { subscriber } of [paid, foreign])
    await desk.approve(`0x${paid.token.slice(2)}`, 10n, subscriber === paid.subscriber ? "payer" : "payer2");
  await desk.run();
  const agrees = await run("audit");
  expect(agrees).toContain("sepolia: 1 transactions of the executor, 2 instalments, 0 differences");
  expect(agrees).toContain("sepolia: 0 schedules of instalments that differ from their contract");

  const { db } = ledger.app.database;
  const [sent] = await desk.transactions();
  await desk.pass(86_400);
  const moment = { network: "sepolia", at: new Date((await desk.now()) * 1_000) } as const;
  const query = { ...moment, contract: desk.contract, limit: 9, perSchedule: 1 };
  const due = await desk.parts.book.due(ledger.ctx, query);
  const stolen = due.find(({ scheduleId }) => scheduleId === foreign.id);
  if (!sent || !stolen) throw new Error("nothing was paid, or nothing is due");
  // Somebody else with the relayer's role pays an instalment, and two rows of the ledger are wrong.
  const hash = await node.wallet(0).writeContract(instalmentCall({ ...stolen, platformId: "" }));
  await node.publicClient.waitForTransactionReceipt({ hash });
  const changed = eq(executorTransactions.id, sent.id);
  const [wrong, right] = [{ paid: 99 }, { paid: sent.paid }];
  await db.update(executorTransactions).set(wrong).where(changed);
  const ofPaid = eq(recurringPayments.id, paid.id);
  await db.update(recurringPayments).set({ processed: 2 }).where(ofPaid);
  const { code, output } = await runHere("audit", "--network", "sepolia");
  expect(code).toBe(1);
  for (const line of [
    "sepolia: 1 transactions of the executor, 3 instalments, 2 differences",
    `  other_outcome: ${sent.hash}`,
    `  not_ours: ${hash}`,
    "sepolia: 3 schedules of instalments that differ from their contract",
    `  ahead: ${paid.id}`,
    `  instalments: ${paid.id}`,
    `  behind: ${foreign.id}`,
  ])
    expect(output.split("\n")).toContain(line);
  await db.update(executorTransactions).set(right).where(changed);
  await db.update(recurringPayments).set({ processed: 1 }).where(ofPaid);
  await ledger.watch();
});

test("with --json a command prints one JSON document and no line for people", async () => {
  const env = {
    ...databaseEnvironment(ledger.app.config.databaseUrl),
    SECRET_KEY: "22".repeat(32),
    QUITTANCE_DATA_DIR: dataDir,
    NETWORK_PROFILE: "local",
    RPC_URL_SEPOLIA: node.rpcUrl,
  };
  const json = async (...typed: string[]) => {
    const { output, errors, code } = await quittanceHere([...typed, "--json"], env);
    expect([code, errors]).toEqual([0, ""]);
    return JSON.parse(output);
  };
  await ledger.watch();
  expect(await json("chain", "status")).toEqual({
    networks: [
      expect.objectContaining({
        ...{ network: "sepolia", isWatched: true, haltedReason: null },
        processedBlock: expect.stringMatching(/^\d+$/),
        quarantinedRequests: [],
      }),
    ],
  });
  // The instalment of the test above, which somebody else paid.
  const { output, code } = await quittanceHere(["audit", "--json"], env);
  expect(code).toBe(1);
  const { differences } = JSON.parse(output);
  expect(differences).toContainEqual({
    ...{ subject: "executor", network: "sepolia", problem: "not_ours" },
    txHash: expect.any(String),
  });
  expect(await json("held", "list")).toEqual({ payments: [] });
  const made = await json("platforms", "create", "--name", "Your shop");
  expect(made).toEqual({ platformId: expect.any(String), apiKey: expect.stringMatching(/^sk_/) });
  const { platforms } = await json("platforms", "list", "--rows", "1000");
  expect(platforms).toContainEqual(expect.objectContaining({ id: made.platformId, name: "Your shop" }));
  const facts = ["--platform", made.platformId, "--name", "Partner", "--email", "p@partner.example"];
  const { id } = await json("orchestrators", "create", ...facts);
  expect(await json("orchestrators", "list")).toEqual({
    orchestrators: [expect.objectContaining({ id, ownerPlatformId: made.platformId, name: "Partner" })],
  });
  const range = ["--network", "sepolia", "--from", "0"];
  expect(await json("chain", "rescan", ...range)).toMatchObject({ differences: [], isApplied: false });
  expect(await json("chain", "resume", "--network", "sepolia")).toEqual({
    network: "sepolia",
    isHalted: false,
  });
  expect(await json("reseal")).toMatchObject({ retiredKeys: [] });
  expect(await json("migrate")).toEqual({ isCurrent: true });
});

test("quittance chain without a known action, network or number says what it takes", async () => {
  for (const args of [["dance"], ["rescan", "--network", "moon", "--from", "1"], ["resume", "--from", "x"]]) {
    const { errors, code } = await runCommandHere("chain", args, {
      ...databaseEnvironment(ledger.app.config.databaseUrl),
      SECRET_KEY: "22".repeat(32),
      QUITTANCE_DATA_DIR: dataDir,
      RPC_URL_SEPOLIA: node.rpcUrl,
    });
    expect(code).toBe(2);
    expect(errors).toMatch(/quittance chain.* --help says/);
    expect(errors).not.toContain("    at ");
  }
});

describe("quittance chain rescan --network --from --to --apply", () => {
  let lost: RequestRow;
  let invented: RequestRow;

  test("says what differs, and changes nothing without --apply", async () => {
    lost = await aPaidRequest();
    invented = await ledger.request("10");
    const [real] = await ledger.transfersOf(lost);
    await aTransfer(ledger.app, invented, { blockNumber: (real?.blockNumber ?? 0n) - 1n });
    const { db } = ledger.app.database;
    await db.delete(transfers).where(eq(transfers.requestId, lost.id));
    await db.update(requests).set({ status: "created" }).where(eq(requests.id, lost.id));
    await db.update(requests).set({ status: "paid" }).where(eq(requests.id, invented.id));
    const output = await run("chain", "rescan", "--network", "sepolia", "--from", "0");
    expect(output).toContain("2 differences");
    expect(output).toContain(`${real?.txHash} #0: to be recorded and announced`);
    expect(output).toContain("to be taken back");
    expect(output).toContain("Nothing was changed");
    expect(await ledger.transfersOf(lost)).toEqual([]);
  });

  test("makes the ledger follow the node, announces nothing twice, and is in the audit log", async () => {
    const output = await run("chain", "rescan", "--network", "sepolia", "--from", "0", "--apply");
    expect(output).toContain("Rescanned; 0 differences are left.");
    expect([await statusOf(lost), await statusOf(invented)]).toEqual(["paid", "created"]);
    expect(await events(lost)).toEqual(["payment.confirmed"]);
    expect(await lastEntry()).toMatchObject({
      action: "chain.rescanned",
      subject: "sepolia",
      actorKind: "operator",
      details: { recorded: 1, takenBack: 1 },
    });
    await expectAgreement();
    const to = String(await node.publicClient.getBlockNumber());
    const again = await run("chain", "rescan", "--network", "sepolia", "--from", "0", "--to", to, "--apply");
    expect(again).toContain("0 differences");
    await expectAgreement();
  });

  test("refuses blocks that were not processed yet, in one line", async () => {
    const { code, errors } = await runCommandHere(
      "chain",
      ["rescan", "--network", "sepolia", "--from", "0", "--to", "999999"],
      {
        ...databaseEnvironment(ledger.app.config.databaseUrl),
        SECRET_KEY: "22".repeat(32),
        QUITTANCE_DATA_DIR: dataDir,
        RPC_URL_SEPOLIA: node.rpcUrl,
      },
    );
    expect(code).toBe(1);
    expect(errors).toMatch(/^sepolia is processed up to block \d+ only\n$/);
  });
});

describe("quittance held list, release, reject --reason --credit --apply", () => {
  async function aHeldPayment() {
    const request = await ledger.request("10");
    const link = await aRestrictedLink(ledger.app, [request], SCREENED);
    await ledger.pay(request, "10");
    await ledger.watch();
    const [transfer] = await ledger.transfersOf(request);
    expect(transfer?.mismatch).toBe("payer_not_approved");
    return { request, link, id: transfer?.id ?? "" };
  }

  test("released by an operator, a payment counts and is announced like any other", async () => {
    const { request, id } = await aHeldPayment();
    expect(await run("held", "list")).toContain(`${id}  10 USDC-sepolia from ${node.accounts.payer.address}`);
    expect(await run("held", "release", id, "--reason", "Checked by hand")).toContain("Nothing was changed");
    expect(await events(request)).toEqual([]);
    expect(await run("held", "release", id, "--reason", "Checked by hand", "--apply")).toContain("Released.");
    expect(await statusOf(request)).toBe("paid");
    expect(await events(request)).toEqual(["payment.confirmed"]);
    expect(await lastEntry()).toMatchObject({
      action: "held_payment.released",
      subject: id,
      platformId: ledger.platformId,
      actorKind: "operator",
      details: { reason: "Checked by hand" },
    });
    expect(await run("held", "release", id, "--reason", "Again", "--apply")).toContain("is not held");
    await expectAgreement();
  });

  test("a payment that nobody could value counts with what an operator credits, in the currency of its request", async () => {
    const request = await ledger.request("10");
    await ledger.app.database.db
      .update(requests)
      .set({ invoiceCurrency: "EUR", amount: 1_000_000_000n })
      .where(eq(requests.id, request.id));
    const feed = feedAddress("sepolia", "EUR");
    const code = await node.rpc("eth_getCode", feed, "latest");
    await node.rpc("anvil_setCode", feed, "0x");
    await ledger.pay(request, "11");
    await ledger.watch();
    await node.rpc("anvil_setCode", feed, code);
    const [transfer] = await ledger.transfersOf(request);
    const id = transfer?.id ?? "";
    expect(transfer).toMatchObject({ mismatch: "unvalued", credited: null });
    expect(await run("held", "list")).toContain(`${id}  11 USDC-sepolia`);
    const release = ["held", "release", id, "--reason", "Rate of our bank"] as const;
    await expect(run(...release, "--apply")).rejects.toThrow("say it in EUR with --credit");
    expect(await run(...release, "--credit", "10.2", "--apply")).toContain("Released.");
    expect(await statusOf(request)).toBe("paid");
    expect(await events(request)).toEqual(["payment.confirmed"]);
    expect(await run("held", "list")).toContain("Nothing is held.");
    await expectAgreement();
  });

  test("rejected by an operator, it never counts, whatever its wallet passes later, and the merchant reads why", async () => {
    const { request, link, id } = await aHeldPayment();
    expect(await run("held", "reject", id, "--reason", "Stolen money", "--apply")).toContain("Rejected.");
    const wallets = { wallet: node.accounts.payer.address, eoaWallet: null };
    await decideAccess(ledger.ctx, link, wallets, {
      on: "pay",
      onApproved: async (tx) => void (await releaseHeld(tx, link)),
    });
    expect(await statusOf(request)).toBe("created");
    expect(await events(request)).toEqual([]);
    const asOwner = ledger.app.context({ ...ledger.ctx.caller, platformId: ledger.platformId });
    expect((await getRequest(asOwner, request.requestId.slice(2))).note).toBe(
      "1 transfer from a wallet that has not passed the access policy of its link is rejected for good, not credited: payer_rejected",
    );
    expect(await run("held", "list")).toContain("Nothing is held.");
    expect(await lastEntry()).toMatchObject({
      action: "held_payment.rejected",
      details: { reason: "Stolen money" },
    });
    await expectAgreement();
  });
});

test("quittance chain settle --request --apply tries a quarantined request again, and status names it", async () => {
  const request = await ledger.request("10");
  const { sql } = ledger.app.database;
  await sql.unsafe(
    `alter table requests add constraint refused check (id <> '${request.id}' or status <> 'paid')`,
  );
  await ledger.pay(request, "10");
  await ledger.watch();
  const id = request.requestId.slice(2);
  expect(await run("chain", "status")).toMatch(
    new RegExp(`^sepolia: processed up to[^]*quarantined ${id}: .*refused`),
  );
  await sql`alter table requests drop constraint refused`;
  expect(await run("chain", "settle", "--request", id)).toContain("Nothing was changed");
  expect(await run("chain", "settle", "--request", id, "--apply")).toContain("Settled.");
  expect(await events(request)).toEqual(["payment.confirmed"]);
  expect(await run("chain", "settle", "--request", id)).toContain("not quarantined");
});

test("quittance chain deposits --network --apply has quarantined deposits tried again, and status names them", async () => {
  const txHash = `0x${"d5".repeat(32)}`;
  const place = { sourceNetwork: "sepolia", txHash, logIndex: 3, blockNumber: 1n };
  await inTransaction(ledger.ctx, (tx) => quarantineDeposit(tx, place, new Error("a value out of range")));
  expect(await run("chain", "status")).toContain(
    `quarantined deposit ${txHash} #3: Error: a value out of range`,
  );
  const again = ["chain", "deposits", "--network", "sepolia"] as const;
  expect(await run(...again)).toContain("Nothing was changed");
  expect(await run(...again, "--apply")).toContain("tries 1 again");
  const [waiting] = await quarantinedDepositsOf(ledger.ctx, "sepolia", ledger.ctx.now());
  expect(waiting).toMatchObject({ txHash, failures: 1 });
  await inTransaction(ledger.ctx, (tx) => endDepositQuarantine(tx, [place]));
  expect(await run(...again)).toContain("No deposit on sepolia is quarantined");
});

test("quittance chain restored --skip --apply gives out no sequence number twice", async () => {
  const before = (await ledger.bodies(await aPaidRequest()))[0]?.sequence;
  expect(await run("chain", "restored", "--skip", "500")).toContain("Nothing was changed");
  await run("chain", "restored", "--skip", "500", "--apply");
  const after = (await ledger.bodies(await aPaidRequest()))[0]?.sequence;
  expect(Number(after) - Number(before)).toBe(501);
});

test("quittance chain resume --network --from --apply lets a halted chain go on, on the node's chain", async () => {
  const kept = await ledger.request("10");
  // Signed first: the allowance it needs must not be among the blocks that go.
  const paid = await ledger.signPayment(kept, "10", { from: "payer2" });
  const gone = await aPaidRequest();
  expect(await run("chain", "resume", "--network", "sepolia")).toContain("is not halted");
  await node.mine(200);
  await ledger.watch();
  expect(await ledger.transfersOf(gone)).toMatchObject([{ state: "final" }]);
  const { blockNumber = 0n } = (await ledger.transfersOf(gone))[0] ?? {};
  const depth = Number((await node.publicClient.getBlockNumber()) - blockNumber) + 1;
  await node.reorg(depth, [{ raw: paid, block: 3 }]);
  await ledger.watch();
  expect(await run("chain", "status")).toContain("HALTED: block");
  const planned = await run("chain", "resume", "--network", "sepolia", "--from", "1");
  expect(planned).toContain("to be taken back");
  expect(planned).toContain("Nothing was changed");
  expect(await run("chain", "resume", "--network", "sepolia", "--apply")).toContain("sepolia goes on.");
  expect([await statusOf(gone), await statusOf(kept)]).toEqual(["created", "paid"]);
  expect(await lastEntry()).toMatchObject({
    action: "chain.resumed",
    subject: "sepolia",
    actorKind: "operator",
  });
  await node.mine(40);
  await ledger.watch();
  await node.mine(70);
  await ledger.watch();
  expect(await events(gone)).toEqual(["payment.confirmed", "payment.failed"]);
  expect(await events(kept)).toEqual(["payment.confirmed"]);
  await expectAgreement();
});
