import { expect, type Page } from "@playwright/test";
import type { Stack } from "@/local/running-stack/stack-file";
import { connect } from "./merchant";

export interface PartnerTerms {
  name: string;
  /** Percent that platforms bear. */
  percent: string;
  evmAddress: string;
  tronAddress: string;
}

/** Makes the signed-in wallet a partner and opens its page. Returns the key that is shown once. */
export async function becomePartner(page: Page, stack: Stack, name: string): Promise<string> {
  await page.goto(`${stack.dashboardUrl}/partners`);
  await page.getByRole("button", { name: "New partner account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("textbox", { name: "Email" }).fill("help@partner.example");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toContainText(/orc_\S+/);
  const key = /orc_[A-Za-z0-9_-]+/.exec((await dialog.textContent()) ?? "")?.[0] ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  return key;
}

/** A fee that platforms bear of what they receive. */
export async function setFee(page: Page, { percent, evmAddress, tronAddress }: PartnerTerms): Promise<void> {
  await page.getByRole("button", { name: "New fee" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Percent" }).fill(percent);
  await dialog.getByRole("textbox", { name: "Paid to, on EVM networks" }).fill(evmAddress);
  await dialog.getByRole("textbox", { name: "Paid to, on Tron" }).fill(tronAddress);
  await dialog.getByRole("button", { name: "Save fee" }).click();
  await expect(page.getByRole("table", { name: "Your fees" })).toContainText(`${percent} %`);
}

/** The name that stands on the payment pages of platforms. */
export async function setLook(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name: "Shown as" }).fill(name);
  await page.getByRole("textbox", { name: /^Buttons and links/ }).fill("#ffd400");
  await page.getByRole("button", { name: "Save branding" }).click();
  await expect(page.getByText("Branding saved.").first()).toBeAttached();
}

/** Adds a webhook of the partner. */
export async function addPartnerWebhook(page: Page, url: string): Promise<void> {
  await page.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "URL" }).fill(url);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toContainText(/\b[0-9a-f]{64}\b/);
  await dialog.getByRole("button", { name: "Done" }).click();
}

/** Invites a platform whose payers Hypernative screens. Returns the link that is shown once. */
export async function invite(page: Page, platform: string): Promise<string> {
  await page.getByRole("button", { name: "Invite a platform" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(platform);
  await dialog.getByRole("textbox", { name: "Your own ID" }).fill(`ref ${platform}`);
  await dialog.getByRole("combobox", { name: "Screening" }).selectOption({ label: "Hypernative" });
  await dialog.getByRole("button", { name: "Make the invitation" }).click();
  const url = await dialog.getByRole("textbox", { name: "Invitation link" }).inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  return url;
}

/** From the first view of an invitation to what it agrees to, with a wallet that has no destination yet. */
export async function toTerms(
  page: Page,
  { family, chain, token }: { family: "EVM" | "Tron"; chain: string; token: string },
): Promise<void> {
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("radio", { name: family }).check();
  await page.getByRole("button", { name: "Test wallet" }).click();
  await page.getByRole("combobox", { name: "Chain" }).selectOption({ label: chain });
  await page.getByRole("combobox", { name: "Token" }).selectOption({ label: token });
  await page.getByRole("button", { name: "Create destination" }).click();
  await expect(page.getByRole("heading", { name: "Review what you agree to" })).toBeFocused();
}

/** The button that agrees. */
export function agree(page: Page) {
  return page.getByRole("button", { name: /^Agree and link/ });
}

/** Signs in to the dashboard with a wallet of either family. */
export async function signInAs(page: Page, stack: Stack, family: "EVM" | "Tron"): Promise<void> {
  await page.goto(stack.dashboardUrl);
  await page.getByRole("radio", { name: family }).check();
  await connect(page);
}
