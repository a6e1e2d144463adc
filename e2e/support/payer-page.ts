import { expect, type Page } from "@playwright/test";
import type { Stack } from "@/local/running-stack/stack-file";
import { watchPage } from "./page-watch";
import { accountOf, allow, aPayer, inDatabase, type Payer } from "./payer-chain";
import { call, demoOf } from "./shop";

/** A payment link, of tenant A where nothing else is said. */
export interface PageLink {
  token: string;
  url: string;
  requestIds: string[];
}

/** Asks for a payment to the account `recipient`: 1.5 USDC on Sepolia when nothing else is said. */
export function aLink(
  stack: Stack,
  body: Record<string, unknown> = {},
  apiKey = demoOf(stack).tenantA.apiKey,
): Promise<PageLink> {
  const payout = {
    recipient: accountOf(stack, "recipient").address,
    creatorWalletAddress: accountOf(stack, "merchant").address,
    network: "sepolia",
    currency: "USDC",
    amount: "1.5",
  };
  return create(stack, "/v2/secure-payments/payouts", { ...payout, ...body }, apiKey);
}

/** Asks for payments to the merchant's own destination, USDC on Sepolia: only such links can be restricted. */
export function anIncomingLink(
  stack: Stack,
  amounts: readonly string[],
  body: Record<string, unknown> = {},
): Promise<PageLink> {
  return create(stack, "/v2/secure-payments", { requests: amounts.map((amount) => ({ amount })), ...body });
}

/** One link over several others, which stay links of their own. */
export async function aMulticall(
  stack: Stack,
  children: readonly PageLink[],
  apiKey?: string,
): Promise<PageLink> {
  const body = { childTokens: children.map(({ token }) => token) };
  const { token, url } = await create(stack, "/v2/secure-payments/multicall-payouts", body, apiKey);
  return { token, url, requestIds: children.flatMap(({ requestIds }) => requestIds) };
}

async function create(
  stack: Stack,
  path: string,
  body: Record<string, unknown>,
  apiKey = demoOf(stack).tenantA.apiKey,
): Promise<PageLink> {
  const { status, json } = await call(stack, apiKey, path, body);
  expect(status, JSON.stringify(json)).toBe(201);
  const requestIds = Array.isArray(json.requestIds) ? json.requestIds.map(String) : [];
  return { token: String(json.token), url: String(json.securePaymentUrl), requestIds };
}

/** Moves the end of a link's time into the past, or to so many milliseconds from now. */
export function letExpire(stack: Stack, { token }: Pick<PageLink, "token">, leftMs = -60_000): Promise<void> {
  return inDatabase(
    stack,
    (sql) =>
      sql`update secure_payments set expires_at = now() + ${leftMs} * interval '1 millisecond' where token = ${token}`,
  );
}

const ACCOUNT = "quittance:test-wallet";
const CHAIN = "quittance:test-wallet-chain";
const ANSWER = "quittance:test-wallet-answer";

/** Opens a link in a browser whose Test wallet is this account, on this network. */
export async function openLink(
  page: Page,
  { url }: Pick<PageLink, "url"> & Partial<PageLink>,
  account: string,
  network = "sepolia",
  waitUntil: "load" | "commit" = "load",
): Promise<void> {
  const initial: [string, string][] = [
    [ACCOUNT, account],
    [CHAIN, network],
  ];
  // Once: what a test changes later stays over a reload.
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    }
  }, initial);
  await page.goto(url, { waitUntil });
}

/** Chooses another account in the wallet. The page hears of it as from any wallet, unless it is `unheard`. */
export async function switchAccount(page: Page, account: string, unheard = false): Promise<void> {
  await setStored(page, ACCOUNT, account, unheard);
}

export async function switchNetwork(page: Page, network: string, unheard = false): Promise<void> {
  await setStored(page, CHAIN, network, unheard);
}

function setStored(page: Page, key: string, value: string, unheard: boolean): Promise<void> {
  return page.evaluate(
    ([key, value, unheard]) => {
      localStorage.setItem(key, value);
      if (!unheard) window.dispatchEvent(new StorageEvent("storage", { key, newValue: value }));
    },
    [key, value, unheard] as const,
  );
}

/** The next thing the wallet is asked is refused by its owner. */
export function refuseOnce(page: Page): Promise<void> {
  return setStored(page, ANSWER, "reject-once", true);
}

/** From now on the wallet's owner does not answer, until they do: with a yes, or with no to what was asked first. */
export function staySilent(page: Page): Promise<void> {
  return setStored(page, ANSWER, "silent", false);
}

export function answerNow(page: Page, answer: "yes" | "reject-once"): Promise<void> {
  return setStored(page, ANSWER, answer, false);
}

/** The Test wallet takes several calls at once: really all or nothing, or one after the other whatever it says. */
export function sendsAtOnce(page: Page, how: "atomic" | "one-by-one"): Promise<unknown> {
  return page.addInitScript((mode) => localStorage.setItem("quittance:test-wallet-calls", mode), how);
}

/** What a payer presses and reads. */
export function payerPage(page: Page) {
  return {
    connect: page.getByRole("button", { name: "Connect wallet" }),
    testWallet: page.getByRole("button", { name: "Test wallet" }),
    proceed: page.getByRole("button", { name: /^Continue/ }),
    approve: page.getByRole("button", { name: /^Approve/ }),
    reset: page.getByRole("button", { name: /^Reset/ }),
    pay: page.getByRole("button", { name: /^Pay / }),
    lookAgain: page.getByRole("button", { name: "Look again" }),
    tryAgain: page.getByRole("button", { name: "Try again" }),
    paid: page.getByRole("heading", { name: "Payment successful" }),
    sent: page.getByRole("heading", { name: "Payment sent" }),
    alert: page.getByRole("alert"),
    heading: (name: string | RegExp) => page.getByRole("heading", { name }),
  };
}

export async function connectWallet(page: Page): Promise<void> {
  const at = payerPage(page);
  await at.connect.click();
  await at.testWallet.click();
}

/** From the first view to the button that hands something to the wallet; a wallet on another network is moved first. */
export async function toReview(page: Page): Promise<void> {
  await connectWallet(page);
  const asking = page.getByRole("button", { name: /^(?:Approve|Reset|Pay) / });
  const { proceed } = payerPage(page);
  await expect(asking.or(proceed)).toBeVisible();
  if (await proceed.isVisible()) await proceed.click();
  await expect(asking).toBeVisible();
}

/** The page asks at once, as one that is back in the network does, so that nobody has to wait for its pauses. */
export function lookNow(page: Page): Promise<unknown> {
  return page.evaluate(() => window.dispatchEvent(new Event("online")));
}

/** A payer who has allowed the amount of a new link, 1.5 USDC, at the button that pays it. */
export async function readyToPay(
  page: Page,
  stack: Stack,
  allowance = 1_500_000n,
): Promise<{ link: PageLink; payer: Payer }> {
  const link = await aLink(stack);
  const payer = await aPayer(stack);
  await allow(stack, payer, allowance);
  await openLink(page, link, payer.key);
  await toReview(page);
  return { link, payer };
}

/** From the first view to the choice, which a payer sees who goes back. */
export async function toChoice(page: Page): Promise<void> {
  await toReview(page);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(payerPage(page).proceed).toBeVisible();
}

/** The same for a wallet that has never paid here: permission, then payment. */
export async function payNow(page: Page): Promise<void> {
  const at = payerPage(page);
  await toReview(page);
  await at.approve.click();
  await at.pay.click();
}

/** Everything that must not happen on this page, its policy's reports among it. */
export function watchPayer(page: Page, stack: Stack) {
  // On a chain that mines at once a payment is done before the page can announce it, and the answer is 409.
  const { expectClean } = watchPage(page, new URL(stack.payUrl).origin, (_, status) => status === 409);
  const reports: (string | null)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/csp-report")) reports.push(request.postData());
  });
  const listening = page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      reportError(new Error(`policy: ${violatedDirective} ${blockedURI}`)),
    );
  });
  return {
    listening,
    expectClean() {
      expectClean();
      expect.soft(reports).toEqual([]);
    },
  };
}

/** The transaction hash that the page shows. */
export async function shownHash(page: Page): Promise<`0x${string}`> {
  const text = await page
    .getByText(/^0x[0-9a-f]{64}$/)
    .first()
    .textContent();
  return `0x${text?.slice(2)}`;
}
