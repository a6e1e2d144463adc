import type { APIResponse, Page } from "@playwright/test";
import { privateKeyToAccount } from "viem/accounts";
import type { StepUpAsked } from "@/server/auth/step-up/schema";
import { keyOf } from "./merchant";

/**
 * Calls the API with the session of this page, and confirms the change with the wallet that is signed in there, as the
 * dashboard does.
 */
export async function confirmedCall(
  page: Page,
  method: "POST" | "PUT" | "PATCH",
  url: string,
  data: object,
): Promise<APIResponse> {
  const send = (headers: Record<string, string> = {}) => page.request.fetch(url, { method, data, headers });
  const first = await send();
  if (first.headers()["x-error-code"] !== "step_up_required") return first;
  const { stepUp }: { stepUp: StepUpAsked } = await first.json();
  const account = privateKeyToAccount(keyOf(page));
  const typedData = stepUp.sign.wallets.find(({ address }) => address === account.address)?.typedData;
  if (!typedData) throw new Error(`${account.address} is not asked to confirm this`);
  const signature = await account.signTypedData(typedData);
  const proof = { kind: "wallet", address: account.address, signature };
  const proven = await page.request.post(`${new URL(url).origin}/v1/step-ups/${stepUp.id}`, { data: proof });
  if (!proven.ok()) throw new Error(`the proof was refused: ${await proven.text()}`);
  return send({ "x-step-up": stepUp.id });
}
