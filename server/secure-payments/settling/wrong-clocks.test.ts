import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/v2/secure-payments/route";
import { securePayments } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { compareClocks } from "@/server/boot";
import { scrape } from "@/server/http/monitoring/scrape";
import { MACHINE_CLOCK, replaceClock } from "@/server/lib/clock";
import { findLink } from "@/server/secure-payments/link";
import { expireLinks } from "@/server/secure-payments/settling/expire";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";

/*
 * A link ends by two clocks: that of the process that looks, and that of the database. One of them that is minutes ahead ends
 * nothing early, for readers and in the sweep.
 */

const MINUTE = 60_000;
const AHEAD = 5 * MINUTE;

let api: TestApi;
let shop: Merchant;
const undo: (() => void)[] = [];
beforeAll(async () => {
  api = await startTestApi({ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  shop = await aMerchant(api);
});
afterEach(() => {
  for (const back of undo.splice(0).toReversed()) back();
});
afterAll(() => api.close());

const ctx = () => api.app.context(systemCaller(""));

/** A link whose time is over so far from now, by the machine's clock, which is that of the database. */
async function aLinkThatEndsIn(ms: number): Promise<string> {
  const { status, body } = await send(POST, "/v2/secure-payments", {
    method: "POST",
    headers: shop.browser,
    body: { requests: [{ amount: "1" }] },
  });
  expect(status).toBe(201);
  await api.app.database.db
    .update(securePayments)
    .set({ expiresAt: new Date(Date.now() + ms) })
    .where(eq(securePayments.token, body.token));
  return body.token;
}

/** As for whoever looks now, and as it is written down after the sweep. */
async function statuses(token: string): Promise<{ shown: string | undefined; stored: string | undefined }> {
  const shown = (await findLink(ctx(), token))?.status;
  await expireLinks(ctx(), 1_000);
  const [row] = await api.app.database.db
    .select({ status: securePayments.status })
    .from(securePayments)
    .where(eq(securePayments.token, token));
  return { shown, stored: row?.status };
}

async function setClock(ahead: number): Promise<void> {
  undo.push(replaceClock({ ...MACHINE_CLOCK, now: () => new Date(Date.now() + ahead) }));
  undo.push(await compareClocks(api.app));
}

describe("a link in a process whose clock is minutes", () => {
  test("ahead ends when its time is over by the database's", async () => {
    const [open, over] = [await aLinkThatEndsIn(MINUTE), await aLinkThatEndsIn(-1)];
    await setClock(AHEAD);
    expect(await statuses(open)).toEqual({ shown: "pending", stored: "pending" });
    expect(await statuses(over)).toEqual({ shown: "expired", stored: "expired" });
  });

  test("behind, as where that of the database is ahead, ends when its time is over by its own", async () => {
    const [open, over] = [await aLinkThatEndsIn(-MINUTE), await aLinkThatEndsIn(-AHEAD - MINUTE)];
    await setClock(-AHEAD);
    expect(await statuses(open)).toEqual({ shown: "pending", stored: "pending" });
    expect(await statuses(over)).toEqual({ shown: "expired", stored: "expired" });
  });
});

test("how far the clock of a process is from the database's is a metric, for the alert QuittanceClocksDiffer", async () => {
  for (const ahead of [AHEAD, -AHEAD]) {
    await setClock(ahead);
    const [, shown] =
      /^quittance_database_clock_difference_seconds (\S+)$/m.exec(await scrape(api.app)) ?? [];
    expect(Math.abs(Number(shown) + ahead / 1_000)).toBeLessThan(MINUTE / 1_000);
  }
});
