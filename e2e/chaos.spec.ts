import { expect, test } from "@playwright/test";
import { startWebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { expectAccessible } from "./support/accessibility";
import { newDataDir, npmStart } from "./support/npm-start";
import { npmRun } from "./support/shop";

test("npm start -- --chaos plays faults at the press of a button, and a receiver gets their webhooks", async ({
  page,
}) => {
  const { dataDir, remove } = newDataDir();
  const receiver = await startWebhookReceiver();
  const instance = await npmStart(dataDir, ["--networks", "sepolia", "--chaos"]);
  try {
    const { chaosUrl = "", dashboardUrl } = instance.stack();
    expect(instance.output()).toContain(chaosUrl);
    const relay = `${chaosUrl}/relay?to=${encodeURIComponent(receiver.url)}`;
    await npmRun(dataDir, "q", ["webhooks", "create", "--url", relay]);

    await page.goto(chaosUrl);
    await expectAccessible(page);
    const outcomeOf = (title: string) =>
      page
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name: title }) })
        .getByRole("status");
    await page.getByRole("spinbutton", { name: "Blocks" }).fill("5");
    await page.getByRole("button", { name: "Play: Reorganise blocks" }).click();
    await expect(outcomeOf("Reorganise blocks")).toContainText(
      "Told: payment.confirmed, payment.failed, payment.confirmed",
    );
    await page.getByRole("button", { name: "Play: A slow endpoint" }).click();
    await expect(outcomeOf("A slow endpoint")).toContainText("It came again");
    await expectAccessible(page);
    const events = (await receiver.count(5)).map(({ json }) => json.event);
    expect(events).toEqual([
      ...["payment.confirmed", "payment.failed", "payment.confirmed"],
      ...["payment.confirmed", "payment.confirmed"],
    ]);

    // The service itself has none of it.
    const page404 = await fetch(new URL("/chaos", dashboardUrl));
    expect([page404.status, (await page404.text()).includes("Chaos sandbox")]).toEqual([404, false]);
    expect((await fetch(`${instance.stack().apiUrl}/faults`)).status).toBe(404);
  } finally {
    await instance.stop();
    await receiver.close();
    remove();
  }
});
