import { expect } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { chooseAccount, connect, createDestination, signIn } from "./support/merchant";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();

test("an owner is told of a sign-in from a new device, a changed destination, a new key and a new member", async ({
  page,
  browser,
}) => {
  const key = generatePrivateKey();
  await signIn(page, stack, key);
  await page.goto(`${stack.dashboardUrl}/manage-destination`);
  await createDestination(page, "Sepolia", "USDC");
  await page.goto(`${stack.dashboardUrl}/api-keys`);
  await page.getByRole("button", { name: "New API key" }).click();
  const form = page.getByRole("dialog", { name: "New API key" });
  await form.getByRole("textbox", { name: "Name" }).fill("Web shop");
  await form.getByRole("button", { name: "Make key" }).click();
  await page.getByRole("dialog", { name: "Keep this key" }).getByRole("button", { name: "Done" }).click();
  await page.goto(`${stack.dashboardUrl}/members`);
  await page.getByRole("button", { name: "Invite a member" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make link" }).click();
  const shown = page.getByRole("dialog", { name: "Send this link" });
  const link = (await shown.textContent())?.match(/http\S+\/dashboard\/join\/[\w-]{43}/)?.[0] ?? "";
  const joining = await browser.newContext();
  const member = await joining.newPage();
  await chooseAccount(member, generatePrivateKey());
  await member.goto(link);
  await connect(member);
  await member.getByRole("button", { name: "Accept" }).click();
  await member.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  await joining.close();
  // The same wallet, from a browser that calls itself another device.
  const elsewhere = await browser.newContext({
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  });
  await signIn(await elsewhere.newPage(), stack, key);
  await elsewhere.close();

  await page.goto(`${stack.dashboardUrl}/alarms`);
  for (const title of [
    "Somebody signed in from a new device",
    "A new member joined",
    "Somebody was invited",
    "An API key was made",
    "A destination was set up",
  ]) {
    await expect(page.getByRole("listitem").filter({ hasText: title })).toContainText("New");
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "I have read these" }).click();
  await expect(page.getByRole("button", { name: "I have read these" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("A new member joined")).toBeVisible();
  await expect(page.getByRole("button", { name: "I have read these" })).toHaveCount(0);
});
