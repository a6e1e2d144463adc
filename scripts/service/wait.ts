import { UsageError } from "@/scripts/command-line/answer";
import type { Quittance } from "@/sdk/index";
import { whole } from "./whole";

/**
 * Waits until a request is paid in full and final on its chain, as many seconds as `timeout` says. Throws when it was not, and
 * when the command is to end.
 */
export async function waitUntilPaid(
  client: Quittance,
  requestId: string,
  timeout: string,
  interrupted: AbortSignal,
) {
  const seconds = whole("--timeout", timeout, 1);
  if (seconds > 86_400) throw new UsageError("--timeout is a day at most");
  const limit = AbortSignal.timeout(seconds * 1_000);
  try {
    return await client.requests.waitUntilPaid(requestId, { signal: AbortSignal.any([limit, interrupted]) });
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new Error(`${requestId} was not paid within ${seconds} s`);
  }
}
