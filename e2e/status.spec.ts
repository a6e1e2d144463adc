import { expect, test } from "@playwright/test";
import { Status } from "@/server/status-page/schema";
import { sharedStack } from "./support/shop";

test("the public status page is read without a script, with the headers of every page", async ({
  browser,
}) => {
  const { stack } = sharedStack();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const answer = await page.goto(`${stack.apiUrl}/status`);
  const headers = answer?.headers() ?? {};
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["x-frame-options"]).toBe("DENY");
  const networks = page.getByRole("region", { name: "Networks" });
  await expect(networks.getByRole("listitem")).toHaveCount(Object.keys(stack.networks).length);
  await expect(networks.getByText("Base", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Incidents" })).toBeVisible();
  await context.close();
  const told = Status.strict().parse(await (await fetch(`${stack.apiUrl}/v2/status`)).json());
  expect(told.networks.map(({ network }) => network).sort()).toEqual(Object.keys(stack.networks).sort());
});
