import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { repositoryRoot } from "@/repository-root";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { signIn } from "./support/merchant";
import { bareEnvironment } from "./support/npm-start";
import { expectNoSidewaysScroll } from "./support/page-watch";
import { sharedStack } from "./support/shop";

const { stack, dataDir } = sharedStack();
/** Another site, on which nothing of ours is. */
const FOREIGN = "http://phish.example/";

/** `quittance` with these words, in a process of its own; its keys are in the folder of the test. */
function quittance(config: string, ...typed: string[]) {
  const child = spawn(process.execPath, ["scripts/quittance.mjs", ...typed], {
    cwd: repositoryRoot(),
    env: { ...bareEnvironment(dataDir), XDG_CONFIG_HOME: config },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  // Listened for from the start: it may end before anybody asks.
  const closed = once(child, "close");
  return {
    output: () => output,
    code: async () => (await closed)[0] as number,
    kill: () => child.kill(),
  };
}
async function ended(config: string, ...typed: string[]) {
  const running = quittance(config, ...typed);
  return { code: await running.code(), output: running.output() };
}

/** A terminal that waits to be let in, and the code that it shows. */
async function waitingTerminal(config: string, ...typed: string[]) {
  const terminal = quittance(config, "login", "--url", stack.apiUrl, "--no-browser", ...typed);
  await expect.poll(() => terminal.output()).toMatch(/[A-Z]{4}-[A-Z]{4}/);
  const [code = ""] = /[A-Z]{4}-[A-Z]{4}/.exec(terminal.output()) ?? [];
  return { ...terminal, userCode: code };
}

const compare = (page: Page) => page.getByRole("region", { name: "Does your terminal show this code?" });
const consent = (page: Page) => page.getByRole("region", { name: "A terminal asks for a key" });

test("quittance login gets a key in the browser, commands work with it, and quittance logout ends it", async ({
  page,
}, testInfo) => {
  const config = testInfo.outputPath("config");
  await signIn(page, stack, generatePrivateKey());
  const terminal = await waitingTerminal(config, "--scopes", "read,requests,payouts", "--name", "Laptop");

  await page.goto(`${stack.dashboardUrl}/device`);
  await page.getByRole("textbox", { name: "Code of the terminal" }).fill("bbbb-bbbb");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("No terminal waits with this code")).toBeVisible();
  await page
    .getByRole("textbox", { name: "Code of the terminal" })
    .fill(terminal.userCode.toLowerCase().replace("-", " "));
  await page.getByRole("button", { name: "Continue" }).click();
  const asked = consent(page);
  await expect(asked).toContainText(terminal.userCode);
  await expect(asked).toContainText("Nobody has checked that.");
  await expect(asked).toContainText("That of this browser too.");
  await expect(asked).toContainText("A wallet still signs them.");
  // Nothing is chosen beforehand: Enter approves nothing.
  await expect(asked.getByRole("button", { name: "Approve" })).not.toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await asked.getByRole("checkbox", { name: "Pay out" }).uncheck();
  await asked.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("region", { name: "Approved" })).toBeVisible();

  expect(await terminal.code()).toBe(0);
  expect(terminal.output()).toContain("may           read, requests\n");
  expect(terminal.output()).not.toContain("sk_");
  const payee = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  const created = await ended(
    config,
    ...["requests", "create", "--amount", "1", "--currency", "USDC-sepolia", "--payee", payee, "--json"],
  );
  const { requestId } = JSON.parse(created.output) as { requestId: string };
  expect((await ended(config, "requests", "list")).output).toContain(requestId);
  const { apiKey } = Object.values(
    (JSON.parse(readFileSync(join(config, "quittance", "keys.json"), "utf8")) as { services: object })
      .services,
  )[0] as { apiKey: string };

  await page.goto(`${stack.dashboardUrl}/api-keys`);
  const row = page.getByRole("table", { name: "API keys" }).getByRole("row", { name: /Laptop/ });
  await expect(row).toContainText("Ask for payments");
  await expect(row).not.toContainText("Pay out");
  expect(await ended(config, "logout")).toMatchObject({ code: 0 });
  const answer = await fetch(`${stack.apiUrl}/v2/request`, { headers: { "x-api-key": apiKey } });
  expect(answer.status).toBe(401);
  await page.reload();
  await expect(row).toHaveCount(0);
});

test("a foreign page that links to a filled-in code gets nothing by itself, and frames nothing", async ({
  page,
}, testInfo) => {
  await signIn(page, stack, generatePrivateKey());
  const terminal = await waitingTerminal(testInfo.outputPath("config"));
  const link = `${stack.dashboardUrl}/device?code=${terminal.userCode}`;
  await page.route(FOREIGN, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<a href="${link}">You have won</a><iframe title="framed" src="${link}"></iframe>`,
    }),
  );
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/device/authorizations/")) calls.push(request.url());
  });
  await page.goto(FOREIGN);
  await expect(page.frameLocator("iframe").getByText(terminal.userCode)).toHaveCount(0);
  const { headers } = await fetch(link);
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  await page.getByRole("link", { name: "You have won" }).click();
  const question = compare(page);
  await expect(question).toContainText(terminal.userCode);
  await expect(question.getByRole("button", { name: "My terminal shows it" })).not.toBeFocused();
  await expectAccessible(page);
  expect(calls).toEqual([]);
  await question.getByRole("button", { name: "It does not" }).click();
  await expect(page.getByRole("region", { name: "Nothing was approved" })).toBeVisible();
  expect(calls).toEqual([]);

  // Somebody who says that it is theirs still reads all of it first, and can refuse.
  await page.goto(link);
  await compare(page).getByRole("button", { name: "My terminal shows it" }).click();
  await consent(page).getByRole("button", { name: "Deny" }).click();
  await expect(page.getByRole("region", { name: "Denied" })).toBeVisible();
  expect(await terminal.code()).toBe(1);
  expect(terminal.output()).toContain("This login was denied");
});
