import { boundedText, TooLong } from "@/server/lib/bounded-text";
import { clock } from "@/server/lib/clock";
import { NoPrice } from "@/server/prices/price";

export interface HttpOptions {
  /** Base URL without a slash at its end. */
  url: string;
  timeoutMs: number;
  now: () => Date;
}

/** Far more than any of the sources sends. */
const MAX_BYTES = 512 * 1_024;

/**
 * GETs a text from a public source. Throws `NoPrice` for any status but 200, for a redirect, a body that is too large,
 * and when the time is over.
 */
export async function fetchText(source: string, path: string, options: HttpOptions): Promise<string> {
  const signal = clock.deadline(options.timeoutMs);
  try {
    const response = await fetch(`${options.url}${path}`, {
      headers: { accept: "application/json, application/xml" },
      redirect: "manual",
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new NoPrice(source, "unavailable", `status ${response.status}`);
    }
    return await boundedText(response, MAX_BYTES);
  } catch (error) {
    if (error instanceof NoPrice) throw error;
    if (error instanceof TooLong) throw new NoPrice(source, "invalid", error.message);
    if (signal.aborted) throw new NoPrice(source, "unavailable", `no answer within ${options.timeoutMs} ms`);
    throw new NoPrice(source, "unavailable", "connection failed");
  }
}
