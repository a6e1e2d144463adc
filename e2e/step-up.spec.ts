import { expect } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { signIn } from "./support/merchant";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();

test("a change is confirmed with the wallet; a no leaves the form as it was, and a stolen cookie changes nothing", async ({
  page,
  context,
}) => {
  await signIn(page, stack, generatePrivateKey(), { confirms: false });
  await page.goto(`${stack.dashboardUrl}/api-keys`);
  await page.getByRole("button", { name: "New API key" }).click();
  const form = page.getByRole("dialog", { name: "New API key" });
  await form.getByRole("textbox", { name: "Name" }).fill("Web shop");
  await form.getByRole("button", { name: "Make key" }).click();

  const dialog = page.getByRole("dialog", { name: "Confirm this change" });
  await expect(dialog).toContainText('Make an API key: "Web shop", may do everything that keys can');
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole("button", { name: "Not now" }).click();
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("Web shop");
  await expect(form).toContainText("You did not confirm this. Nothing was changed.");

  // Whoever has the cookie and not the wallet.
  const cookies = await context.cookies();
  const token = cookies.find(({ name }) => name === "session_token")?.value ?? "";
  const stolen = await fetch(`${stack.apiUrl}/v1/api-keys`, {
    method: "POST",
    headers: { cookie: `session_token=${token}`, "content-type": "application/json" },
    body: JSON.stringify({ label: "Thief" }),
  });
  expect({ status: stolen.status, code: stolen.headers.get("x-error-code") }).toEqual({
    status: 403,
    code: "step_up_required",
  });

  await page.evaluate(() => localStorage.setItem("quittance:test-wallet-answer", "reject-once"));
  await form.getByRole("button", { name: "Make key" }).click();
  await dialog.getByRole("button", { name: /^Confirm with 0x/ }).click();
  await expect(dialog).toContainText("You said no in the wallet. Nothing happened.");
  await dialog.getByRole("button", { name: /^Confirm with 0x/ }).click();
  const made = page.getByRole("dialog", { name: "Keep this key" });
  await expect(made).toContainText(/sk_[0-9a-f]{64}/);
  await made.getByRole("button", { name: "Done" }).click();
  const table = page.getByRole("table", { name: "API keys" });
  await expect(table).toContainText("Web shop");
  await expect(table).not.toContainText("Thief");
});
