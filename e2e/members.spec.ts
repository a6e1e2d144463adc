import { expect } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { chooseAccount, connect, signIn } from "./support/merchant";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();

test("an owner invites an accountant, who joins, looks, changes between accounts, and is removed", async ({
  page,
  browser,
}) => {
  await signIn(page, stack, generatePrivateKey());
  await page.goto(`${stack.dashboardUrl}/members`);
  await expect(page.getByRole("table", { name: "Members" })).toContainText("Owner");
  await page.getByRole("button", { name: "Invite a member" }).click();
  const form = page.getByRole("dialog", { name: "Invite a member" });
  await form.getByRole("combobox", { name: "Role" }).selectOption("viewer");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Make link" }).click();
  const shown = page.getByRole("dialog", { name: "Send this link" });
  const link = (await shown.textContent())?.match(/http\S+\/dashboard\/join\/[\w-]{43}/)?.[0] ?? "";
  expect(link).not.toBe("");
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("table", { name: "Invitations" })).toContainText("Viewer");

  const context = await browser.newContext();
  const accountant = await context.newPage();
  await chooseAccount(accountant, generatePrivateKey());
  await accountant.goto(link);
  await connect(accountant);
  await expect(accountant.getByText("Cannot move money or change anything.")).toBeVisible();
  await expectAccessible(accountant);
  await accountant.getByRole("button", { name: "Accept" }).click();
  await accountant.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  await accountant.goto(`${stack.dashboardUrl}/members`);
  const members = accountant.getByRole("table", { name: "Members" });
  await expect(members.getByRole("row", { name: /You/ })).toContainText("Viewer");
  await expect(accountant.getByRole("button", { name: "Invite a member" })).toHaveCount(0);
  await expect(accountant.getByRole("table", { name: "Your accounts" }).getByRole("row")).toHaveCount(3);
  await accountant.setViewportSize({ width: 375, height: 800 });
  await expectNoSidewaysScroll(accountant);
  await expectAccessible(accountant);
  await accountant.setViewportSize({ width: 1280, height: 800 });

  // To the account of their own, where they may do everything, and back.
  await accountant.getByRole("button", { name: /^Change to / }).click();
  await accountant.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  await accountant.goto(`${stack.dashboardUrl}/members`);
  await expect(accountant.getByRole("button", { name: "Invite a member" })).toBeVisible();
  await accountant.getByRole("button", { name: /^Change to / }).click();
  await accountant.getByRole("heading", { level: 1, name: "Home" }).waitFor();

  await page.reload();
  const row = page.getByRole("table", { name: "Members" }).getByRole("row", { name: /Viewer/ });
  await row.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("button", { name: "Change role" }).click();
  const change = page.getByRole("dialog", { name: "Change role" });
  await change.getByRole("combobox", { name: "Role" }).selectOption("finance");
  await change.getByRole("button", { name: "Save" }).click();
  const raised = page.getByRole("table", { name: "Members" }).getByRole("row", { name: /Finance/ });
  await raised.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("table", { name: "Members" }).getByRole("row")).toHaveCount(2);
  await accountant.goto(`${stack.dashboardUrl}/members`);
  await expect(accountant.getByRole("button", { name: "Connect wallet" })).toBeVisible();
  await context.close();
});
