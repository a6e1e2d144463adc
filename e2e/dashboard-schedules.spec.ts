import { expect, type Page } from "@playwright/test";
import { erc20Abi, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { minedReceipt } from "@/server/chains/evm/mined";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { signIn } from "./support/merchant";
import { newApiKey } from "./support/new-api-key";
import { expectNoSidewaysScroll, watchPage } from "./support/page-watch";
import { accountOf, aPayer, balanceOf, chainOf, type Payer } from "./support/payer-chain";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();
const dashboard = stack.dashboardUrl;
/** A chain on which no other journey needs the present time: instalments are due days ahead. */
const NETWORK = "arbitrum-one";
const DAY = 86_400;

interface Permit {
  domain: { name: string; version: string; chainId: number; verifyingContract: Hex };
  types: { SchedulePermit: { name: string; type: string }[] };
  values: Record<string, unknown> & { token: Hex; firstExec: number };
}

/** Signs the schedule as its payer and hands the signature in, as a program of the account does. */
async function sign(page: Page, id: string, { key }: Payer): Promise<Permit> {
  const { permit }: { permit: Permit } = await (
    await page.request.get(`${stack.apiUrl}/v1/dashboard/schedules/${id}`)
  ).json();
  const account = privateKeyToAccount(key);
  const permitSignature = await account.signTypedData({
    domain: permit.domain,
    types: permit.types,
    primaryType: "SchedulePermit",
    message: permit.values,
  });
  const apiKey = await newApiKey(page, stack, "Signing");
  const activated = await fetch(`${stack.apiUrl}/v2/payouts/recurring/${id}`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ permitSignature }),
  });
  expect(activated.status).toBe(201);
  return permit;
}

async function approve({ key }: Payer, { domain, values }: Permit, amount: bigint): Promise<void> {
  const chain = chainOf(stack, NETWORK);
  const hash = await chain.writeContract({
    account: privateKeyToAccount(key),
    chain: null,
    address: values.token,
    abi: erc20Abi,
    functionName: "approve",
    args: [domain.verifyingContract, amount],
  });
  await minedReceipt(chain, hash);
}

/** The next block of the chain has this time at least. */
async function passUntil(second: number): Promise<void> {
  const chain = chainOf(stack, NETWORK);
  const { timestamp } = await chain.getBlock();
  if (Number(timestamp) < second) await chain.setNextBlockTimestamp({ timestamp: BigInt(second) });
  await chain.mine({ blocks: 1 });
}

/** Everything a merchant can see of it, on a phone and on a desk, in both looks. */
async function expectFine(page: Page): Promise<void> {
  await expectAccessible(page);
  for (const [width, colorScheme] of [
    [375, "dark"],
    [1280, "dark"],
    [375, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "looks");
  }
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: null });
}

test("a merchant pays a supplier in instalments: sets up, sees them arrive, pauses, resumes and cancels", async ({
  page,
}) => {
  test.slow();
  const watch = watchPage(page, new URL(dashboard).origin);
  // The merchant pays from the wallet that signs in.
  const payer = await aPayer(stack, { network: NETWORK });
  const recipient = privateKeyToAccount(generatePrivateKey()).address;
  await signIn(page, stack, payer.key);
  // Other journeys have moved this chain on: the first instalment is due on its own day.
  const { timestamp: now } = await chainOf(stack, NETWORK).getBlock();
  const today = new Date(Number(now) * 1_000).toISOString().slice(0, 10);

  await test.step("sets up four instalments, and reads their actual dates first", async () => {
    await page.getByRole("link", { name: "Recurring" }).click();
    await expect(page.getByText("No schedules yet")).toBeVisible();
    await expectFine(page);
    await page.getByRole("link", { name: "New schedule" }).click();
    const box = (name: string | RegExp) => page.getByRole("textbox", { name });
    const choose = (name: string, label: string) =>
      page.getByRole("combobox", { name }).selectOption({ label });
    await box(/^Recipient/).fill(recipient);
    await expect(box(/^Payer/)).toHaveValue(payer.address);
    await box(/^Payment reference/).fill("Rent of the office");
    await choose("Network", "Arbitrum One");
    await choose("Token", "USDC");
    await box("Amount of each instalment").fill("12.5");
    await box(/^Instalments/).fill("1");
    await page.getByLabel("First instalment (UTC)").fill(today);
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByText("From 2 to 255 instalments")).toBeVisible();
    await box(/^Instalments/).fill("4");
    await expectFine(page);
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByText("A month is 30 days here")).toBeVisible();
    const first = Date.parse(today);
    const dates = page.getByRole("region", { name: "The actual dates" }).getByRole("time");
    await expect(dates.nth(2)).toHaveAttribute("datetime", new Date(first + 60 * DAY * 1_000).toISOString());
    await page.getByRole("button", { name: "Change it" }).click();
    await choose("How often", "Daily (every 24 hours)");
    await page.getByRole("button", { name: "Review" }).click();
    await expect(dates.nth(2)).toHaveAttribute("datetime", new Date(first + 2 * DAY * 1_000).toISOString());
    await expect(page.getByRole("region", { name: "Review" })).toContainText("50");
    await expectFine(page);
    await page.getByRole("button", { name: "Create schedule" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Schedule created" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Link for the payer" })).toHaveValue(/schedule\?token=/);
    await expectFine(page);
    await page.getByRole("link", { name: "See the schedule" }).click();
    await expect(page.getByText("It waits for the payer's signature.")).toBeVisible();
    await expectFine(page);
  });

  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const permit = await sign(page, id, payer);
  const instalment = (index: number) =>
    page
      .getByRole("list", { name: "Instalments", exact: true })
      .getByRole("listitem")
      .filter({
        hasText: new RegExp(`^${index}\\.`),
      });

  await test.step("sees why the first attempt fails", async () => {
    await expect(instalment(1)).toContainText(
      "The payer lets the recurring contract take less than the instalment",
    );
    await expect(page.getByText("Due late")).toBeVisible();
    await expectFine(page);
  });

  await test.step("sees instalments arrive, without touching the page", async () => {
    await approve(payer, permit, 50_000_000n);
    const { timestamp } = await chainOf(stack, NETWORK).getBlock();
    await passUntil(Number(timestamp) + 3_700);
    await expect(instalment(1)).toContainText("Its payment");
    await expect(instalment(1).getByText("Paid", { exact: true }).first()).toBeVisible();
    await expect(instalment(1)).toContainText("paid by this service");
    await passUntil(permit.values.firstExec + DAY);
    await expect(page.getByText("2 of 4", { exact: true })).toBeVisible();
    expect(await balanceOf(stack, recipient, NETWORK)).toBe(25_000_000n);
    await expectFine(page);
    await page.getByRole("tab", { name: "Timeline" }).click();
    await expect(page.getByText("Instalment 2 of 12.50 USDC was paid.")).toBeVisible();
    await expectFine(page);
  });

  await test.step("pauses it: what is due then waits until it is resumed", async () => {
    const answer = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
    await page.getByRole("button", { name: "Pause" }).click();
    await expectAccessible(page);
    await answer("Pause").click();
    await expect(page.getByText("Paused by the platform", { exact: false }).first()).toBeVisible();
    const row = page
      .getByRole("table", { name: "Schedules" })
      .getByRole("row", { name: /Rent of the office/ });
    await page.goto(`${dashboard}/recurring`);
    await row.getByRole("button", { name: "Actions for Rent of the office" }).click();
    const menu = page.getByRole("dialog", { name: "Actions for Rent of the office" });
    await expect(menu.getByRole("button", { name: "Copy link for the payer" })).toBeEnabled();
    await expectAccessible(page);
    await menu.getByRole("button", { name: "Resume" }).click();
    await answer("Resume").click();
    await expect(row).toContainText("Active");
    await row.getByRole("button", { name: "Actions for Rent of the office" }).click();
    await menu.getByRole("button", { name: "Pause" }).click();
    await answer("Pause").click();
    await expect(row).toContainText("Paused");
    await page.goto(`${dashboard}/recurring?health=paused`);
    await expect(row).toContainText("2 of 4");
    await expect(row).toContainText("Paused");
    await expectFine(page);
    await page.getByRole("combobox", { name: "Status" }).selectOption({ label: "Completed" });
    await expect(page.getByText("Nothing fits these filters")).toBeVisible();
    await page.getByRole("button", { name: "Clear" }).click();
    await row.getByRole("link", { name: "Rent of the office" }).click();
    await passUntil(permit.values.firstExec + 2 * DAY);
    await expect(instalment(3)).toContainText("Not paid");
    await page.getByRole("button", { name: "Resume" }).click();
    await answer("Resume").click();
    await expect(page.getByText("3 of 4", { exact: true })).toBeVisible();
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
  });

  await test.step("cancels it, and is told what the payer still has to do", async () => {
    await page.getByRole("button", { name: "Cancel schedule" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel schedule" }).click();
    await expect(page.getByRole("heading", { name: "Stop it in the contract too" })).toBeVisible();
    await expect(page.getByText("The wallet of this account is the payer", { exact: false })).toBeVisible();
    await expectFine(page);
    const chain = chainOf(stack, NETWORK);
    const { transactions } = await (
      await page.request.get(`${stack.apiUrl}/v1/dashboard/schedules/${id}/stop`)
    ).json();
    for (const { to, data } of transactions) {
      const hash = await chain.sendTransaction({
        account: privateKeyToAccount(payer.key),
        chain: null,
        to,
        data,
      });
      await minedReceipt(chain, hash);
    }
    await expect(page.getByRole("heading", { name: "Stopped in the contract too" })).toBeVisible();
    await passUntil(permit.values.firstExec + 3 * DAY);
    await page.reload();
    await expect(page.getByText("3 of 4", { exact: true })).toBeVisible();
    expect(await balanceOf(stack, recipient, NETWORK)).toBe(37_500_000n);
    await expectFine(page);
  });

  watch.expectClean();
});

test("a schedule of another merchant is not there", async ({ page }) => {
  await signIn(page, stack, generatePrivateKey());
  const created = await page.request.post(`${stack.apiUrl}/v1/dashboard/schedules`, {
    data: {
      payee: accountOf(stack, "recipient").address,
      amount: "1",
      invoiceCurrency: "USDC-arbitrum-one",
      paymentCurrency: "USDC-arbitrum-one",
      recurrence: {
        startDate: "2060-01-01",
        frequency: "MONTHLY",
        totalPayments: 2,
        payer: accountOf(stack, "payer").address,
      },
    },
  });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  await page.goto(`${dashboard}/recurring/${id}`);
  await expect(page.getByText("It waits for the payer's signature.")).toBeVisible();
  const stranger = await page.context().browser()?.newContext();
  const other = await stranger?.newPage();
  if (!stranger || !other) throw new Error("no browser");
  await signIn(other, stack, generatePrivateKey());
  await other.goto(`${dashboard}/recurring/${id}`);
  await expect(other.getByText("There is no such schedule")).toBeVisible();
  await expectAccessible(other);
  await stranger.close();
});
