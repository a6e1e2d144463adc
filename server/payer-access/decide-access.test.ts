import { asc, eq } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clientIds, requests, walletScreenings, webhookEvents } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { chainsOf } from "@/server/chains/adapter";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { readConfig } from "@/server/config";
import { type Ctx, inTransaction } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import { announceRejection } from "@/server/payer-access/announce-rejection";
import { type DecideOptions, decideAccess as decide } from "@/server/payer-access/decide-access";
import { refuseOutsideLink } from "@/server/payer-access/refuse-outside-link";
import { isRestricted, needsApproval, restrictedLinkOfRequest } from "@/server/payer-access/restricted";
import { AccessDecision, AccessPolicy, OPEN_POLICY } from "@/server/payer-access/schema";
import { screenRecipient } from "@/server/payer-access/screen-recipient";
import { screeningResults, storeResults } from "@/server/payer-access/store";
import { createPlatform } from "@/server/platforms/create-platform";
import { connectScreening, type ProviderSettings } from "@/server/providers/kyt/connect";
import type { ScreeningProviderId } from "@/server/providers/kyt/names";
import type { ScreeningAnswer } from "@/server/providers/kyt/provider";
import { screeningProvidersOf } from "@/server/providers/kyt/provider";
import { draftRequest, type RequestRow } from "@/server/requests/draft";
import { insertRequests } from "@/server/requests/insert";
import { aRestrictedLink, SCREENED } from "@/server/testing/data/restricted-link";
import { ManualClock } from "@/server/testing/manual-clock";
import { PATIENCE_MS } from "@/server/testing/patience";
import { aClientId } from "@/server/testing/paying";
import { createTestDatabase } from "@/server/testing/postgres/database";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import { createWebhookSender } from "@/server/webhooks/sending/deliver";

const { payer, payer2, recipient, blocked } = developmentAccounts();
const clock = new ManualClock();
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: App;
let ctx: Ctx;
let platformId: string;
let request: RequestRow;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({
    ...databaseEnvironment(database.url),
    SECRET_KEY: "44".repeat(32),
    LOG_LEVEL: "silent",
    NODE_ENV: "test",
    NETWORK_PROFILE: "local",
    WEBHOOK_ALLOW_LOOPBACK: "true",
  });
  app = boot(config, "test", { now: clock.now, chains: chainsOf({}) });
  ctx = app.context(systemCaller(""));
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});
beforeEach(async () => {
  const platform = await inTransaction(ctx, (tx) =>
    createPlatform(tx, { name: "Shop", walletAddress: null }),
  );
  platformId = platform.id;
  request = await aRequest();
});

async function aRequest(clientIdId: string | null = null): Promise<RequestRow> {
  const token = tokenById("USDC-sepolia");
  if (!token) throw new Error("no token");
  const draft = draftRequest(
    { caller: systemCaller(platformId), config: app.config, now: app.now },
    { kind: "request", token, payee: recipient.address, payer: null, amount: 10_000_000n },
  );
  const row = { ...draft, row: { ...draft.row, clientIdId } };
  const [stored] = await inTransaction(ctx, (tx) => insertRequests(tx, [row]));
  if (!stored) throw new Error("request was not stored");
  return stored;
}

const aLink = (policy: Partial<AccessPolicy>, overrides = {}) =>
  aRestrictedLink(app, [request], policy, overrides);

type Link = Awaited<ReturnType<typeof aLink>>;
const storedResults = (link: Link) =>
  app.database.db
    .select()
    .from(walletScreenings)
    .where(eq(walletScreenings.securePaymentId, link.id))
    .orderBy(asc(walletScreenings.walletAddress));

const rejections = async () => {
  const rows = await app.database.db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.platformId, platformId))
    .orderBy(asc(webhookEvents.sequence));
  return rows.map((row): Record<string, unknown> => JSON.parse(row.body));
};

/** Providers that answer as told, and the questions they were asked. */
function providers(answers: Partial<Record<ScreeningProviderId, ScreeningAnswer["status"]>>) {
  const asked: string[] = [];
  const reasonOf = { approved: null, rejected: "sanctions", error: "provider_timeout" };
  const list = (["hypernative", "merklescience"] as const).flatMap((id) => {
    const status = answers[id];
    if (!status) return [];
    const screen = async (wallet: string) => {
      asked.push(`${id} ${wallet}`);
      if (status === "approved") return { status, reasonCode: null };
      return { status, reasonCode: reasonOf[status] };
    };
    return [{ id, screen }];
  });
  return { asked, ctx: { ...ctx, providers: { ...ctx.providers, kyt: screeningProvidersOf(list) } } };
}

/** Nothing was paid before, so nothing is released. */
function decideAccess(
  asking: Ctx,
  link: Link,
  wallets: { wallet: string; eoaWallet: string | null },
  { on }: Pick<DecideOptions, "on"> = { on: "pay" },
) {
  return decide(asking, link, wallets, { on, onApproved: async () => {} });
}

const newWallet = () => privateKeyToAccount(generatePrivateKey()).address;
const only = (wallet: string, eoaWallet: string | null = null) => ({ wallet, eoaWallet });

describe("on a link that is not restricted", () => {
  test("every wallet is approved, nothing is asked and nothing is written", async () => {
    const link = await aLink({ hideUntilApproved: true, hidePayeeAddress: true });
    const { ctx: asking, asked } = providers({});
    expect(await decideAccess(asking, link, only(blocked.address))).toEqual({
      status: "approved",
      reasonCode: null,
      provider: null,
      walletResults: [
        {
          walletAddress: blocked.address,
          walletType: "eoa",
          status: "approved",
          reasonCode: null,
          provider: null,
        },
      ],
    });
    expect(asked).toEqual([]);
    expect(await storedResults(link)).toEqual([]);
  });

  test("a text that is no address is a 400 and names its field", async () => {
    const link = await aLink({});
    for (const [wallets, field] of [
      [only("0x12"), "wallet"],
      [only(payer.address, "nobody"), "eoaWallet"],
      [only(`0x${"0".repeat(40)}`), "wallet"],
    ] as const) {
      const error = await decideAccess(ctx, link, wallets).catch((thrown: unknown) => thrown);
      if (!(error instanceof ApiError)) throw new Error("no ApiError");
      expect([error.status, error.issues?.[0]?.path]).toEqual([400, [field]]);
    }
  });
});

describe("a link that only some may pay", () => {
  const listed = [payer.address];
  const browser = () => ({
    ...ctx,
    caller: {
      ...ctx.caller,
      clientId: { id: "1", publicId: "1", isBrowser: true, payeeDestinationId: null },
    },
  });
  const cases: [string, unknown, { isRestricted: boolean; isRefused: boolean }][] = [
    ["no rule", OPEN_POLICY, { isRestricted: false, isRefused: false }],
    ["screening", { ...OPEN_POLICY, ...SCREENED }, { isRestricted: true, isRefused: true }],
    [
      "an allowlist",
      { ...OPEN_POLICY, allowedPayerAddresses: listed },
      { isRestricted: true, isRefused: true },
    ],
    ["hidden only", { ...OPEN_POLICY, hideUntilApproved: true }, { isRestricted: false, isRefused: true }],
    ["a mode of another release", { ...OPEN_POLICY, mode: "later" }, { isRestricted: true, isRefused: true }],
    ["nothing readable", {}, { isRestricted: true, isRefused: true }],
  ];

  test.each(cases)(
    "with %s is the same to the watcher, to readers and to browser clients",
    async (_, policy, expected) => {
      request = await aRequest();
      const link = await aLink({}, { accessPolicy: policy });
      const [row] = await app.database.db
        .select({ linkId: restrictedLinkOfRequest() })
        .from(requests)
        .where(eq(requests.id, request.id));
      expect(row?.linkId).toBe(expected.isRestricted ? link.id : null);
      const readable = AccessPolicy.safeParse(policy).data;
      if (readable) {
        expect(isRestricted({ row: link, policy: readable })).toBe(expected.isRestricted);
        expect(needsApproval({ row: link, policy: readable })).toBe(expected.isRefused);
      }
      const refused = await refuseOutsideLink(browser(), [request.id]).catch((error: unknown) => error);
      expect(refused instanceof ApiError && refused.code).toBe(expected.isRefused && "payer_not_approved");
    },
  );
});

describe("screening", () => {
  test("asks the primary first; its definitive answers never fall back (AP-11)", async () => {
    for (const status of ["approved", "rejected"] as const) {
      const link = await aLink(SCREENED);
      const { ctx: asking, asked } = providers({ hypernative: status, merklescience: "approved" });
      const decision = await decideAccess(asking, link, only(payer.address));
      expect(decision).toMatchObject({ status, provider: "hypernative" });
      expect(asked).toEqual([`hypernative ${payer.address}`]);
      expect(await storedResults(link)).toMatchObject([
        { walletAddress: payer.address.toLowerCase(), walletType: "eoa", status, provider: "hypernative" },
      ]);
    }
  });

  test.each(["approved", "rejected"] as const)(
    "asks the backup when the primary has no answer: %s stands",
    async (status) => {
      const link = await aLink(SCREENED);
      const { ctx: asking, asked } = providers({ hypernative: "error", merklescience: status });
      const decision = await decideAccess(asking, link, only(payer.address));
      expect(decision).toMatchObject({ status, provider: "merklescience" });
      expect(asked).toHaveLength(2);
      expect(AccessDecision.parse(decision)).toEqual(decision);
    },
  );

  test("without an answer of anyone is an error, and not payable (D-29)", async () => {
    const link = await aLink(SCREENED);
    const down = providers({ hypernative: "error", merklescience: "error" });
    expect(await decideAccess(down.ctx, link, only(payer.address))).toMatchObject({
      status: "error",
      reasonCode: "provider_timeout",
      walletResults: [{ status: "error" }],
    });
    const unset = providers({});
    expect(await decideAccess(unset.ctx, link, only(payer.address))).toMatchObject({
      status: "error",
      reasonCode: "provider_not_configured",
      provider: null,
    });
    expect(await storedResults(link)).toMatchObject([{ status: "error" }]);
  });

  test("does not ask a backup that the policy does not name", async () => {
    const link = await aLink({ ...SCREENED, providers: [{ id: "hypernative", policyId: null }] });
    const { ctx: asking, asked } = providers({ hypernative: "error", merklescience: "approved" });
    expect(await decideAccess(asking, link, only(payer.address))).toMatchObject({ status: "error" });
    expect(asked).toHaveLength(1);
  });

  test("over HTTP: the primary is down, the backup rejects; the primary rejects, the backup is not asked", async () => {
    const [primary, backup] = await Promise.all([startWebhookReceiver(), startWebhookReceiver()]);
    const settings: ProviderSettings = {
      timeoutMs: PATIENCE_MS,
      sources: {
        hypernative: { kind: "api", url: `http://127.0.0.1:${primary.port}`, key: "id:secret" },
        merklescience: { kind: "api", url: `http://127.0.0.1:${backup.port}`, key: "secret" },
      },
      sandboxBlocked: [],
      own: {},
    };
    const asking = {
      ...ctx,
      providers: { ...ctx.providers, kyt: connectScreening(settings, app.chains, app.log) },
    };
    const visit = async (wallet: string = payer.address) =>
      decideAccess(asking, await aLink(SCREENED), only(wallet));
    primary.answer({ status: 503 });
    backup.answer({ status: 200, body: JSON.stringify({ risk_level: 5 }) });
    const rejected = { status: "rejected", reasonCode: "critical_risk", provider: "merklescience" };
    expect(await visit()).toMatchObject(rejected);
    backup.answer("reset");
    expect(await visit(payer2.address)).toMatchObject({
      status: "error",
      reasonCode: "provider_unavailable",
    });
    backup.answer({ status: 200, body: JSON.stringify({ risk_level: 0 }) });
    const asked = backup.received.length;
    const denial = { address: payer.address, recommendation: "Deny", flags: [] };
    primary.answer({ status: 200, body: JSON.stringify(denial) });
    expect(await visit()).toMatchObject({ status: "rejected", provider: "hypernative" });
    expect(backup.received).toHaveLength(asked);
    await Promise.all([primary.close(), backup.close()]);
  });

  test("of a smart account asks about both wallets, and both must pass (AP-10)", async () => {
    for (const [wallet, eoa, status] of [
      [payer.address, payer2.address, "approved"],
      [payer.address, blocked.address, "rejected"],
      [blocked.address, payer.address, "rejected"],
    ] as const) {
      const link = await aLink(SCREENED);
      const decision = await decideAccess(ctx, link, only(wallet, eoa));
      expect(decision.status).toBe(status);
      expect(decision.walletResults).toMatchObject([
        { walletAddress: eoa, walletType: "eoa", evaluatedAt: clock.now().toISOString() },
        { walletAddress: wallet, walletType: "smart_account", parentWalletAddress: eoa },
      ]);
      expect(await storedResults(link)).toHaveLength(2);
      const read = (await screeningResults(ctx, [link.id])).get(link.id);
      expect(read).toEqual(expect.arrayContaining(decision.walletResults));
    }
  });

  test("of a smart account that names itself asks once", async () => {
    const link = await aLink(SCREENED);
    const { ctx: asking, asked } = providers({ hypernative: "approved" });
    await decideAccess(asking, link, only(payer.address, payer.address.toLowerCase()));
    expect(asked).toHaveLength(1);
  });

  test("on access uses an answer of the last minute; on pay always asks anew (AP-09)", async () => {
    const link = await aLink(SCREENED);
    const { ctx: asking, asked } = providers({ hypernative: "approved" });
    const visit = (on: "access" | "pay") => decideAccess(asking, link, only(payer.address), { on });
    const first = await visit("access");
    clock.advance(59_000);
    expect(await visit("access")).toEqual(first);
    expect(asked).toHaveLength(1);
    await visit("pay");
    expect(asked).toHaveLength(2);
    clock.advance(61_000);
    await visit("access");
    expect(asked).toHaveLength(3);
    const since = providers({ hypernative: "rejected" });
    expect(await decideAccess(since.ctx, link, only(payer.address))).toMatchObject({ status: "rejected" });
    expect(await visit("access")).toMatchObject({ status: "rejected" });
  });

  test("without an answer keeps the definitive one that is known, for nobody else and not as an approval", async () => {
    const link = await aLink(SCREENED);
    await decideAccess(ctx, link, only(payer.address));
    clock.advance(61_000);
    const down = providers({ hypernative: "error" });
    expect(await decideAccess(down.ctx, link, only(payer.address))).toMatchObject({ status: "error" });
    expect(await storedResults(link)).toMatchObject([{ status: "approved" }]);
  });

  test("is asked about once by everybody who comes at the same time, and by other links of the account", async () => {
    const [link, other] = [await aLink(SCREENED), await aLink(SCREENED)];
    const { ctx: asking, asked } = providers({ hypernative: "approved" });
    const visit = (to: Link) => decideAccess(asking, to, only(payer.address), { on: "access" });
    const decisions = await Promise.all(Array.from({ length: 20 }, () => visit(link)));
    expect(decisions.map(({ status }) => status)).toEqual(Array(20).fill("approved"));
    expect(await visit(other)).toMatchObject({ status: "approved" });
    expect(asked).toHaveLength(1);
    // Each link has its own record of it, by which its payments are counted.
    expect(await storedResults(other)).toMatchObject([{ status: "approved", evaluatedAt: clock.now() }]);
  });

  test("of another account is asked about anew", async () => {
    const { ctx: asking, asked } = providers({ hypernative: "approved" });
    const link = await aLink(SCREENED);
    await decideAccess(asking, link, only(payer.address), { on: "access" });
    const { id } = await inTransaction(ctx, (tx) =>
      createPlatform(tx, { name: "Other", walletAddress: null }),
    );
    await decideAccess(asking, { ...link, platformId: id }, only(payer.address), { on: "access" });
    expect(asked).toHaveLength(2);
  });

  test("that was rejected stays so while that is fresh, on pay too, and is asked about again then", async () => {
    const link = await aLink(SCREENED);
    const no = providers({ hypernative: "rejected" });
    const yes = providers({ hypernative: "approved" });
    await decideAccess(no.ctx, link, only(payer.address), { on: "access" });
    clock.advance(299_000);
    for (const on of ["access", "pay"] as const) {
      expect(await decideAccess(yes.ctx, link, only(payer.address), { on })).toMatchObject({
        status: "rejected",
      });
    }
    expect(yes.asked).toEqual([]);
    clock.advance(1_000);
    expect(await decideAccess(yes.ctx, link, only(payer.address))).toMatchObject({ status: "approved" });
  });

  test("does not come clean by waiting until who rejected it is down and another provider is asked", async () => {
    const link = await aLink(SCREENED);
    await decideAccess(providers({ hypernative: "rejected" }).ctx, link, only(payer.address));
    clock.advance(30 * 86_400_000);
    const down = providers({ hypernative: "error", merklescience: "approved" });
    for (const to of [link, await aLink(SCREENED)]) {
      expect(await decideAccess(down.ctx, to, only(payer.address))).toMatchObject({
        status: "rejected",
        provider: "hypernative",
      });
    }
    expect(down.asked.filter((question) => question.startsWith("merklescience"))).toEqual([]);
  });

  test.each([
    ["perWallet", 150, 0],
    ["perVisitor", 100, 0],
    ["perLink", 300, 1],
    ["perAccount", 5_000, 2],
  ] as const)("is asked about %s %i times in an hour at most", async (limit, usual, spread) => {
    expect(app.config.screening.limits[limit]).toBe(usual);
    const { ctx: asking, asked } = providers({ hypernative: "approved" });
    const limits = { ...app.config.screening.limits, [limit]: 3 };
    const links = await Promise.all(Array.from({ length: 4 }, () => aLink(SCREENED)));
    const linkAt = (at: number) => {
      const link = links[at];
      if (!link) throw new Error("no link");
      return link;
    };
    const visit = (at: number) =>
      decideAccess(
        {
          ...asking,
          config: { ...app.config, screening: { ...app.config.screening, limits } },
          caller: { ...asking.caller, ip: spread === 1 ? `10.0.0.${at}` : "10.0.0.1" },
        },
        linkAt(spread === 2 ? at : 0),
        only(spread === 0 ? payer.address : newWallet()),
      );
    for (let at = 0; at < 3; at++) expect(await visit(at)).toMatchObject({ status: "approved" });
    await expect(visit(3)).rejects.toMatchObject({ code: "too_many_requests", retryAfterSeconds: 3_600 });
    expect(asked).toHaveLength(3);
    clock.advance(3_600_000);
    expect(await visit(3)).toMatchObject({ status: "approved" });
  });

  test("leaves other visitors their share when one of them tries many wallets", async () => {
    const link = await aLink(SCREENED);
    const { ctx: asking } = providers({ hypernative: "approved" });
    const from = (ip: string) => ({ ...asking, caller: { ...asking.caller, ip } });
    const { walletsPerVisitor } = app.config.screening.limits;
    for (let at = 0; at < walletsPerVisitor; at++)
      await decideAccess(from("2001:db8::1"), link, only(newWallet()));
    // The host part of an IPv6 address is the visitor's to change.
    await expect(decideAccess(from("2001:db8::2"), link, only(newWallet()))).rejects.toMatchObject({
      code: "too_many_requests",
    });
    expect(await decideAccess(from("2001:db9::1"), link, only(newWallet()))).toMatchObject({
      status: "approved",
    });
  });

  test("never announces a rejection (events.md §3.10, rule 2)", async () => {
    const link = await aLink(SCREENED);
    expect(await decideAccess(ctx, link, only(blocked.address))).toMatchObject({ status: "rejected" });
    expect(await rejections()).toEqual([]);
  });

  test("knows a Tron wallet by its exact case", async () => {
    const link = await aLink(SCREENED, { network: "tron" });
    const decision = await decideAccess(ctx, link, only(blocked.tronAddress));
    expect(decision).toMatchObject({ status: "rejected", reasonCode: "sandbox_blocked" });
    expect(await storedResults(link)).toMatchObject([{ walletAddress: blocked.tronAddress }]);
  });
});

describe("a payout", () => {
  test("is decided by its recipient, before there is a link (AP-09)", async () => {
    const network = "sepolia";
    const to = (wallet: string, policy: Pick<AccessPolicy, "mode" | "providers">) =>
      screenRecipient(ctx, { policy, wallet, network });
    expect(await to(payer.address, SCREENED)).toMatchObject({ status: "approved", provider: "hypernative" });
    expect(await to(blocked.address, SCREENED)).toMatchObject({ status: "rejected" });
    const open = await to(blocked.address, { mode: "off", providers: [] });
    expect(open).toMatchObject({ status: "approved", provider: null });
    const { ctx: down } = providers({});
    const unanswered = await screenRecipient(down, { policy: SCREENED, wallet: payer.address, network });
    expect(unanswered.status).toBe("error");
  });

  test("does not screen who pays it", async () => {
    const link = await aLink(SCREENED, { flow: "outgoing" });
    expect(await decideAccess(ctx, link, only(blocked.address))).toMatchObject({ status: "approved" });
    expect(await storedResults(link)).toEqual([]);
  });
});

describe("an allowlist", () => {
  const allowing = (...addresses: string[]) => ({ allowedPayerAddresses: addresses });

  test("compares EVM wallets in any case and Tron wallets exactly (AL-03)", async () => {
    const link = await aLink(allowing(payer.address, payer.tronAddress));
    for (const wallet of [payer.address, payer.address.toLowerCase(), payer.tronAddress]) {
      expect(await decideAccess(ctx, link, only(wallet))).toMatchObject({ status: "approved" });
    }
    for (const wallet of [payer2.address, payer2.tronAddress]) {
      expect(await decideAccess(ctx, link, only(wallet))).toMatchObject({
        status: "rejected",
        reasonCode: "wallet_not_allowed",
        provider: null,
        walletResults: [{ status: "rejected", reasonCode: "wallet_not_allowed" }],
      });
    }
  });

  test("compares the connected wallet of a smart account, not the account (AL-05)", async () => {
    const link = await aLink(allowing(payer.address));
    expect(await decideAccess(ctx, link, only(payer.address, payer2.address))).toMatchObject({
      status: "rejected",
    });
  });

  test("believes an account that was found to be an allowed wallet's for a minute, on access alone", async () => {
    const link = await aLink(allowing(payer.address));
    const account = only(payer2.address, payer.address);
    const found = (status: "approved" | "rejected", parent = payer.address) =>
      inTransaction(ctx, (tx) =>
        storeResults(tx, link.id, [
          {
            walletAddress: payer2.address,
            walletType: "smart_account",
            parentWalletAddress: parent,
            status,
            reasonCode: null,
            provider: null,
            evaluatedAt: clock.now().toISOString(),
          },
        ]),
      );
    // No chain answers here, so what has to be asked is not known.
    const unknown = { status: "error", reasonCode: "smart_account_not_checked" };
    expect(await decideAccess(ctx, link, account, { on: "access" })).toMatchObject(unknown);
    // What it said of another wallet says nothing of this one.
    await found("approved", recipient.address);
    expect(await decideAccess(ctx, link, account, { on: "access" })).toMatchObject(unknown);
    await found("approved");
    expect(await decideAccess(ctx, link, account, { on: "access" })).toMatchObject({ status: "approved" });
    expect(await decideAccess(ctx, link, account, { on: "pay" })).toMatchObject(unknown);
    clock.advance(60_000);
    await found("rejected");
    expect(await decideAccess(ctx, link, account, { on: "access" })).toMatchObject(unknown);
  });

  test("keeps who is behind an account, and lets count what it paid, only when it is approved", async () => {
    const approvals: string[] = [];
    const counting = (link: Link, wallets: { wallet: string; eoaWallet: string | null }) =>
      decide(ctx, link, wallets, { on: "access", onApproved: async () => void approvals.push(link.id) });
    const open = await aLink(allowing(payer.address));
    await counting(open, only(payer.address));
    expect([approvals, await storedResults(open)]).toEqual([[], []]);
    const screened = await aLink({ ...SCREENED });
    const { ctx: asking } = providers({ hypernative: "rejected" });
    const rejecting = { on: "pay", onApproved: async () => void approvals.push("rejected") } as const;
    await decide(asking, screened, only(blocked.address), rejecting);
    expect(approvals).toEqual([]);
    expect(await storedResults(screened)).toMatchObject([{ status: "rejected" }]);
    const { ctx: approving } = providers({ hypernative: "approved" });
    await decide(approving, screened, only(newWallet()), {
      on: "pay",
      onApproved: async () => void approvals.push("approved"),
    });
    expect(approvals).toEqual(["approved"]);
  });

  test("comes before screening: a wallet outside is not screened (AL-06)", async () => {
    const link = await aLink({ ...SCREENED, ...allowing(payer.address) });
    const { ctx: asking, asked } = providers({ hypernative: "approved" });
    expect(await decideAccess(asking, link, only(payer2.address))).toMatchObject({
      reasonCode: "wallet_not_allowed",
    });
    expect(asked).toEqual([]);
    expect(await storedResults(link)).toEqual([]);
    expect(await decideAccess(asking, link, only(payer.address))).toMatchObject({ status: "approved" });
    expect(asked).toHaveLength(1);
  });
});

describe("a rejected wallet is announced", () => {
  let receiver: WebhookReceiver;
  let other: WebhookReceiver;
  beforeEach(async () => {
    [receiver, other] = await Promise.all([startWebhookReceiver(), startWebhookReceiver()]);
  });
  afterEach(async () => {
    await receiver.close();
    await other.close();
  });

  const tryAs = (link: Link, wallet: string) => decideAccess(ctx, link, only(wallet));
  const endpoint = (url: string, clientIdId: string | null = null) =>
    inTransaction(ctx, (tx) => createEndpoint(tx, { platformId, clientIdId, url }));

  test("with the request and the wallet: EVM in lower case, Tron in its own", async () => {
    const link = await aLink({ allowedPayerAddresses: [payer.address] });
    await tryAs(link, payer2.address);
    await tryAs(link, payer2.tronAddress);
    expect(await rejections()).toMatchObject([
      {
        event: "secure_payment.access_rejected",
        requestId: request.requestId.slice(2),
        attemptedPayerWalletAddress: payer2.address.toLowerCase(),
        timestamp: clock.now().toISOString(),
      },
      { attemptedPayerWalletAddress: payer2.tronAddress },
    ]);
  });

  test("once in ten minutes per wallet and link, in whatever case (rule 4)", async () => {
    const link = await aLink({ allowedPayerAddresses: [payer.address] });
    await tryAs(link, payer2.address);
    clock.advance(599_000);
    await tryAs(link, payer2.address.toLowerCase());
    expect(await rejections()).toHaveLength(1);
    await tryAs(link, blocked.address);
    await tryAs(await aLink({ allowedPayerAddresses: [payer.address] }), payer2.address);
    expect(await rejections()).toHaveLength(3);
    clock.advance(1_000);
    await tryAs(link, payer2.address);
    expect(await rejections()).toHaveLength(4);
    await tryAs(link, payer2.address);
    expect(await rejections()).toHaveLength(4);
  });

  test("once when it tries many times at once", async () => {
    const link = await aLink({ allowedPayerAddresses: [payer.address] });
    await Promise.all(Array.from({ length: 8 }, () => tryAs(link, payer2.address)));
    expect(await rejections()).toHaveLength(1);
  });

  test("again at once when every endpoint failed, not while one may still hear it (rule 5)", async () => {
    await endpoint(receiver.url);
    await endpoint(other.url);
    receiver.answer({ status: 500 });
    other.answer({ status: 500 });
    const sender = createWebhookSender(app, { clock });
    await sender.start();
    const link = await aLink({ allowedPayerAddresses: [payer.address] });
    await tryAs(link, payer2.address);
    for (const [attempts, waitMs] of [
      [1, 1_000],
      [2, 5_000],
      [3, 15_000],
    ] as const) {
      await Promise.all([receiver.count(attempts), other.count(attempts)]);
      await sender.idle();
      await tryAs(link, payer2.address);
      expect(await rejections()).toHaveLength(1);
      clock.advance(waitMs);
    }
    await Promise.all([receiver.count(4), other.count(4)]);
    await sender.idle();
    await tryAs(link, payer2.address);
    await tryAs(link, payer2.address);
    expect(await rejections()).toHaveLength(2);

    // Of the second announcement one endpoint hears: nothing is lifted when the other gives up.
    receiver.answer({ status: 200 });
    for (const [attempts, waitMs] of [
      [5, 1_000],
      [6, 5_000],
      [7, 15_000],
      [8, 0],
    ] as const) {
      await other.count(attempts);
      await sender.idle();
      clock.advance(waitMs);
    }
    await tryAs(link, payer2.address);
    expect(await rejections()).toHaveLength(2);
    await sender.stop();
  });

  test("to account-wide endpoints and those of its client ID, never of another (rule 6)", async () => {
    const [own, foreign] = await Promise.all([clientIdRow(), clientIdRow()]);
    request = await aRequest(own);
    await endpoint(receiver.url);
    await endpoint(`${receiver.url}/own`, own);
    await endpoint(other.url, foreign);
    const link = await aLink({ allowedPayerAddresses: [payer.address] });
    await tryAs(link, payer2.address);
    const sender = createWebhookSender(app, { clock });
    await sender.start();
    const webhooks = await receiver.count(2);
    expect(webhooks.map(({ path }) => path).sort()).toEqual(["/hook", "/hook/own"]);
    await sender.idle();
    await sender.stop();
    expect(other.received).toEqual([]);
  });

  test("and says once for a batch, about its first request", async () => {
    const second = await aRequest();
    const link = await aRestrictedLink(app, [second, request], { allowedPayerAddresses: [payer.address] });
    await tryAs(link, payer2.address);
    expect(await rejections()).toMatchObject([{ requestId: second.requestId.slice(2) }]);
    await inTransaction(ctx, (tx) => announceRejection(tx, link, payer2.address));
    expect(await rejections()).toHaveLength(1);
  });

  async function clientIdRow(): Promise<string> {
    const publicId = await aClientId(app, platformId);
    const [row] = await app.database.db.select().from(clientIds).where(eq(clientIds.clientId, publicId));
    if (!row) throw new Error("no client ID");
    return row.id;
  }
});
