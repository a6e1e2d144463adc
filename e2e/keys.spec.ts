import { expect, type Page } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { signIn } from "./support/merchant";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();

/** How the API answers a key. */
async function answerTo(value: string, method: "GET" | "POST") {
  const answer = await fetch(`${stack.apiUrl}/v2/request`, {
    method,
    headers: { "x-api-key": value, "content-type": "application/json", "user-agent": "shop/1.0" },
    ...(method === "POST" ? { body: "{}" } : {}),
  });
  return { status: answer.status, code: answer.headers.get("x-error-code") };
}

/** The key that is shown now, once. */
async function takeKey(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Keep this key" });
  const value = (await dialog.textContent())?.match(/sk_[0-9a-f]{64}/)?.[0] ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  return value;
}

test("a key is made for one thing, does nothing else, gets limits, and is rotated", async ({ page }) => {
  await signIn(page, stack, generatePrivateKey());
  await page.goto(`${stack.dashboardUrl}/api-keys`);
  await page.getByRole("button", { name: "New API key" }).click();
  const form = page.getByRole("dialog", { name: "New API key" });
  await form.getByRole("textbox", { name: "Name" }).fill("Web shop");
  await form.getByRole("checkbox", { name: "Everything" }).uncheck();
  await form.getByRole("button", { name: "Make key" }).click();
  await expect(form.getByText("Choose what it may do")).toBeVisible();
  await form.getByRole("checkbox", { name: "Ask for payments" }).check();
  await form.getByRole("checkbox", { name: "Ends with my membership" }).check();
  await form.getByRole("textbox", { name: "Most payments a day" }).fill("500");
  await form.getByRole("textbox", { name: "Only from these IP addresses" }).fill("nonsense");
  await form.getByRole("button", { name: "Make key" }).click();
  await expect(form.getByText(/Not an IP address/)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("textbox", { name: "Only from these IP addresses" }).fill("");
  await form.getByRole("button", { name: "Make key" }).click();
  const value = await takeKey(page);
  expect(await answerTo(value, "POST")).toEqual({ status: 400, code: "validation_failed" });
  expect(await answerTo(value, "GET")).toEqual({ status: 403, code: "scope_missing" });

  const row = page.getByRole("table", { name: "API keys" }).getByRole("row", { name: /Web shop/ });
  await expect(row).toContainText("Ask for payments");
  await expect(row).toContainText("500 payments a day");
  await expect(row).toContainText("Its maker’s membership");
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText("shop/1.0");
  }).toPass();

  await row.getByRole("button", { name: "Actions for API key Web shop" }).click();
  await page.getByRole("button", { name: "Change limits" }).click();
  const limits = page.getByRole("dialog", { name: "Limits of Web shop" });
  await expect(limits.getByRole("textbox", { name: "Most payments a day" })).toHaveValue("500");
  await limits
    .getByRole("textbox", { name: "Only from these IP addresses" })
    .fill("203.0.113.9/24\n2001:db8::/32");
  await limits.getByRole("textbox", { name: "Most USD a day" }).fill("20000");
  await limits.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("20,000 USD a day");
  await expect(row).toContainText("203.0.113.0/24 and 1 more");
  expect(await answerTo(value, "POST")).toEqual({ status: 403, code: "ip_not_allowed" });

  await row.getByRole("button", { name: "Actions for API key Web shop" }).click();
  await page.getByRole("button", { name: "Rotate" }).click();
  const rotate = page.getByRole("dialog", { name: "Rotate Web shop?" });
  await rotate.getByRole("combobox", { name: "The old key still works for" }).selectOption("One hour");
  await rotate.getByRole("button", { name: "Rotate" }).click();
  expect(await takeKey(page)).not.toBe(value);
  await expect(row).toHaveCount(2);
  await expect(row.filter({ hasText: "Replaced, ends" })).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
