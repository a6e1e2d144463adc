import { expect, type Page } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { freePort } from "@/local/processes/free-port";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { chooseAccount, connect, signIn } from "./support/merchant";
import { type Instance, newDataDir, npmStart } from "./support/npm-start";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { passkeyDevices } from "./support/passkey-device";
import { sharedStack } from "./support/shop";

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

const isHome = (page: Page) => page.getByRole("heading", { level: 1, name: "Home" }).waitFor();

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /account menu$/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Connect wallet" }).waitFor();
}

async function signInByPasskey(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await isHome(page);
}

test("an accountant without a wallet comes in by passkey, sees and cannot move, and changes the passkey", async ({
  page,
  browser,
}) => {
  const { dashboardUrl } = instance.stack();
  await signIn(page, instance.stack(), generatePrivateKey());
  await page.goto(`${dashboardUrl}/members`);
  await page.getByRole("button", { name: "Invite a member" }).click();
  const form = page.getByRole("dialog", { name: "Invite a member" });
  await form.getByRole("combobox", { name: "Role" }).selectOption("viewer");
  await form.getByRole("button", { name: "Make link" }).click();
  const shown = page.getByRole("dialog", { name: "Send this link" });
  const link = (await shown.textContent())?.match(/http\S+\/dashboard\/join\/[\w-]{43}/)?.[0] ?? "";

  const context = await browser.newContext();
  const accountant = await context.newPage();
  const devices = await passkeyDevices(accountant);
  const phone = await devices.add("internal");
  await accountant.goto(link);
  await expect(accountant.getByRole("heading", { name: "You are invited" })).toBeVisible();
  await expect(accountant.getByText("Cannot move money or change anything.")).toBeVisible();
  await expectAccessible(accountant);
  await accountant.getByRole("button", { name: "Accept with a passkey" }).click();
  await isHome(accountant);

  // Sees, and cannot move: nothing is offered, and a call of the page's own is refused.
  await accountant.goto(`${dashboardUrl}/members`);
  const members = accountant.getByRole("table", { name: "Members" });
  await expect(members.getByRole("row", { name: /You/ })).toContainText("Viewer");
  await expect(accountant.getByRole("button", { name: "Invite a member" })).toHaveCount(0);
  const refused = await accountant.evaluate(async () => {
    const answer = await fetch("/v1/members/invitations", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ role: "viewer" }),
    });
    return { status: answer.status, code: answer.headers.get("x-error-code") };
  });
  expect(refused).toEqual({ status: 403, code: "role_missing" });

  await signOut(accountant);
  await signInByPasskey(accountant);

  await accountant.goto(`${dashboardUrl}/account`);
  const ways = accountant.getByRole("table", { name: "Ways to sign in" });
  await expect(ways.getByRole("row", { name: /This session/ })).toContainText("Passkey, on one device");
  const safe = await devices.add("usb");
  await accountant.getByRole("button", { name: "Add a passkey" }).click();
  const adding = accountant.getByRole("dialog", { name: "Add a passkey" });
  await expectAccessible(accountant);
  await adding.getByRole("textbox", { name: "Name" }).fill("Key in the safe");
  await adding.getByRole("button", { name: "Make passkey" }).click();
  const confirmation = accountant.getByRole("dialog", { name: "Confirm this change" });
  const confirm = () => confirmation.getByRole("button", { name: "Confirm with a passkey" }).click();
  await expect(confirmation).toContainText("Sign in with another passkey from now on");
  await expectAccessible(accountant);
  // The phone is touched for the confirmation, and not the key that is being added.
  await safe.touches(false);
  await confirm();
  await expect(ways.getByRole("row", { name: /Key in the safe/ })).toContainText("Never");
  await accountant.setViewportSize({ width: 375, height: 800 });
  await expectNoSidewaysScroll(accountant);
  await expectAccessible(accountant);
  await accountant.setViewportSize({ width: 1280, height: 800 });

  await ways.getByRole("button", { name: /Actions for passkey This device/ }).click();
  await accountant.getByRole("button", { name: "Remove" }).click();
  await accountant.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await confirm();
  await expect(ways.getByRole("row")).toHaveCount(2);
  await safe.touches(true);
  await phone.touches(false);
  await ways.getByRole("button", { name: /Actions for passkey Key in the safe/ }).click();
  await accountant.getByRole("button", { name: "Remove" }).click();
  await accountant.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await confirm();
  await expect(accountant.getByText("This is your only way to sign in; add another first")).toBeVisible();
  await accountant.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  // The phone still offers its passkey, which signs nobody in any more; the other one does.
  await signOut(accountant);
  await phone.remove();
  await signInByPasskey(accountant);
  await context.close();
});

test("a wallet's owner adds a passkey and comes in by it, to the same account", async ({ page }) => {
  const devices = await passkeyDevices(page);
  await devices.add("internal");
  await chooseAccount(page, generatePrivateKey());
  await page.goto(instance.stack().dashboardUrl);
  await connect(page);
  await isHome(page);
  await page.goto(`${instance.stack().dashboardUrl}/account`);
  const ways = page.getByRole("table", { name: "Ways to sign in" });
  const walletOf = async () =>
    /0x[0-9a-f]{4}…[0-9a-f]{4}/i.exec((await ways.getByRole("row").nth(1).textContent()) ?? "")?.[0] ??
    "no wallet";
  const wallet = await walletOf();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make passkey" }).click();
  await expect(ways.getByRole("row")).toHaveCount(3);
  await signOut(page);
  await signInByPasskey(page);
  await page.goto(`${instance.stack().dashboardUrl}/account`);
  await expect(ways.getByRole("row", { name: /This session/ })).toBeVisible();
  expect(await walletOf()).toBe(wallet);
});

test("at an IP address no passkey is offered, and the page says why", async ({ page }) => {
  await page.goto(sharedStack().stack.dashboardUrl);
  await expect(page.getByText(/Passkeys need a domain name/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
});
