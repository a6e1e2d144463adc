import { type BrowserContext, expect, type Page } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { freePort } from "@/local/processes/free-port";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { createDestination, signIn } from "./support/merchant";
import { type Instance, newDataDir, npmStart } from "./support/npm-start";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { passkeyDevices } from "./support/passkey-device";

/** At `localhost`: browsers make no passkeys for an IP address, which is where the shared stack is. */
let instance: Instance;
let directory: ReturnType<typeof newDataDir>;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  directory = newDataDir();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const settings = { API_URL: origin, AUTH_URL: origin, PORT: String(port) };
  instance = await npmStart(directory.dataDir, ["--networks", "sepolia"], settings);
});
test.afterAll(async () => {
  await instance?.stop();
  directory.remove();
});

const at = (path: string) => `${instance.stack().dashboardUrl}${path}`;

/** Invites somebody with this role, who comes in with a passkey that is made on the spot. */
async function joinByPasskey(owner: Page, context: BrowserContext, role: string): Promise<Page> {
  await owner.goto(at("/members"));
  await owner.getByRole("button", { name: "Invite a member" }).click();
  const form = owner.getByRole("dialog", { name: "Invite a member" });
  await form.getByRole("combobox", { name: "Role" }).selectOption(role);
  await form.getByRole("button", { name: "Make link" }).click();
  const shown = owner.getByRole("dialog", { name: "Send this link" });
  const link = (await shown.textContent())?.match(/http\S+\/dashboard\/join\/[\w-]{43}/)?.[0] ?? "";
  const page = await context.newPage();
  await (await passkeyDevices(page)).add("internal");
  await page.goto(link);
  await page.getByRole("button", { name: "Accept with a passkey" }).click();
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  return page;
}

/** What the API answers to a call with the cookies of this context, and nothing else. */
async function answerTo(context: BrowserContext, method: string, path: string, data: object) {
  const answer = await context.request.fetch(`${instance.stack().apiUrl}${path}`, { method, data });
  return { status: answer.status(), code: answer.headers()["x-error-code"] ?? null };
}

test("a changed destination waits for a second person, who approves it with a passkey; a stolen session changes nothing", async ({
  page,
  browser,
}) => {
  await signIn(page, instance.stack(), generatePrivateKey());
  await page.goto(at("/manage-destination"));
  await createDestination(page, "Sepolia", "USDC");
  const context = await browser.newContext();
  const second = await joinByPasskey(page, context, "admin");

  await page.goto(at("/approvals"));
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const policy = page.getByRole("dialog", { name: "What needs a second person" });
  await policy.getByRole("checkbox", { name: "Where payments go" }).check();
  await policy.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Needs a second person", { exact: true })).toBeVisible();

  await page.goto(at("/manage-destination"));
  await page.getByRole("combobox", { name: "Token" }).selectOption({ label: "USDT" });
  await page.getByRole("button", { name: "Update route" }).click();
  await expect(page.getByText("This waits for a second person. Nothing has changed yet.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Token" }).locator("option:checked")).toHaveText(
    "USDC (current)",
  );

  // Whoever asked cannot approve it.
  await page.goto(at("/approvals"));
  await page.getByRole("table", { name: "Waiting" }).getByRole("link").click();
  await expect(page.getByText("You asked for this", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /approve/i })).toHaveCount(0);

  // A session alone, in a browser without the owner's wallet.
  const thief = await browser.newContext();
  await thief.addCookies(await page.context().cookies());
  const stolen = await thief.newPage();
  await stolen.goto(at("/manage-destination"));
  await stolen.getByText("Receiving status: Active").waitFor();
  const MOVES: [method: string, path: string, body: object][] = [
    ["PUT", "/v1/payee-destination", { chainId: 11155111, tokenAddress: "0x".padEnd(42, "1") }],
    ["POST", "/v1/api-keys", { label: "Thief" }],
    ["POST", "/v1/members/invitations", { role: "owner" }],
    ["POST", "/v1/webhook", { url: "https://thief.example/hook" }],
    ["POST", `/v1/webhook/${"0".repeat(26)}/rotate-secret`, {}],
    ["POST", "/v1/client-ids", { label: "Thief", allowedDomains: [] }],
    [
      "PUT",
      "/v2/approval-policy",
      { destinations: false, credentials: false, members: false, dailyUsd: null },
    ],
    [
      "POST",
      "/v1/wallets",
      { challengeId: "x", nonce: "n", message: "m", signature: `0x${"ab".repeat(65)}` },
    ],
  ];
  for (const [method, path, body] of MOVES) {
    const answer = await answerTo(thief, method, path, body);
    expect({ path, ...answer }).toEqual({ path, status: 403, code: "step_up_required" });
  }
  await thief.close();

  await second.goto(at(""));
  await second.getByRole("link", { name: "Show what waits" }).click();
  await expectAccessible(second);
  await second.getByRole("table", { name: "Waiting" }).getByRole("link").click();
  await expect(second.getByText("What happens if it is approved")).toBeVisible();
  await expectAccessible(second);
  await second.setViewportSize({ width: 375, height: 800 });
  await expectNoSidewaysScroll(second);
  await expectAccessible(second);
  await second.setViewportSize({ width: 1280, height: 800 });

  // The second person's session without their passkey.
  const id = second.url().split("/").at(-1) ?? "";
  const forged = await answerTo(context, "POST", `/v2/approvals/${id}/approve`, {
    proof: { kind: "wallet", address: "0x".padEnd(42, "1"), signature: `0x${"ab".repeat(65)}` },
  });
  expect(forged).toEqual({ status: 403, code: "proof_refused" });

  await second.getByRole("button", { name: "Approve with a passkey" }).click();
  await expect(second.getByText("A second person approved it, and it was done.")).toBeVisible();
  await second.getByText("What the approver signed").click();
  await expect(second.getByText(/"clientDataJSON"/)).toBeVisible();
  await page.goto(at("/manage-destination"));
  await expect(page.getByRole("combobox", { name: "Token" }).locator("option:checked")).toHaveText(
    "USDT (current)",
  );
  await context.close();
});

test("an owner adds a second wallet, and comes in by it to the same account", async ({ page, browser }) => {
  const [first, other] = [generatePrivateKey(), generatePrivateKey()];
  await signIn(page, instance.stack(), first);
  await page.goto(at("/account"));
  const ways = page.getByRole("table", { name: "Ways to sign in" });
  await expect(ways.getByRole("row")).toHaveCount(2);
  // The wallet that is chosen next is another one; it cannot confirm before it is added.
  const device = await (await passkeyDevices(page)).add("internal");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make passkey" }).click();
  await expect(ways.getByRole("row")).toHaveCount(3);
  await page.evaluate((key) => localStorage.setItem("quittance:test-wallet", key), other);
  await page.getByRole("button", { name: "Add a wallet" }).click();
  const adding = page.getByRole("dialog", { name: "Add a wallet" });
  await expectAccessible(page);
  await adding.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("button", { name: "Test wallet" }).click();
  await expect(ways.getByRole("row")).toHaveCount(4);
  const name = await page.getByRole("button", { name: /account menu$/ }).textContent();
  await device.remove();

  const context = await browser.newContext();
  const again = await context.newPage();
  await signIn(again, instance.stack(), other);
  expect(await again.getByRole("button", { name: /account menu$/ }).textContent()).toBe(name);
  await again.goto(at("/account"));
  await expect(again.getByRole("table", { name: "Ways to sign in" }).getByRole("row")).toHaveCount(4);
  await context.close();
});
