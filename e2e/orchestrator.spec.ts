import { type Browser, expect, type Page } from "@playwright/test";
import { getAddress, type Hex, parseAbiItem, parseEventLogs } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { expectAccessible } from "./support/accessibility";
import { atNight } from "./support/at-night";
import { confirmedCall } from "./support/confirmed-call";
import { test } from "./support/journey";
import { chooseAccount, signIn } from "./support/merchant";
import { expectNoSidewaysScroll, watchPage } from "./support/page-watch";
import {
  addPartnerWebhook,
  agree,
  becomePartner,
  invite,
  type PartnerTerms,
  setFee,
  setLook,
  toTerms,
} from "./support/partner";
import { aPayer, balanceOf, chainOf, inDatabase, tokenOf } from "./support/payer-chain";
import { openLink, payerPage, payNow, shownHash } from "./support/payer-page";
import { aTronPayer, infoOf, newTronWallet, tronBalance } from "./support/payer-tron";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();
const origin = new URL(stack.dashboardUrl).origin;
const TRANSFER = parseAbiItem("event Transfer(address indexed from, address indexed to, uint256 value)");

interface Partner {
  page: Page;
  key: string;
  terms: PartnerTerms;
  receiver: WebhookReceiver;
}

/** A partner with a fee of 1.5 %, a look and a webhook, on its own page of the dashboard. */
async function aPartner(page: Page, name: string): Promise<Partner> {
  const receiver = await startWebhookReceiver();
  const terms = {
    name,
    percent: "1.5",
    evmAddress: privateKeyToAddress(generatePrivateKey()),
    tronAddress: newTronWallet().address,
  };
  await signIn(page, stack, generatePrivateKey());
  const key = await becomePartner(page, stack, name);
  await setFee(page, terms);
  await setLook(page, name);
  await addPartnerWebhook(page, receiver.url);
  return { page, key, terms, receiver };
}

/** Somebody else, in a browser of their own. */
async function another(browser: Browser, key: Hex): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await chooseAccount(page, key);
  return page;
}

/** A link that the partner's server creates for its platform. */
async function aPartnersLink({ key }: Partner, clientId: string, amount: string) {
  const answer = await fetch(`${stack.apiUrl}/v2/secure-payments`, {
    method: "POST",
    headers: { "x-orchestrator-key": key, "x-client-id": clientId, "content-type": "application/json" },
    body: JSON.stringify({ requests: [{ amount }], reference: "Partner order 7" }),
  });
  const json: Record<string, unknown> = await answer.json();
  return {
    status: answer.status,
    token: String(json.token),
    url: String(json.securePaymentUrl),
    requestIds: [],
  };
}

/** A webhook of the signed-in platform's whole account. */
async function platformWebhook(page: Page): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver();
  const made = await confirmedCall(page, "POST", `${stack.authUrl}/v1/webhook`, { url: receiver.url });
  expect(made.status()).toBe(201);
  return receiver;
}

const NETWORKS = [
  { network: "sepolia", family: "EVM", chain: "Sepolia", token: "USDC" },
  { network: "tron", family: "Tron", chain: "Tron", token: "USDT" },
] as const;

for (const at of NETWORKS) {
  // What differs on Tron, the split of a payment and the sign-in of a platform, is asked at the API by day.
  const byItsTime = at.network === "tron" ? atNight : test;
  byItsTime(
    `a partner onboards a platform on ${at.chain}, earns its fee in the payment's own transaction, and is left`,
    async ({ page, browser }) => {
      test.slow();
      const isTron = at.network === "tron";
      const watch = watchPage(page, origin);
      const partner = await aPartner(page, `Acme ${at.chain}`);
      const invitation = await invite(page, "Corner shop");
      expect(new URL(invitation).pathname).toMatch(/^\/onboarding\/[^/]+$/);

      const tron = newTronWallet();
      const evmKey = generatePrivateKey();
      const platform = await another(browser, isTron ? tron.key : evmKey);
      const platformWatch = watchPage(platform, origin);
      const clientId = await test.step("the platform reads what it costs, connects, and agrees", async () => {
        await platform.goto(invitation);
        await expect(platform.getByRole("heading", { level: 1 })).toContainText(partner.terms.name);
        await expect(platform.getByText("1.5% of each payment to you.")).toBeVisible();
        await expect(platform.getByText("checked by Hypernative")).toBeVisible();
        await expect(platform.locator("header")).toContainText(partner.terms.name);
        await toTerms(platform, at);
        await expect(platform.getByRole("row", { name: /You receive/ })).toContainText("98.50 USD");
        await expectAccessible(platform);
        await agree(platform).click();
        await expect(platform.getByRole("heading", { name: "You are linked" })).toBeFocused();
        await expectAccessible(platform);
        return (await platform.getByText(/^cli_/).textContent()) ?? "";
      });

      await test.step("the partner hears of it, and the invitation is used up", async () => {
        const { json } = await partner.receiver.next(({ json }) => json.event === "client_id.linked");
        expect(json).toMatchObject({
          clientId,
          externalId: "ref Corner shop",
          chain: at.network,
          currency: at.token,
        });
        await expect(page.getByRole("table", { name: "Invitations" })).toContainText("Accepted");
        await expect(page.getByRole("table", { name: "Linked platforms" })).toContainText("Corner shop");
        const late = await another(browser, generatePrivateKey());
        await late.goto(invitation);
        await expect(late.getByRole("heading", { name: "This invitation was used already" })).toBeVisible();
        await late.context().close();
      });

      const heard = await platformWebhook(platform);
      const link = await aPartnersLink(partner, clientId, "40");
      expect(link.status).toBe(201);
      await test.step("a payer pays on the partner's look; both get their share at once", async () => {
        const payer = isTron ? await aTronPayer(stack) : await aPayer(stack);
        const payers = await another(browser, payer.key);
        await openLink(payers, link, payer.key);
        await expect(payers.locator("header")).toContainText(partner.terms.name);
        await payNow(payers);
        await expect(payerPage(payers).paid).toBeFocused();
        const hash = await shownHash(payers);
        await payers.context().close();
        const net = 39_400_000n;
        const fee = 600_000n;
        if (isTron) {
          expect(await tronBalance(stack, tron.address)).toBe(net);
          expect(await tronBalance(stack, partner.terms.tronAddress)).toBe(fee);
          expect(await infoOf(stack, hash)).toMatchObject({ receipt: { result: "SUCCESS" } });
          return;
        }
        const wallet = privateKeyToAddress(evmKey);
        const receiver = getAddress(partner.terms.evmAddress);
        expect(await balanceOf(stack, wallet)).toBe(net);
        expect(await balanceOf(stack, receiver)).toBe(fee);
        const { logs } = await chainOf(stack, "sepolia").getTransactionReceipt({ hash });
        const moved = parseEventLogs({ abi: [TRANSFER], logs }).filter(
          ({ address }) => getAddress(address) === tokenOf(stack, "sepolia", "USDC"),
        );
        const arrived = (to: string) =>
          moved.filter(({ args }) => args.to === to).map(({ args }) => args.value);
        expect([arrived(wallet), arrived(receiver)]).toEqual([[net], [fee]]);
      });

      await test.step("both hear of it, and both see it", async () => {
        await heard.next(({ json }) => json.event === "payment.confirmed");
        const { json } = await partner.receiver.next(({ json }) => json.event === "kyt.screening.completed");
        expect(json).toMatchObject({ status: "approved", provider: "hypernative", paymentToken: link.token });
        const earned = page.getByRole("table", { name: "Fees earned" }).getByRole("row", { name: at.token });
        await expect(earned).toContainText("0.6");
        await expect(earned).toContainText("39.4");
        await expect(page.getByRole("row", { name: /Corner shop/ }).first()).toContainText("0.6");
        const [file] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: "Export CSV" }).click(),
        ]);
        expect(file.suggestedFilename()).toMatch(/^fees-.*\.csv$/);
        await expectAccessible(page);
        await platform.goto(`${stack.dashboardUrl}/get-paid`);
        await expect(platform.getByRole("row", { name: /Partner order 7/ })).toContainText("Paid");
      });

      await test.step("the platform sees what it agreed to, and leaves", async () => {
        await platform.goto(`${stack.dashboardUrl}/partners`);
        const article = platform.getByRole("article", { name: partner.terms.name });
        await expect(article).toContainText("1.5 % of payments to you");
        await expect(article).toContainText("Hypernative, prescribed by the partner");
        await expectAccessible(platform);
        await platform.setViewportSize({ width: 320, height: 700 });
        await expectNoSidewaysScroll(platform);
        await platform.setViewportSize({ width: 1280, height: 800 });
        await article.getByRole("button", { name: "Unlink" }).click();
        await platform.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
        await expect(article).toContainText("You unlinked");
        expect(await aPartnersLink(partner, clientId, "1")).toMatchObject({ status: 403 });
        await expect(page.getByRole("table", { name: "Linked platforms" })).toContainText("Left");
      });
      await page.setViewportSize({ width: 320, height: 700 });
      await expectNoSidewaysScroll(page);
      watch.expectClean();
      platformWatch.expectClean();
      await platform.context().close();
      await partner.receiver.close();
      await heard.close();
    },
  );
}

test("a partner's key is rotated and the old one ended, and a replay to a webhook that is off is refused", async ({
  page,
}) => {
  const watch = watchPage(page, origin, (_, status) => status === 409);
  const receiver = await startWebhookReceiver();
  await signIn(page, stack, generatePrivateKey());
  const old = await becomePartner(page, stack, "Key keeper");
  const answer = async (key: string) =>
    (await fetch(`${stack.apiUrl}/v2/orchestrators/keys`, { headers: { "x-orchestrator-key": key } })).status;
  expect(await answer(old)).toBe(200);
  const keys = page.getByRole("table", { name: "Keys" }).getByRole("row");
  const dialog = page.getByRole("dialog");

  const fresh = await test.step("rotates it: both work until the old one is revoked", async () => {
    await page.getByRole("button", { name: /^Rotate key/ }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Rotate" }).click();
    await expect(dialog).toContainText(/orc_\S+/);
    const shown = /orc_[A-Za-z0-9_-]+/.exec((await dialog.textContent()) ?? "")?.[0] ?? "";
    expect(shown).not.toBe(old);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    expect(await page.content()).not.toContain(shown);
    const replaced = keys.filter({ hasText: "Replaced, ends" });
    await expect(replaced).toContainText(old.slice(-4));
    expect([await answer(old), await answer(shown)]).toEqual([200, 200]);
    await replaced.getByRole("button", { name: "Revoke" }).click();
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expect(keys.filter({ hasText: "Revoked" })).toHaveCount(1);
    return shown;
  });
  expect([await answer(old), await answer(fresh)]).toEqual([401, 200]);

  await test.step("a delivery is not sent again to a webhook that is switched off", async () => {
    await addPartnerWebhook(page, receiver.url);
    await page.getByRole("button", { name: "Send a test" }).click();
    await dialog.getByRole("button", { name: "Send test" }).click();
    const deliveries = page.getByRole("table", { name: "Deliveries" }).getByRole("row");
    await expect(deliveries.filter({ hasText: "200" })).toHaveCount(1);
    await page.getByRole("switch", { name: `Active: ${receiver.url}` }).uncheck();
    await expect(page.getByRole("switch", { name: `Active: ${receiver.url}` })).not.toBeChecked();
    await deliveries
      .filter({ hasText: "200" })
      .getByRole("button", { name: /^Replay/ })
      .click();
    await expect(page.getByText(/inactive|switched off/i).first()).toBeVisible();
    expect(receiver.received).toHaveLength(1);
    await expectAccessible(page);
  });
  watch.expectClean();
  await receiver.close();
});

test("what changes while a platform reads is said before it agrees, and nothing is agreed", async ({
  page,
  browser,
}) => {
  const partner = await aPartner(page, "Moving target");
  const invitation = await invite(page, "Slow reader");
  const platform = await another(browser, generatePrivateKey());
  await platform.goto(invitation);
  await toTerms(platform, { family: "EVM", chain: "Sepolia", token: "USDC" });

  await test.step("a dearer fee has to be read", async () => {
    await page.getByRole("button", { name: /^Change fee/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Percent" }).fill("9");
    await dialog.getByRole("button", { name: "Save fee" }).click();
    await expect(page.getByRole("table", { name: "Your fees" })).toContainText("9 %");
    await agree(platform).click();
    await expect(platform.getByText("The terms have changed").first()).toBeVisible();
    await expect(platform.getByText("9% of each payment to you.")).toBeVisible();
  });

  await test.step("a session that ended is asked for again", async () => {
    await platform.context().clearCookies({ name: "session_token" });
    await agree(platform).click();
    await expect(platform.getByText("Your session has ended.").first()).toBeVisible();
    await platform.getByRole("button", { name: "Test wallet" }).click();
    await platform.getByRole("button", { name: "Use this destination" }).click();
  });

  await test.step("a destination that is gone has to be chosen again", async () => {
    const own = await (await platform.request.get(`${stack.authUrl}/v1/payee-destination`)).json();
    await confirmedCall(platform, "PATCH", `${stack.authUrl}/v1/payee-destination/deactivate`, {
      destinationId: own.destinationId,
    });
    await agree(platform).click();
    await expect(platform.getByText("no active destination any more").first()).toBeVisible();
    await platform.getByRole("combobox", { name: "Chain" }).selectOption({ label: "Base" });
    await platform.getByRole("button", { name: "Create destination" }).click();
    await expect(agree(platform)).toBeVisible();
  });

  await test.step("an invitation that expires under the reader's eyes leads nowhere", async () => {
    await inDatabase(
      stack,
      (sql) => sql`update orchestrator_link_intents set expires_at = now() - interval '1 minute'
        where client_id_name = 'Slow reader'`,
    );
    await agree(platform).click();
    await expect(platform.getByRole("heading", { name: /^Too late/ })).toBeVisible();
  });
  const links = await platform.request.get(`${stack.authUrl}/v1/client-id-links`);
  expect(await links.json()).toEqual({ links: [] });
  await platform.goto(`${origin}/onboarding/01ARZ3NDEKTSV4RRFFQ69G5FAV`);
  await expect(platform.getByRole("heading", { name: /^Invalid link/ })).toBeVisible();
  await platform.context().close();
  await partner.receiver.close();
});
