import type { Page } from "@playwright/test";
import type { Stack } from "@/local/running-stack/stack-file";
import { confirmedCall } from "./confirmed-call";

/** Makes an API key as whoever is signed in on this page, and gives its value. */
export async function newApiKey(page: Page, stack: Stack, label = "Shop"): Promise<string> {
  const created = await confirmedCall(page, "POST", `${stack.apiUrl}/v1/api-keys`, { label });
  const { value }: { value: string } = await created.json();
  return value;
}
