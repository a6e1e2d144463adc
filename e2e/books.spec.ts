import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import type { Statement } from "@/server/ledger/closing/statement-schema";
import { LedgerPage } from "@/server/ledger/reading/schema";
import { expectAccessible } from "./support/accessibility";
import { confirmedCall } from "./support/confirmed-call";
import { test } from "./support/journey";
import { createDestination, signIn } from "./support/merchant";
import { newApiKey } from "./support/new-api-key";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { allow, aPayer, chainOf, inDatabase, payPart, takeBack } from "./support/payer-chain";
import { call, npmRun, sharedStack } from "./support/shop";

const { stack, dataDir } = sharedStack();
/** More blocks, a second apart, than it takes until one is final and the watcher has compared it once more. */
const UNTIL_FINAL = 120;
const EXPLANATION = "Taken out of the books by hand, for a test";

/** A link over so many USDC of the account that is signed in, which a wallet has paid. */
async function paid(apiKey: string, amount: string): Promise<string> {
  const { json } = await call(stack, apiKey, "/v2/secure-payments", { requests: [{ amount }] });
  const [requestId = ""] = Array.isArray(json.requestIds) ? json.requestIds.map(String) : [];
  const payer = await aPayer(stack);
  const units = BigInt(amount) * 1_000_000n;
  await allow(stack, payer, units);
  await payPart(stack, { token: String(json.token) }, payer, units);
  await untilPaid(apiKey, requestId, true);
  return requestId;
}

async function untilPaid(apiKey: string, requestId: string, isPaid: boolean): Promise<void> {
  const read = async () => (await call(stack, apiKey, `/v2/request/${requestId}`)).json.hasBeenPaid;
  await expect.poll(read, { intervals: [100] }).toBe(isPaid);
}

/** The clock once it is past every block with a payment, and these blocks are final. */
async function untilFinal(requestId: string): Promise<Date> {
  const isPast = async () => {
    const { timestamp } = await chainOf(stack, "sepolia").getBlock();
    return Date.now() > Number(timestamp) * 1_000 + 1_000;
  };
  await expect.poll(isPast, { timeout: 240_000 }).toBe(true);
  const now = new Date();
  await chainOf(stack, "sepolia").mine({ blocks: UNTIL_FINAL, interval: 1 });
  let state = "";
  const readState = async () => {
    await inDatabase(stack, async (sql) => {
      const [row] = await sql`select t.state from transfers t join requests r on r.id = t.request_id
        where r.request_id = decode(${requestId}, 'hex')`;
      state = String(row?.state);
    });
    return state;
  };
  await expect.poll(readState, { timeout: 60_000 }).toBe("final");
  return now;
}

test("a period with a reorganisation in it is explained, closed, downloaded and verified", async ({
  page,
}) => {
  test.slow();
  await signIn(page, stack, generatePrivateKey());
  await createDestination(page, "Sepolia", "USDC");
  const apiKey = await newApiKey(page, stack);

  await paid(apiKey, "25");
  const lost = await paid(apiKey, "10");
  await takeBack(stack, 1);
  await untilPaid(apiKey, lost, false);
  // It was in the books, and an entry of its own takes it back.
  const { entries } = LedgerPage.parse((await call(stack, apiKey, "/v2/ledger")).json);
  const ofLost = entries.filter(({ requestId }) => requestId === lost);
  expect(ofLost.map(({ id, reverses }) => [id, reverses])).toEqual([
    [ofLost[0]?.id, null],
    [ofLost[1]?.id, ofLost[0]?.id],
  ]);
  const hidden = await paid(apiKey, "3");
  // What somebody with the database does: the chain has the payment, and the books do not.
  const setState = (state: string) =>
    inDatabase(
      stack,
      (sql) => sql`update transfers set state = ${state} where request_id in
        (select id from requests where request_id = decode(${hidden}, 'hex'))`,
    );
  const now = await untilFinal(hidden);
  await setState("orphaned");
  const ended = await confirmedCall(page, "POST", `${stack.apiUrl}/v2/books/periods`, {
    startsAt: new Date(now.getTime() - 86_400_000).toISOString(),
    endsAt: now.toISOString(),
    timeZone: "Europe/Berlin",
  });
  expect(ended.status(), await ended.text()).toBe(201);

  await page.goto(`${stack.dashboardUrl}/books`);
  const months = page.getByRole("table", { name: "Months" });
  await expect(months.getByText("Waits for you")).toBeVisible({ timeout: 120_000 });
  await months.getByRole("link", { name: "Go on" }).click();
  const explain = page.getByRole("listitem").filter({ hasText: "Explain the differences" });
  await expect(explain).toHaveAttribute("aria-current", "step");
  await expect(explain.getByText("The chain has it, the books do not.")).toBeVisible();
  const sign = page.getByRole("button", { name: "Close and sign" });
  await expect(sign).toBeDisabled();
  await expectAccessible(page);
  await explain.getByRole("textbox").fill(EXPLANATION);
  await explain.getByRole("button", { name: "Keep explanations" }).click();
  await expect(sign).toBeEnabled();
  // What was written is kept by the service: another browser, or this one tomorrow, goes on there.
  await page.reload();
  await expect(explain.getByRole("textbox")).toHaveValue(EXPLANATION);
  await sign.click();
  const signed = page.getByRole("link", { name: /^Signed statement/ });
  await expect(signed).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoSidewaysScroll(page);

  const download = page.waitForEvent("download");
  await signed.click();
  const file = await (await download).path();
  const text = readFileSync(file, "utf8");
  const { message }: Statement = JSON.parse(text);
  expect(message.lines).toMatchObject([
    { opening: "0", received: "25000000", sent: "0", closing: "25000000" },
  ]);
  expect(message.differences).toMatchObject([{ explanation: EXPLANATION }]);

  expect(await npmRun(dataDir, "verify:quittance", [file])).toContain("✓ signed");
  // One digit, and one in two figures, which then add up.
  for (const digits of [{ closing: "25000001" }, { received: "25000001", closing: "25000001" }]) {
    const changed: Statement = JSON.parse(text);
    Object.assign(changed.message.lines[0] ?? {}, digits);
    writeFileSync(file, JSON.stringify(changed));
    await expect(npmRun(dataDir, "verify:quittance", [file])).rejects.toMatchObject({
      stdout: expect.stringContaining("✗ "),
    });
  }
  await setState("final");
});
