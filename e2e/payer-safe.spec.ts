import { expect } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/journey";
import { pairSafe } from "./support/paired-safe";
import { allowanceOf, balanceOf } from "./support/payer-chain";
import { aLink, aMulticall, type PageLink } from "./support/payer-page";
import { openFramed, openInSafe, safeHost } from "./support/safe-host";
import { aFundedSafe } from "./support/safe-owners";
import { readRequest, sharedStack, untilPaid } from "./support/shop";

const { stack } = sharedStack();

/** From the frame as it opens to the proposal. */
async function propose(page: Parameters<typeof openInSafe>[0], link: PageLink) {
  const safe = await aFundedSafe(stack);
  const host = await openInSafe(page, stack, safe, link.url);
  const frame = await host.frame();
  const review = frame.getByRole("heading", { name: "Review and propose to your Safe" });
  await expect(review).toBeVisible();
  await expect(frame.getByText("2 of 3 are needed")).toBeVisible();
  await frame.getByRole("button", { name: /^Pay / }).click();
  await expect(frame.getByRole("heading", { name: "Payment in progress" })).toBeVisible();
  return { safe, host, frame };
}

test("a Safe pays a link inside its own interface, and every device sees how far its owners are", async ({
  page,
  context,
}) => {
  const link = await aLink(stack, { amount: "6.25" });
  const { safe, host, frame } = await propose(page, link);
  const before = await balanceOf(stack, safe.address);
  expect(host.proposals[0]?.calls).toHaveLength(2);
  await expect(frame.getByText(safe.address)).toBeVisible();
  await expect(frame.getByText("2 of 3 owners have to sign")).toBeVisible();
  await expect(frame.getByText(host.proposals[0]?.safeTxHash ?? "")).toBeVisible();
  expect(await balanceOf(stack, safe.address)).toBe(before);

  // The page is closed, and the link is opened on another device.
  await page.goto("about:blank");
  const other = await context.newPage();
  await other.goto(link.url);
  await expect(other.getByRole("heading", { name: "Payment in progress" })).toBeVisible();
  await expect(other.getByText("2 of 3 owners have to sign")).toBeVisible();
  await expect(other.getByRole("button", { name: "Connect wallet" })).toHaveCount(0);
  await expectAccessible(other);
  const hash = await host.execute();
  await expect(other.getByRole("heading", { name: "Payment successful" })).toBeVisible();
  await expect(other.getByText(hash).first()).toBeVisible();
  await untilPaid(stack, link.requestIds[0] ?? "");
  expect(before - (await balanceOf(stack, safe.address))).toBe(6_250_000n);
  expect(await allowanceOf(stack, safe.address)).toBe(0n);
  expect(await readRequest(stack, link.requestIds[0] ?? "")).toMatchObject({
    hasBeenPaid: true,
    txHash: hash,
  });
});

test("a Safe pays several requests with one proposal", async ({ page }) => {
  const children = [
    await aLink(stack, { amount: "1" }),
    await aLink(stack, { amount: "2", currency: "USDT" }),
  ];
  const { host, frame } = await propose(page, await aMulticall(stack, children));
  expect(host.proposals[0]?.calls).toHaveLength(3);
  await host.execute();
  await expect(frame.getByRole("heading", { name: "Payment successful" })).toBeVisible();
});

test("owners who reject the payment let the link be paid again, and the page says so", async ({ page }) => {
  const link = await aLink(stack, { amount: "3" });
  const { host, frame } = await propose(page, link);
  await host.reject();
  await expect(frame.getByText("The owners of the Safe rejected the payment.")).toBeVisible();
  await frame.getByRole("button", { name: /^Continue/ }).click();
  await frame.getByRole("button", { name: /^Pay / }).click();
  await expect(frame.getByRole("heading", { name: "Payment in progress" })).toBeVisible();
  await host.execute();
  await expect(frame.getByRole("heading", { name: "Payment successful" })).toBeVisible();
});

test("a Safe pays over WalletConnect: paired by the code, proposed as one batch, followed to its end", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const link = await aLink(stack, { amount: "4.5" });
  const safe = await aFundedSafe(stack);
  const before = await balanceOf(stack, safe.address);
  await page.goto(link.url);
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("button", { name: "WalletConnect" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  const uri = await page.evaluate(() => navigator.clipboard.readText());
  const paired = await pairSafe(stack, process.env.E2E_WALLET_RELAY ?? "", safe, uri);

  await expect(page.getByRole("heading", { name: "Review and propose to your Safe" })).toBeVisible();
  await expect(page.getByText("2 of 3 are needed")).toBeVisible();
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByRole("heading", { name: "Payment in progress" })).toBeVisible();
  await expect(page.getByText("2 of 3 owners have to sign")).toBeVisible();
  expect(paired.proposals.map(({ calls }) => calls.length)).toEqual([2]);
  await expect(page.getByText(paired.proposals[0]?.safeTxHash ?? "")).toBeVisible();
  expect(paired.asked).toContain("wallet_sendCalls");
  expect(paired.asked).not.toContain("eth_sendTransaction");

  // The session outlives the page.
  await page.reload();
  await expect(page.getByText("2 of 3 owners have to sign")).toBeVisible();
  const hash = await paired.execute();
  await expect(page.getByRole("heading", { name: "Payment successful" })).toBeVisible();
  await untilPaid(stack, link.requestIds[0] ?? "");
  expect(before - (await balanceOf(stack, safe.address))).toBe(4_500_000n);
  expect(await readRequest(stack, link.requestIds[0] ?? "")).toMatchObject({
    hasBeenPaid: true,
    txHash: hash,
  });
  await paired.close();
});

test.describe("a frame of somebody else", () => {
  for (const name of ["evil.localhost", "safe.localhost.evil.localhost", "127.0.0.1"]) {
    test(`at ${name} shows nothing of the payer page`, async ({ page }) => {
      const link = await aLink(stack, { amount: "1" });
      await openFramed(page, safeHost(name), link.url);
      await expectNothingFramed(page);
    });
  }

  test("shows no other page, also of the Safe interface", async ({ page }) => {
    await openFramed(page, safeHost(), stack.dashboardUrl);
    await expectNothingFramed(page);
    await openFramed(page, safeHost(), `${stack.apiUrl}/pay/gallery/ready`);
    await expectNothingFramed(page);
  });
});

/** The browser refuses by the page's policy, and shows a page of its own, which is empty in one without windows. */
async function expectNothingFramed(page: Parameters<typeof openFramed>[0]): Promise<void> {
  await expect.poll(() => page.frames().length).toBe(2);
  const [, frame] = page.frames();
  await expect.poll(() => frame?.url()).toContain("chrome-error:");
  const inside = page.frameLocator("iframe");
  await expect(inside.getByText(/USDC|Quittance|States of the payment page/)).toHaveCount(0);
  await expect(inside.getByRole("button", { name: /Connect|Continue/ })).toHaveCount(0);
}

test("the manifest is there for Safe interfaces of every origin, also behind the address of a link", async () => {
  const { apiUrl } = stack;
  const link = await aLink(stack, { amount: "1" });
  for (const url of [`${apiUrl}/manifest.json`, `${apiUrl}/pay/manifest.json`, `${link.url}/manifest.json`]) {
    const answer = await fetch(url, { headers: { origin: "https://app.safe.global" } });
    expect([url, answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([url, 200, "*"]);
    expect(await answer.json()).toMatchObject({ name: "Quittance", icons: [{ src: "/icon.svg" }] });
  }
});
