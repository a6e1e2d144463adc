import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { importsOf, readSources, type SourceFile } from "@/server/testing/source-files";

/**
 * The layers, top first: a file imports from rows below its own, and never sideways, types included. It selects from
 * the tables of its own folder and of rows below.
 */
const LAYERS = [
  ["server/main.ts"],
  ["sim"],
  ["app", "proxy.next.ts", "server/worker", "local"],
  ["contracts", "db/seed.ts"],
  ["sdk"],
  ["components"],
  ["server/rpc"],
  ["wallet"],
  ["server/http"],
  ["server/notifications"],
  ["server/boot.ts", "server/auth"],
  ["server/quittances", "server/invoices"],
  ["server/dashboard", "server/status-page"],
  ["server/secure-payments", "server/recurring-payouts"],
  ["server/payouts"],
  ["server/requests"],
  ["server/ledger"],
  ["server/payments"],
  ["server/payer-access", "server/onboarding"],
  [
    "server/payee-destinations",
    "server/fees",
    "server/branding",
    "server/quotes",
    "server/crosschain",
    "server/payers",
  ],
  ["server/webhooks", "server/currencies", "server/platforms", "server/request-log"],
  ["server/approvals", "server/audit", "server/auth/scope.ts", "server/keys"],
  ["server/notification-outbox"],
  ["server/config.ts"],
  ["server/settler"],
  ["server/prices", "server/executor", "server/environment", "server/metrics.ts"],
  ["server/providers"],
  ["server/chains"],
  ["server/papers"],
  ["server/lib"],
  ["server/context.ts"],
  ["server/errors.ts"],
  [
    "db",
    "contracts/abis.ts",
    "contracts/recurring-runtime.ts",
    "contracts/test-batch-account.ts",
    "public",
    "messages",
  ],
  ["repository-root.ts"],
];

/** Breaches we live with, each for its reason. One that is gone has to leave this list. */
const EXCEPTIONS: Record<string, string> = {
  "server/payments/recording/fee-legs.ts writes feeLegs":
    "a fee leg is paid by a transfer, in the commit that records it",
  "server/webhooks/announcing/enqueue.ts writes platforms":
    "the gapless sequence lives on the platform's row and moves in the commit of the event",
  "server/webhooks/announcing/announce-to-orchestrators.ts writes orchestrators":
    "the gapless sequence lives on the orchestrator's row and moves in the commit of the event",
};

/** Tables of a higher or a neighbouring row that a folder selects from, each for its reason. */
const READS_ABOVE: Record<string, string> = {
  "server/crosschain reads requests":
    "a deposit is a request's where its message says what the request asks for",
  "server/dashboard reads passkeys": "the audit log names people by what they sign in with",
  "server/dashboard reads personWallets": "the audit log names people by what they sign in with",
  "server/keys reads webhookEndpoints":
    "in a database from before keys were proven, a signing secret is what the key has to open",
  "server/ledger reads feeLegs": "who bears a fee is on record with its leg",
  "server/ledger reads offramps": "what a bank account received is on record with its off-ramp",
  "server/ledger reads requests": "what a payment puts into the journal depends on what its request asks for",
  "server/notification-outbox reads notificationChannels":
    "whom to tell is decided in the statement that stores the messages",
  "server/payer-access reads requests": "the event about a rejected wallet names the link's first request",
  "server/payer-access reads securePaymentRequests": "which link a request belongs to says who may pay it",
  "server/payer-access reads securePayments": "the access policy is stored with its link",
  "server/keys reads payerBankAccounts": "what personal data was sealed with says which key is needed",
  "server/keys reads payers": "what personal data was sealed with says which key is needed",
  "server/payers reads offramps": "a payer is not erased while its money is on the way to a bank",
  "server/payments reads feeLegs": "a fee's transfer is found by the reference of its leg",
  "server/payments reads recurringInstalments": "a transfer is recurring where it is an instalment's",
  "server/payments reads requests": "a transfer counts for what its request asks for",
  "server/payments reads securePaymentRequests": "what is held is released link by link",
  "server/platforms reads memberships": "a key is that of the member who makes it",
  "server/platforms reads payeeDestinations": "a client ID is bound to a destination that exists",
  "server/quotes reads transfers": "a quote that a payment was valued with is kept",
  "server/request-log reads apiKeys": "the log shows who called by the label of the key",
  "server/request-log reads clientIds": "the log shows who called by the label of the client ID",
  "server/request-log reads sessions": "the log shows who called by the wallet of the session",
  "server/requests reads recurringInstalments": "the event of an instalment names its schedule",
  "server/requests reads securePaymentChildren":
    "a request of several that are paid together has no deposit address",
  "server/requests reads securePaymentRequests": "lists and events name the link that asks for a request",
  "server/requests reads securePayments": "lists and events name the link that asks for a request",
  "server/secure-payments reads invoices": "the page of a paid link says whether its invoice is there",
  "server/webhooks reads clientIds": "an endpoint belongs to a client ID and is shown with its public value",
  "server/webhooks reads orchestrators": "an orchestrator's row is the counter of its events",
  "server/webhooks reads platforms":
    "an account's row is the lock of its endpoints and the counter of its events",
};

/** Names the types of all that a context carries, which live in the rows above it. */
const NAMES_TYPES_ABOVE = ["server/context.ts"];

/** What puts everything together. */
const isAtTheTop = (path: string) =>
  LAYERS.slice(0, 2)
    .flat()
    .some((name) => path === name || path.startsWith(`${name}/`));

/** Tests and what only tests run may import anything. */
const FOR_TESTS = /\.(?:test|suite|built)\.tsx?$|\/testing\/|^server\/(?:contract-comparison|http\/built)\//;

/** Each table is written by one folder only, so that its rules are in one place. */
const WRITERS: Record<string, string> = {
  incidents: "server/status-page",
  invoices: "server/invoices",
  invoiceIssuers: "server/invoices",
  invoiceSeries: "server/invoices",
  invoiceCustomers: "server/invoices",
  invoiceMails: "server/invoices",
  platforms: "server/platforms",
  apiKeys: "server/platforms",
  brandings: "server/branding",
  logos: "server/branding",
  keyUses: "server/platforms",
  clientIds: "server/platforms",
  orchestrators: "server/platforms",
  orchestratorKeys: "server/platforms",
  orchestratorLinkIntents: "server/platforms",
  orchestratorLinks: "server/platforms",
  orchestratorFeeConfigs: "server/fees",
  idempotencyKeys: "server/lib",
  budgets: "server/lib",
  wakeUps: "server/lib",
  listRanks: "server/lib",
  savedViews: "server/dashboard",
  searchBlocks: "server/dashboard",
  users: "server/auth",
  sessions: "server/auth",
  walletChallenges: "server/auth",
  passkeys: "server/auth",
  passkeyChallenges: "server/auth",
  stepUps: "server/auth",
  people: "server/auth",
  personWallets: "server/auth",
  removedWallets: "server/auth",
  memberships: "server/auth",
  memberInvitations: "server/auth",
  deviceAuthorizations: "server/auth",
  rateLimits: "server/http",
  secretKeys: "server/keys",
  approvalPolicies: "server/approvals",
  approvalUses: "server/approvals",
  approvals: "server/approvals",
  approvedPayments: "server/approvals",
  auditLog: "server/audit",
  auditChain: "server/audit",
  alarms: "server/audit",
  nodeDisagreements: "server/payments",
  notificationChannels: "server/notifications",
  notificationMessages: "server/notification-outbox",
  alarmReads: "server/auth",
  signInDevices: "server/auth",
  recoveries: "server/auth",
  executorWallets: "server/executor",
  executorTransactions: "server/executor",
  settlers: "server/settler",
  settlerTransactions: "server/settler",
  destinationSignings: "server/payee-destinations",
  payeeDestinations: "server/payee-destinations",
  payers: "server/payers",
  payerBankAccounts: "server/payers",
  providerNotices: "server/payers",
  offrampSandbox: "server/providers",
  offramps: "server/requests",
  offrampMoves: "server/requests",
  offrampLinks: "server/secure-payments",
  dailyTotals: "server/dashboard",
  totalChanges: "server/dashboard",
  securePayments: "server/secure-payments",
  securePaymentRequests: "server/secure-payments",
  securePaymentChildren: "server/secure-payments",
  securePaymentIntents: "server/secure-payments",
  safeTransactions: "server/secure-payments",
  safeOffers: "server/secure-payments",
  payerSteps: "server/secure-payments",
  requestLog: "server/request-log",
  requests: "server/requests",
  requestNotes: "server/requests",
  feeLegs: "server/requests",
  walletScreenings: "server/payer-access",
  connectedWallets: "server/payer-access",
  screeningAnswers: "server/payer-access",
  accessRejections: "server/payer-access",
  recurringPayments: "server/recurring-payouts",
  recurringInstalments: "server/recurring-payouts",
  recurringAttempts: "server/recurring-payouts",
  recurringCursors: "server/recurring-payouts",
  transfers: "server/payments",
  feeTransfers: "server/payments",
  depositAddresses: "server/payments",
  depositCollections: "server/payments",
  refunds: "server/payments",
  refundTransfers: "server/payments",
  refundLinks: "server/requests",
  chainCursors: "server/payments",
  watcherParts: "server/payments",
  crosschainDeposits: "server/crosschain",
  crosschainCursors: "server/crosschain",
  quarantinedDeposits: "server/crosschain",
  lifiTransfers: "server/crosschain",
  chainBlocks: "server/payments",
  chainObservations: "server/payments",
  unclaimedLogs: "server/payments",
  requestSums: "server/payments",
  transferChanges: "server/payments",
  ledgerEntries: "server/ledger",
  ledgerBackfills: "server/ledger",
  ledgerSums: "server/ledger",
  ledgerSumCursor: "server/ledger",
  ledgerPeriods: "server/ledger",
  ledgerMappings: "server/ledger",
  ledgerExports: "server/ledger",
  ledgerSettings: "server/ledger",
  ledgerUnvalued: "server/ledger",
  ledgerWorths: "server/ledger",
  marketPrices: "server/payments",
  quarantinedRequests: "server/requests",
  quotes: "server/quotes",
  webhookEndpoints: "server/webhooks",
  webhookEvents: "server/webhooks",
  webhookDeliveries: "server/webhooks",
  webhookAttempts: "server/webhooks",
  eventSinkCursors: "server/webhooks",
};

/**
 * One table of addresses, one way to write calldata and one description of the page's state, for the server and for
 * the payer page, which checks the server with them (PP-01); one table of what each role may do, for the door and for
 * the dashboard, which offers nothing else.
 */
const RUNS_IN_BROWSERS = [
  "server/approvals/payment-words.ts",
  "server/requests/approving/shown-approval-schema.ts",
  "server/audit/alarms.ts",
  "server/auth/proofs/consent-hash.ts",
  "server/auth/proofs/consent.ts",
  "db/key-scopes.ts",
  "db/roles.ts",
  "server/auth/operations/operations.ts",
  "server/auth/operations/role-has.ts",
  "server/auth/operations/roles.ts",
  "server/auth/operations/scopes-of-role.ts",
  "server/branding/contact.ts",
  "server/chains/address.ts",
  "server/chains/contract-addresses.ts",
  "server/chains/deposit-address.ts",
  "server/chains/deposit-collection.ts",
  // Every file: one for each network.
  ...readSources(["server/chains/descriptors"])
    .map(({ path }) => path)
    .filter((path) => !FOR_TESTS.test(path)),
  "server/chains/evm/calldata.ts",
  "server/chains/evm/crosschain/deposit.ts",
  "server/chains/evm/crosschain/lifi/message.ts",
  "server/chains/evm/crosschain/lifi/verify.ts",
  "server/chains/evm/crosschain/message.ts",
  "server/chains/evm/crosschain/read-message.ts",
  "server/chains/evm/crosschain/verify.ts",
  "server/chains/evm/payment-calls.ts",
  "server/chains/evm/safe/deployments.ts",
  "server/chains/evm/safe/safe-transaction.ts",
  "server/chains/networks.ts",
  "server/chains/payment-calls.ts",
  "server/chains/recipient-commitment.ts",
  "server/chains/safe.ts",
  "server/chains/transaction-value.ts",
  "server/chains/wallets/wallet-text.ts",
  "server/chains/tron/payment-calls.ts",
  "server/currencies/fiat.ts",
  "server/currencies/invoice-currency.ts",
  "server/invoices/amounts.ts",
  "server/invoices/draft-sums.ts",
  "server/lib/iban.ts",
  "server/currencies/tokens.ts",
  "server/ledger/accounts.ts",
  "server/ledger/closing/check-statement.ts",
  "server/ledger/exports/names/account-names.ts",
  "server/ledger/exports/names/suggested-numbers.ts",
  "server/ledger/month.ts",
  "server/ledger/closing/typed-data.ts",
  "server/lib/amount.ts",
  "server/lib/parse-url.ts",
  "server/lib/ratio.ts",
  "server/lib/shape.ts",
  "server/lib/sentences/written-amount.ts",
  "server/providers/kyt/names.ts",
  "server/providers/offramp/names.ts",
  "server/quittances/check-conversion.ts",
  "server/quittances/check-offline.ts",
  "server/quittances/typed-data.ts",
  "server/quotes/rate.ts",
  "server/quotes/typed-data.ts",
  "server/recurring-payouts/calendar.ts",
  "server/recurring-payouts/page/page-schema.ts",
  "server/recurring-payouts/page/shown-schema.ts",
  "server/recurring-payouts/signing/typed-data.ts",
  "server/secure-payments/offramp/bank-schema.ts",
  "server/secure-payments/page/crosschain-schema.ts",
  "server/secure-payments/page/deposit-address-schema.ts",
  "server/secure-payments/page/multicall-schema.ts",
  "server/secure-payments/page/page-schema.ts",
  "server/secure-payments/page/shown-schema.ts",
];

/** Who may know that Next exists. */
const KNOWS_NEXT = [
  "app",
  "proxy.next.ts",
  "components",
  "wallet/use-wallet.ts",
  "server/http",
  "server/auth",
  "server/main.ts",
];

/** Who may read the environment: configuration, and what builds or hands on the environment of processes. */
const READS_ENVIRONMENT = [
  "server/config.ts",
  "local",
  "contracts/deploy.ts",
  "proxy.next.ts",
  "db/drizzle.config.ts",
];

/** Every table, and how code on one line reads and writes it. */
const TABLES = Object.entries(WRITERS).map(([table, folder]) => {
  const name = `(?:${snake(table)}|\\$\\{${table}\\})`;
  const read = `\\.from\\(\\s*${table}\\b|join\\(\\s*${table}\\b|\\$count\\(\\s*${table}\\b|\\b(?:from|join) (?:${snake(table)}\\b|\\$\\{${table}\\})`;
  const write = `\\.(?:insert|update|delete)\\(\\s*${table}\\s*\\)|insert into ${name}\\b|delete from ${name}|update ${name}\\s+(?:\\w+\\s+)?set\\b`;
  return { table, folder, read: new RegExp(read, "i"), write: new RegExp(write, "i") };
});

const sources = readSources([
  "app",
  "components",
  "wallet",
  "server",
  "local",
  "db",
  "contracts",
  "messages",
  "proxy.next.ts",
]).filter(({ path }) => !FOR_TESTS.test(path));

/** Time and chance come from here; everything else asks them, so that a run can be repeated exactly. */
const TIME_AND_CHANCE = ["server/lib/clock.ts", "server/lib/random.ts"];
const OWN_TIME_OR_CHANCE =
  /\bnew Date\(\)|\bDate\.now\(|\bset(?:Timeout|Interval)\(|timers\/promises"|\bAbortSignal\.timeout\(|\bperformance\.now\(|\brandomUUID\(|\brandomBytes\b|\bgetRandomValues\(|\bMath\.random\(/;
const SQL = /\bsql(?:<[^`]*>)?`([^`]*)`/g;
const DATABASE_CLOCK = /\b(?:now|clock_timestamp)\(\)|\bcurrent_timestamp\b/;

/** Leases, and what a watcher has not read yet: the clocks of several processes differ, that of their database does not. */
const ON_DATABASE_TIME = [
  "server/executor/wallet.ts",
  "server/lib/database/compared-clocks.ts",
  "server/lib/database/lease.ts",
  "server/payments/deposit-addresses/keep-address.ts",
  "server/payments/watching/cursor.ts",
  "server/payments/watching/observation.ts",
  "server/payments/watching/parts.ts",
  "server/settler/store.ts",
];

function isProduct(path: string): boolean {
  return (
    path.startsWith("server/") &&
    !/\.(?:test|built)\.tsx?$|^server\/(?:testing|contract-comparison)\/|\/built\//.test(path)
  );
}

/** What comes from code, as `${tx.now()}`, is not the database's. */
function asksDatabaseForTime({ text }: Pick<SourceFile, "text">): boolean {
  return [...text.matchAll(SQL)].some(([, written = ""]) =>
    DATABASE_CLOCK.test(written.replace(/\$\{[^}]*\}/g, "")),
  );
}

function takesItsOwn({ path, text }: Pick<SourceFile, "path" | "text">): boolean {
  return isProduct(path) && !TIME_AND_CHANCE.includes(path) && OWN_TIME_OR_CHANCE.test(text);
}

describe("the layers", () => {
  test("imports go down, never up and never sideways", () => {
    expect(sources.flatMap(wrongWay).filter(isUnexpected)).toEqual([]);
  });

  test("every exception is still one", () => {
    const breaches = [...sources.flatMap(wrongWay), ...sources.flatMap(foreignWrites)];
    expect(Object.keys(EXCEPTIONS).filter((known) => !breaches.includes(known))).toEqual([]);
  });

  test("every file lives on it", () => {
    expect(sources.map(({ path }) => path).filter((path) => !folderOf(path))).toEqual([]);
  });

  test("an import up or sideways is noticed", () => {
    const planted = (path: string, target: string) =>
      wrongWay({ path, text: `import { x } from "@/${target}";` });
    expect(planted("server/payments/recording/match.ts", "server/requests/creating/create.ts")).toHaveLength(
      1,
    );
    expect(planted("server/webhooks/sending/send.ts", "server/currencies/list.ts")).toHaveLength(1);
    expect(planted("server/requests/creating/create.ts", "server/payments/recording/record.ts")).toEqual([]);
    expect(planted("server/requests/creating/create.ts", "server/requests/state.ts")).toEqual([]);
    expect(wrongWay({ path: "db/index.ts", text: 'import type { X } from "@/server/errors";' })).toHaveLength(
      1,
    );
    expect(wrongWay({ path: "db/index.ts", text: 'import { type X } from "@/server/errors";' })).toHaveLength(
      1,
    );
    expect(
      wrongWay({ path: "server/context.ts", text: 'import type { X } from "@/server/config";' }),
    ).toEqual([]);
    expect(
      wrongWay({ path: "server/context.ts", text: 'import { x } from "@/server/config";' }),
    ).toHaveLength(1);
  });

  test("tables are read from their row or above, or for a reason that is listed", () => {
    const reads = new Set(sources.flatMap(readsAbove));
    expect([...reads].filter((read) => !Object.hasOwn(READS_ABOVE, read))).toEqual([]);
    expect(Object.keys(READS_ABOVE).filter((known) => !reads.has(known))).toEqual([]);
  });

  test("a read of a higher or a neighbouring table is noticed", () => {
    const read = (text: string) => readsAbove({ path: "server/fees/charge.ts", text });
    expect(read("ctx.db.select().from(requests)")).toEqual(["server/fees reads requests"]);
    expect(read("ctx.db\n  .select()\n  .from(transfers)\n  .leftJoin(\n    feeLegs, x)")).toHaveLength(2);
    expect(read("sql`select 1 from secure_payments join requests using (id)`")).toHaveLength(2);
    expect(read(`sql\`exists (select 1 from \${brandings})\``)).toEqual(["server/fees reads brandings"]);
    expect(read("ctx.db.$count(payeeDestinations)")).toHaveLength(1);
    expect(read("ctx.db.select().from(platforms)")).toEqual([]);
    expect(read("ctx.db.select().from(orchestratorFeeConfigs)")).toEqual([]);
  });
});

describe("what is private stays private", () => {
  test("queries.ts is read by its own folder only", () => {
    const intruders = edges(sources).filter(
      ({ from, target }) => /\/queries\.ts$/.test(target) && folderOf(from)?.name !== folderOf(target)?.name,
    );
    expect(intruders.map(arrow)).toEqual([]);
  });

  test("components take values from schemas and from what runs in a browser, never from the server's insides", () => {
    const intruders = edges(sources).filter(
      ({ from, target }) =>
        from.startsWith("components/") &&
        target.startsWith("server/") &&
        !/\/schema\.ts$/.test(target) &&
        !RUNS_IN_BROWSERS.includes(target),
    );
    expect(intruders.map(arrow)).toEqual([]);
  });

  test("the server takes nothing from components, not even a type", () => {
    const takers = sources.filter(
      ({ path, text }) =>
        path.startsWith("server/") && !isAtTheTop(path) && text.includes('from "@/components/'),
    );
    expect(takers.map(({ path }) => path)).toEqual([]);
  });

  test("what runs in a browser is tables and arithmetic down to the last import", () => {
    const files = sources.filter(({ path }) => RUNS_IN_BROWSERS.includes(path));
    expect(files.map(({ path }) => path).sort()).toEqual(RUNS_IN_BROWSERS.toSorted());
    const own = new Set([...RUNS_IN_BROWSERS, "contracts/abis.ts"]);
    expect(
      edges(files)
        .filter(({ target }) => !own.has(target))
        .map(arrow),
    ).toEqual([]);
    const packages = files.flatMap((file) => importsOf(file).filter(({ isPackage }) => isPackage));
    const others = packages
      .map(({ target }) => target)
      .filter((name) => !/^(?:viem(?:\/utils)?$|@noble\/|@scure\/)/.test(name));
    expect(others).toEqual([]);
  });

  test("siwe, which brings ethers, is imported by the sign-in on the server only", () => {
    const takers = sources.filter(({ text }) => /["'](?:siwe|ethers)["']/.test(text)).map(({ path }) => path);
    expect(takers.filter((path) => !path.startsWith("server/auth/signing-in/"))).toEqual([]);
    expect(takers.length).toBeGreaterThan(0);
  });

  test("only the comparison on the payer page says that a transaction was compared", () => {
    const makers = sources.filter(({ text }) => /\bas Verified\b/.test(text)).map(({ path }) => path);
    expect(makers).toEqual([
      // Of what a person approves in the dashboard, which moves no money.
      "components/dashboard/approvals/sign-approval.ts",
      // Of what a person confirms in the dashboard, which moves no money.
      "components/dashboard/step-up/compare-consent.ts",
      "components/pay/safety/collection/compare-collection.ts",
      "components/pay/safety/schedule/schedule-steps.ts",
      "components/pay/safety/steps.ts",
    ]);
  });

  test("every table has one folder that writes it", () => {
    expect(sources.flatMap(foreignWrites).filter(isUnexpected)).toEqual([]);
    const tables = sources
      .filter(({ path }) => path.startsWith("db/schema/"))
      .flatMap(({ text }) => [...text.matchAll(/export const (\w+) = pgTable\(/g)].map(([, name]) => name));
    expect(tables.sort()).toEqual(Object.keys(WRITERS).sort());
  });

  test("a write to a foreign table is noticed", () => {
    const write = (text: string) => foreignWrites({ path: "server/fees/charge.ts", text });
    expect(write("await tx.db.update(requests).set({})")).toHaveLength(1);
    expect(write("await tx.db\n  .insert(feeLegs)")).toHaveLength(1);
    expect(write("sql`insert into webhook_events (id)`")).toHaveLength(1);
    expect(write("sql`UPDATE chain_cursors SET x = 1`")).toHaveLength(1);
    expect(write(`sql\`delete from \${transfers} where\``)).toHaveLength(1);
    expect(write("select * from requests for update")).toEqual([]);
  });
});

describe("who knows what", () => {
  test("only pages, the front door and sign-in know Next", () => {
    const intruders = packageImports(/^(?:next|react|react-dom)(?:\/|$)/).filter(
      ({ from }) => !isIn(from, KNOWS_NEXT),
    );
    expect(intruders.map(arrow)).toEqual([]);
  });

  test("nothing imports server-only, which throws in plain Node", () => {
    expect(packageImports(/^(?:server|client)-only$/).map(arrow)).toEqual([]);
  });

  test("handlers do without Next's request scope, which our own door has not", () => {
    const intruders = packageImports(/^next\/(?:headers|server)$/).filter(({ from }) =>
      /\/route\.ts$/.test(from),
    );
    expect(intruders.map(arrow)).toEqual([]);
  });

  test("the environment is read in one place", () => {
    // Handing the whole of it to the parser is how a process begins.
    const readsOnItsOwn = (text: string) =>
      /process\.env\b/.test(text.replaceAll("readConfig(process.env)", ""));
    const readers = sources.filter(({ path, text }) => readsOnItsOwn(text) && !isIn(path, READS_ENVIRONMENT));
    expect(readers.map(({ path }) => path)).toEqual([]);
  });
});

describe("time and chance", () => {
  test("come from the two files that a simulation can replace", () => {
    expect(sources.filter(takesItsOwn).map(({ path }) => path)).toEqual([]);
  });

  test("the database's own clock is asked where several processes have to agree, and nowhere else", () => {
    const asking = sources.filter((file) => isProduct(file.path) && asksDatabaseForTime(file));
    expect(asking.map(({ path }) => path).sort()).toEqual(ON_DATABASE_TIME);
  });

  test.each([
    "const at = new Date();",
    "const at = Date.now();",
    "setTimeout(work, 1);",
    'import { setTimeout as delay } from "node:timers/promises";',
    "const signal = AbortSignal.timeout(1);",
    "const ms = performance.now();",
    "const id = randomUUID();",
    "const share = Math.random();",
  ])("what takes its own is noticed: %s", (text) => {
    expect(takesItsOwn({ path: "server/requests/any.ts", text })).toBe(true);
  });
});

test("every file and folder that server/README.md names exists", () => {
  const named = [
    ...readFileSync("server/README.md", "utf8").matchAll(
      /`((?:app|server|local|db|docs|components|contracts)\/[^`…]*)`/g,
    ),
  ];
  expect(named.length).toBeGreaterThan(30);
  expect(named.map(([, path = ""]) => path).filter((path) => !existsSync(path))).toEqual([]);
});

interface Edge {
  from: string;
  target: string;
}

function edges(files: readonly SourceFile[], options: { alsoTypes?: boolean } = {}): Edge[] {
  return files.flatMap((file) =>
    importsOf(file, options)
      .filter(({ isPackage }) => !isPackage)
      .map(({ target }) => ({ from: file.path, target })),
  );
}

function packageImports(pattern: RegExp): Edge[] {
  return sources.flatMap((file) =>
    importsOf(file)
      .filter(({ isPackage, target }) => isPackage && pattern.test(target))
      .map(({ target }) => ({ from: file.path, target })),
  );
}

function isUnexpected(breach: string): boolean {
  return !Object.hasOwn(EXCEPTIONS, breach);
}

function wrongWay(file: SourceFile): string[] {
  const from = folderOf(file.path);
  return edges([file], { alsoTypes: !NAMES_TYPES_ABOVE.includes(file.path) })
    .filter(({ target }) => {
      const to = folderOf(target);
      if (!from || !to || from.name === to.name) return false;
      return to.row <= from.row;
    })
    .map(arrow);
}

/** Tables are described in `db/` and named there for foreign keys; what is read of them is read elsewhere. */
function readsAbove({ path, text }: SourceFile): string[] {
  const from = folderOf(path);
  if (!from || path.startsWith("db/")) return [];
  const line = text.replace(/\s+/g, " ");
  return TABLES.filter(({ folder, read }) => {
    const to = folderOf(folder);
    return to && to.name !== from.name && to.row <= from.row && read.test(line);
  }).map(({ table }) => `${from.name} reads ${table}`);
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function foreignWrites({ path, text }: SourceFile): string[] {
  const line = text.replace(/\s+/g, " ");
  return TABLES.filter(({ folder, write }) => !path.startsWith(`${folder}/`) && write.test(line)).map(
    ({ table }) => `${path} writes ${table}`,
  );
}

/** The longest name among the layers that a path begins with. */
function folderOf(path: string): { row: number; name: string } | undefined {
  return LAYERS.flatMap((names, row) => names.map((name) => ({ row, name })))
    .filter(({ name }) => isIn(path, [name]))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

function isIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

function arrow({ from, target }: Edge): string {
  return `${from} → ${target}`;
}
