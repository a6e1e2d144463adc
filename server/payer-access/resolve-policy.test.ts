import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platforms } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { ApiError } from "@/server/errors";
import { PaymentAccessPolicy, type StoredAccessPolicy } from "@/server/payee-destinations/access-policy";
import { mergedPolicy, type PolicySources, resolveAccessPolicy } from "@/server/payer-access/resolve-policy";
import { AccessPolicy, OPEN_POLICY } from "@/server/payer-access/schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";

const { payer } = developmentAccounts();
const POLICY_ID = "7b0f1b0a-3f0e-4c59-9d0a-3a2f4f2f8a11";
let api: TestApi;
let platformId: string;

beforeAll(async () => {
  api = await startTestApi();
  platformId = (await aTenant(api)).platformId;
});
afterAll(() => api?.close());

type Input = Partial<Omit<PolicySources, "payment">> & { payment?: unknown };

/** As the endpoints do: parse what the caller sent, then resolve. */
async function resolve({ payment, ...sources }: Input): Promise<AccessPolicy> {
  const ctx = api.app.context(systemCaller(platformId));
  return resolveAccessPolicy(ctx, {
    payment: payment === undefined ? undefined : PaymentAccessPolicy.parse(payment),
    destination: null,
    plan: null,
    flow: "incoming",
    ...sources,
  });
}

/** The field that a 400 names. */
async function refusedField(input: Input): Promise<string | undefined> {
  const error = await resolve(input).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError) || error.status !== 400) throw new Error("not refused with a 400");
  return error.issues?.[0]?.path.join(".");
}

const screened: StoredAccessPolicy = {
  mode: "kyt_all_wallets",
  screeningProvider: "hypernative",
  hideUntilApproved: true,
  hidePayeeAddress: true,
};
const open: StoredAccessPolicy = {
  mode: "off",
  screeningProvider: null,
  hideUntilApproved: false,
  hidePayeeAddress: false,
};
const byFirst = { mode: "kyt_all_wallets", providers: [{ id: "hypernative", policyId: null }] };
const plan = {
  providers: [
    { id: "merklescience" as const, policyId: POLICY_ID },
    { id: "hypernative" as const, policyId: null },
  ],
};

describe("a policy", () => {
  test("of nobody is open", async () => {
    expect(await resolve({})).toEqual(OPEN_POLICY);
  });

  test("is the destination's where the payment says nothing or inherits", async () => {
    const expected = {
      ...byFirst,
      hideUntilApproved: true,
      hidePayeeAddress: true,
      allowedPayerAddresses: [],
    };
    expect(await resolve({ destination: screened })).toEqual(expected);
    expect(await resolve({ payment: { mode: "inherit" }, destination: screened })).toEqual(expected);
    expect(await resolve({ payment: {}, destination: screened })).toEqual(expected);
  });

  test("of the payment goes before the destination's, both ways (AP-05)", async () => {
    expect(await resolve({ payment: { mode: "off" }, destination: screened })).toMatchObject({
      mode: "off",
      providers: [],
    });
    const payment = { mode: "kyt_all_wallets", screeningProvider: "hypernative" };
    expect(await resolve({ payment, destination: open })).toMatchObject(byFirst);
  });

  test.each([true, false])("has flags that do not depend on its mode (AP-04): %s", async (flag) => {
    for (const mode of [{ mode: "off" }, { mode: "kyt_all_wallets", screeningProvider: "hypernative" }]) {
      const payment = { ...mode, hideUntilApproved: flag, hidePayeeAddress: !flag };
      expect(await resolve({ payment, destination: screened })).toMatchObject({
        mode: mode.mode,
        hideUntilApproved: flag,
        hidePayeeAddress: !flag,
      });
    }
    expect(await resolve({ payment: { mode: "off" }, destination: screened })).toMatchObject({
      mode: "off",
      hideUntilApproved: true,
      hidePayeeAddress: true,
    });
  });

  test("as stored reads back as it was resolved (AP-08)", async () => {
    const resolved = await resolve({ plan, payment: { allowedPayerAddresses: [payer.tronAddress] } });
    expect(AccessPolicy.parse(JSON.parse(JSON.stringify(resolved)))).toEqual(resolved);
  });
});

describe("400", () => {
  test.each([
    ["an unknown provider", { mode: "kyt_all_wallets", screeningProvider: "someone" }],
    ["a provider without a mode", { screeningProvider: "hypernative" }],
    ["a provider with mode off", { mode: "off", screeningProvider: "hypernative" }],
    ["a provider with an inherited mode", { mode: "inherit", screeningProvider: "hypernative" }],
    ["screening without a provider", { mode: "kyt_all_wallets" }],
    ["screening by null", { mode: "kyt_all_wallets", screeningProvider: null }],
    ["an unknown mode", { mode: "some_wallets" }],
    ["an unknown field", { mode: "off", allowedPayers: [] }],
    ["an allowlist with a text that is no address", { allowedPayerAddresses: [payer.address, "0x12"] }],
    [
      "an allowlist with a mistyped Tron address",
      { allowedPayerAddresses: [`${payer.tronAddress.slice(0, -1)}1`] },
    ],
  ])("for %s", (_, payment) => {
    expect(PaymentAccessPolicy.safeParse(payment).success).toBe(false);
  });

  test("for the second provider, unless it is enabled for the account (AP-02)", async () => {
    const payment = { mode: "kyt_all_wallets", screeningProvider: "merklescience" };
    expect(await refusedField({ payment })).toBe("accessPolicy.screeningProvider");
    const enable = (hasSecondScreeningProvider: boolean) =>
      api.app.database.db
        .update(platforms)
        .set({ hasSecondScreeningProvider })
        .where(eq(platforms.id, platformId));
    await enable(true);
    expect(await resolve({ payment })).toMatchObject({ providers: [{ id: "merklescience" }] });
    await enable(false);
  });

  test("for an allowlist on an outgoing payment (AL-04)", async () => {
    const payment = { allowedPayerAddresses: [payer.address] };
    expect(await refusedField({ payment, flow: "outgoing" })).toBe("accessPolicy.allowedPayerAddresses");
    expect(await resolve({ payment: { allowedPayerAddresses: [] }, flow: "outgoing" })).toEqual(OPEN_POLICY);
  });
});

describe("a plan of the client ID", () => {
  test("goes before payment and destination, with its providers in their order", async () => {
    expect(await resolve({ plan, destination: open })).toMatchObject({
      mode: "kyt_all_wallets",
      providers: plan.providers,
    });
    expect(await resolve({ plan: { providers: [] }, destination: screened })).toMatchObject({
      mode: "off",
      providers: [],
    });
  });

  test("leaves the allowlist, and where it screens the flags, to the call (AP-06, AL-09)", async () => {
    const payment = { allowedPayerAddresses: [payer.address.toLowerCase()], hideUntilApproved: true };
    expect(await resolve({ plan, payment })).toMatchObject({
      providers: plan.providers,
      hideUntilApproved: true,
      allowedPayerAddresses: [payer.address],
    });
    const bare = { plan: { providers: [] } };
    expect(await refusedField({ ...bare, payment: { hidePayeeAddress: true } })).toBe("accessPolicy");
    const listed = await resolve({ ...bare, payment: { allowedPayerAddresses: [payer.address] } });
    expect(listed.allowedPayerAddresses).toEqual([payer.address]);
  });

  test("is not overridden (AP-07)", async () => {
    const first = { mode: "kyt_all_wallets", screeningProvider: "hypernative" };
    expect(await refusedField({ plan, payment: { mode: "off" } })).toBe("accessPolicy.mode");
    expect(await refusedField({ plan, payment: first })).toBe("accessPolicy.screeningProvider");
    expect(await refusedField({ plan: { providers: [] }, payment: first })).toBe("accessPolicy.mode");
    expect(await resolve({ plan, payment: { mode: "inherit" } })).toMatchObject({
      providers: plan.providers,
    });
  });
});

describe("payouts that are paid together", () => {
  const screened: AccessPolicy = {
    ...OPEN_POLICY,
    mode: "kyt_all_wallets",
    providers: [{ id: "merklescience", policyId: null }],
    allowedPayerAddresses: [payer.address],
  };
  const hidden: AccessPolicy = { ...OPEN_POLICY, hideUntilApproved: true };
  const masked: AccessPolicy = { ...OPEN_POLICY, hidePayeeAddress: true };

  test("are screened where one is, by its providers, and hide what one of them hides", () => {
    expect(mergedPolicy([OPEN_POLICY, OPEN_POLICY])).toEqual(OPEN_POLICY);
    expect(mergedPolicy([OPEN_POLICY, screened])).toEqual({ ...screened, allowedPayerAddresses: [] });
    expect(mergedPolicy([OPEN_POLICY, hidden])).toEqual(hidden);
    expect(mergedPolicy([masked, OPEN_POLICY])).toEqual(masked);
  });
});
