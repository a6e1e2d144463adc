import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { repositoryRoot } from "@/repository-root";
import { documentation } from "@/scripts/testing/documentation";
import { startWebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { bareEnvironment } from "./support/npm-start";
import { askFor, demoOf, npmRun, sharedStack, untilPaid } from "./support/shop";

const DOCUMENTATION = documentation();

/** The commands of each code block with this mark. */
const blocksOf = (mark: string) =>
  [...DOCUMENTATION.matchAll(new RegExp(`^\`\`\`sh ${mark}\n(.*?)^\`\`\``, "gms"))].map(
    ([, text = ""]) => text,
  );

/** The commands of all of them, as one script. */
const commandsOf = (mark: string) => blocksOf(mark).join("\n");

/** Every call of a block has to be answered with success. */
const STRICT_CURL = `curl() { command curl --silent --show-error --fail-with-body "$@"; }\n`;

/** A terminal in which the commands of README and guides are typed. */
function terminal(script: string, env: Record<string, string>) {
  const { stack, dataDir } = sharedStack();
  const { apiKey } = demoOf(stack).tenantA;
  const child = spawn("bash", ["-euo", "pipefail", "-c", script], {
    cwd: repositoryRoot(),
    env: { ...bareEnvironment(dataDir), API: stack.apiUrl, KEY: apiKey, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that Ctrl-C can be what it is: a signal to all of it.
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return {
    output: () => output,
    exited: once(child, "close").then(([code]) => code),
    interrupt: () => child.pid !== undefined && process.kill(-child.pid, "SIGINT"),
  };
}

test("the five minutes of the README work as they are written", async () => {
  const listener = terminal(commandsOf("listener"), {});
  await expect.poll(() => listener.output()).toContain("Waiting for webhooks");

  const tour = terminal(commandsOf("tour"), {});
  const code = await tour.exited;
  expect(code, tour.output()).toBe(0);
  const requestId = /^01[0-9a-f]{64}$/m.exec(tour.output())?.[0];
  expect(requestId).toBeDefined();
  expect(tour.output()).toContain('"transactions":[');
  expect(tour.output()).toContain('"hasBeenPaid":true');
  expect(tour.output()).toContain('"reference":"INV-2026-001"');
  expect(tour.output()).toContain("requests: 0 whose status");
  expect(tour.output()).toContain("every transfer is in the chain");

  await expect.poll(() => listener.output()).toContain(`"requestId": "${requestId}"`);
  expect(listener.output()).toContain('"event": "payment.confirmed"');
  expect(listener.output()).toContain("signature is genuine");
  expect(listener.output()).not.toContain("DOES NOT MATCH");
  listener.interrupt();
  await listener.exited;
});

test("quittance verify --rpc asks the node it is given, and --signer compares the signer", async () => {
  const { stack, dataDir } = sharedStack();
  const requestId = await askFor(stack, "1");
  await npmRun(dataDir, "demo:pay", [requestId]);
  await untilPaid(stack, requestId);
  const json = await (await fetch(`${stack.apiUrl}/v2/request/${requestId}/quittance`)).json();
  const file = join(dataDir, "quittance.json");
  writeFileSync(file, JSON.stringify(json));
  const node = `sepolia=${stack.networks.sepolia?.rpcUrl}`;
  const report = await npmRun(dataDir, "verify:quittance", [
    file,
    "--rpc",
    node,
    "--signer",
    String(json.signer),
  ]);
  expect(report).toContain("signed by the address you named");
  expect(report).toContain("every transfer is in the chain");
});

test("the commands of the guides work as they are written: links, instalments, currencies, destinations, branding", async () => {
  const session = terminal(STRICT_CURL + commandsOf("account"), {});
  expect(await session.exited, session.output()).toBe(0);
  expect(session.output()).toContain('"securePaymentUrl":');
  expect(session.output()).toContain('"active":true');
  expect(session.output()).toContain("@eip155:8453#");
  expect(session.output()).toMatch(/"requestId":"01[0-9a-f]{64}"/);
});

test("the calls of the page on webhooks work as they are written: create, pull, manage, test, look, replay", async () => {
  const receiver = await startWebhookReceiver();
  const [create = "", pull = "", manage = "", tryOut = "", look = "", again = ""] = blocksOf("webhooks").map(
    (block) => block.replaceAll("https://shop.example/hooks/quittance", receiver.url),
  );
  const readId = `ID=$(curl "$API/v1/webhook" -H "Authorization: Bearer $SESSION" | node -p '
    JSON.parse(fs.readFileSync(0)).find(({ url }) => url === "${receiver.url}").id')\n`;
  const readDelivery = `DELIVERY=$(curl "$API/v1/webhook/$ID/deliveries" -H "Authorization: Bearer $SESSION" | node -p '
    JSON.parse(fs.readFileSync(0)).deliveries[0].id')\n`;
  const session = terminal(
    [
      STRICT_CURL,
      "SESSION=$(npm run -s q -- sign-in merchant)\n",
      // What is pulled is there already: nothing is waited for.
      create + readId + pull.replace("wait=30", "wait=0") + manage,
      // It was removed at the end of that.
      create + readId + tryOut + readDelivery + look + again,
    ].join("\n"),
    {},
  );
  expect(await session.exited, session.output()).toBe(0);
  expect(session.output()).toMatch(/"secret":"[0-9a-f]{64}"/);
  expect(session.output()).toContain('"epoch":');
  expect(session.output()).toContain('"previousSecretUntil":');
  // Whoever else of this stack hears of the merchant is sent it too.
  expect(session.output()).toMatch(/"sent":[1-9]/);
  expect(session.output()).toContain('"replayed":');
  await receiver.close();
});

test("the call of the page on refunds prepares one as it is written", async () => {
  const { stack, dataDir } = sharedStack();
  const requestId = await askFor(stack, "10");
  await npmRun(dataDir, "demo:pay", [requestId]);
  await untilPaid(stack, requestId);
  const { accounts } = demoOf(stack);
  const session = terminal(STRICT_CURL + commandsOf("refund"), {
    ID: requestId,
    WALLET: accounts.merchant.address,
  });
  expect(await session.exited, session.output()).toBe(0);
  expect(session.output()).toContain('"transactions":[');
});
