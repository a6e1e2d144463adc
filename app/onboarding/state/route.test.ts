import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as complete } from "@/app/v1/client-id-links/intents/[token]/route";
import { POST as createBranding } from "@/app/v2/orchestrators/branding/route";
import { POST as createIntent } from "@/app/v2/orchestrators/client-id-link-intents/route";
import { POST as createFee } from "@/app/v2/orchestrators/fee-configs/route";
import { orchestratorLinkIntents, orchestrators } from "@/db/schema";
import type { OnboardingState } from "@/server/dashboard/onboarding/offer-schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator, aWallet, type TestOrchestrator } from "@/server/testing/credentials";
import { aMerchant } from "@/server/testing/links";
import { ManualClock } from "@/server/testing/manual-clock";
import { send } from "@/server/testing/send";
import { POST } from "./route";

const DAY_MS = 86_400_000;
let api: TestApi;
const clock = new ManualClock(Date.UTC(2030, 2, 10, 12));
beforeAll(async () => {
  const env = {
    RATE_LIMITS: "off",
    RPC_URL_SEPOLIA: "http://127.0.0.1:9",
    PROTOCOL_FEE_BPS: "5",
    PROTOCOL_FEE_EVM_ADDRESS: aWallet(),
  };
  api = await startTestApi(env, { now: clock.now });
});
afterAll(() => api.close());

let partner: TestOrchestrator;
beforeEach(async () => {
  partner = await anOrchestrator(api);
});

async function anInvitation(body: Record<string, unknown> = {}) {
  const { status, body: made } = await send(createIntent, "/v2/orchestrators/client-id-link-intents", {
    method: "POST",
    headers: partner.keyAlone,
    body: { clientIdName: "Corner shop", ...body },
  });
  expect(status).toBe(201);
  return {
    token: String(made.url).split("/").at(-1) ?? "",
    url: String(made.url),
    id: String(made.intent.id),
  };
}

async function read(token: string): Promise<OnboardingState> {
  const { status, body } = await send(POST, "/onboarding/state", { method: "POST", body: { token } });
  expect(status).toBe(200);
  return body;
}

const fee = (body: Record<string, unknown>) =>
  send(createFee, "/v2/orchestrators/fee-configs", {
    method: "POST",
    headers: partner.keyAlone,
    body: { feeBearer: "recipient", flow: "incoming", evmRecipientAddress: aWallet(), ...body },
  });

/** A platform that is paid in USDC on Sepolia agrees. */
async function agreed(token: string, body: Record<string, unknown> = {}) {
  const { session } = await aMerchant(api);
  return send(complete, `/v1/client-id-links/intents/${token}`, {
    method: "POST",
    headers: session.cookie,
    body: { kyt: { provider: null }, ...body },
    params: { token },
  });
}

describe("what an invitation shows before anybody signs in", () => {
  test("leads to a page outside of the dashboard, which asks nobody to sign in first", async () => {
    const { url } = await anInvitation();
    expect(new URL(url).pathname).toMatch(/^\/onboarding\/\w+$/);
  });

  test("names partner, fees, screening and look, and works them out as a payment would", async () => {
    await fee({ bps: 150, usdCap: "25" });
    await send(createBranding, "/v2/orchestrators/branding", {
      method: "POST",
      headers: partner.keyAlone,
      body: { displayName: "Acme", primaryActionColor: "#123456" },
    });
    const kyt = { providers: [{ provider: "merklescience" }, { provider: "hypernative" }] };
    const { token } = await anInvitation({ kyt, domains: ["https://shop.example"] });
    expect(await read(token)).toMatchObject({
      kind: "open",
      offer: {
        partner: "Partner",
        clientIdName: "Corner shop",
        allowedDomains: ["https://shop.example"],
        fees: [{ flow: "incoming", feeBearer: "recipient", bps: 150, usdCap: "25" }],
        kyt: { providers: [{ provider: "merklescience" }, { provider: "hypernative" }] },
        branding: { displayName: "Acme" },
        expiresAt: new Date(clock.now().getTime() + 2 * DAY_MS).toISOString(),
        examples: [
          {
            network: "sepolia",
            flow: "incoming",
            gross: "100",
            payerPays: "100",
            recipientGets: "98.45",
            partnerGets: "1.5",
            serviceGets: "0.05",
          },
        ],
      },
    });
  });

  test("works out outgoing payments where the partner earns at them, and a fee of everything not at all", async () => {
    await fee({ bps: 100, flow: "outgoing", feeBearer: "payer" });
    await fee({ bps: 10_000 });
    const state = await read((await anInvitation()).token);
    expect(state).toMatchObject({
      offer: {
        examples: [
          {
            flow: "outgoing",
            payerPays: "101.05",
            recipientGets: "100",
            partnerGets: "1",
            serviceGets: "0.05",
          },
        ],
      },
    });
    // The protocol's share of an incoming payment comes on top of 100 %: such a payment cannot be created.
    expect(state.kind === "open" && state.offer.examples).toHaveLength(1);
  });

  test("is another offer as soon as a fee changes", async () => {
    const { token } = await anInvitation();
    const before = await read(token);
    await fee({ bps: 1 });
    const after = await read(token);
    const idOf = (state: OnboardingState) => state.kind === "open" && state.offer.termsId;
    expect(idOf(after)).not.toBe(idOf(before));
    expect((await agreed(token, { termsId: idOf(before) })).status).toBe(409);
    expect((await agreed(token, { termsId: idOf(after) })).status).toBe(201);
  });
});

describe("what an invitation shows when it leads nowhere", () => {
  test("used: whose it was, and nothing of who used it", async () => {
    const { token } = await anInvitation();
    expect((await agreed(token)).status).toBe(201);
    expect(await read(token)).toEqual({ kind: "used", partner: "Partner", branding: null });
  });

  test("expired after two days to the millisecond", async () => {
    const { token, id } = await anInvitation();
    const { db } = api.app.database;
    const expire = (at: number) =>
      db
        .update(orchestratorLinkIntents)
        .set({ expiresAt: new Date(at) })
        .where(eq(orchestratorLinkIntents.id, id));
    await expire(clock.now().getTime() + 1);
    expect((await read(token)).kind).toBe("open");
    await expire(clock.now().getTime());
    expect(await read(token)).toEqual({ kind: "expired", partner: "Partner", branding: null });
    expect((await agreed(token)).status).toBe(403);
  });

  test.each(["", "x", "../../etc/passwd", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "a".repeat(200)])(
    "%j is nobody's",
    async (token) => {
      expect(await read(token)).toEqual({ kind: "not_found" });
    },
  );

  test("the ID of an intent opens nothing: only its token does", async () => {
    const { id } = await anInvitation();
    expect(await read(id)).toEqual({ kind: "not_found" });
  });

  test("of a partner that was switched off is nobody's either", async () => {
    const { token } = await anInvitation();
    await api.app.database.db
      .update(orchestrators)
      .set({ status: "inactive" })
      .where(eq(orchestrators.id, partner.id));
    expect(await read(token)).toEqual({ kind: "not_found" });
  });

  test("is told to our own pages alone", async () => {
    const { token } = await anInvitation();
    const foreign = await send(POST, "/onboarding/state", {
      method: "POST",
      headers: { origin: "https://evil.example" },
      body: { token },
    });
    expect(foreign.status).toBe(403);
  });
});
