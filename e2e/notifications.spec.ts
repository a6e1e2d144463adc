import { expect } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { type HttpReceiver, startHttpReceiver } from "@/server/testing/notifications/http-server";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { signIn } from "./support/merchant";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();

let slack: HttpReceiver;
test.beforeAll(async () => {
  slack = await startHttpReceiver({ status: 200, body: "ok" });
});
test.afterAll(() => slack.close());

/** The text that was posted in which this is found, once it was. */
async function posted(pattern: RegExp): Promise<string> {
  const found = () =>
    slack.received.map(({ body }) => pattern.exec(JSON.parse(body).text)).find((match) => match !== null);
  await expect.poll(() => found() !== undefined).toBe(true);
  return found()?.[1] ?? "";
}

test("a member adds a channel, confirms it by the code that is posted there, and is told of a new key", async ({
  page,
}) => {
  await signIn(page, stack, generatePrivateKey());
  await page.goto(`${stack.dashboardUrl}/notifications`);
  await expect(page.getByText("You are told in the dashboard alone")).toBeVisible();
  await page.getByRole("button", { name: "Add a channel" }).click();
  const form = page.getByRole("dialog", { name: "Add a channel" });
  await form.getByRole("textbox", { name: "URL of an incoming webhook" }).fill(`${slack.url}/hook`);
  await form.getByRole("checkbox", { name: "A new key or client ID" }).check();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Send code" }).click();
  const code = await posted(/within 30 minutes: ([0-9A-Z]{8})/);
  await page.getByRole("button", { name: "Type the code" }).click();
  const typing = page.getByRole("dialog", { name: "Confirm the channel" });
  await typing.getByRole("textbox", { name: "Code" }).fill(code);
  await typing.getByRole("button", { name: "Confirm" }).click();
  const channel = page.getByRole("listitem").filter({ hasText: "127.0.0.1" });
  await expect(channel).toContainText("On");
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto(`${stack.dashboardUrl}/api-keys`);
  await page.getByRole("button", { name: "New API key" }).click();
  const making = page.getByRole("dialog", { name: "New API key" });
  await making.getByRole("textbox", { name: "Name" }).fill("Web shop");
  await making.getByRole("button", { name: "Make key" }).click();
  await posted(/(An API key was made\nWeb shop)/);

  await page.goto(`${stack.dashboardUrl}/notifications`);
  await channel.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("You are told in the dashboard alone")).toBeVisible();
});
