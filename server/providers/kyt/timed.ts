import { boundedText, TooLong } from "@/server/lib/bounded-text";
import { clock } from "@/server/lib/clock";
import type { ScreeningAnswer } from "@/server/providers/kyt/provider";

/** Most that is read of an answer: a provider's own never comes near it. */
const MAX_BYTES = 256 * 1_024;

/** No answer from a provider: a code for callers, and for the log a detail that holds no secret. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly code: string;

  constructor(code: string, detail: string, options: ErrorOptions = {}) {
    super(detail, options);
    this.code = code;
  }
}

/**
 * POSTs JSON and returns the parsed answer of a 200. Throws `NoAnswer` for any other status, a redirect (the
 * key must not travel to another host), a body that is too large or no JSON, and when `timeoutMs` is over.
 */
export async function postJson(request: {
  url: string;
  headers: Record<string, string>;
  body: unknown;
  timeoutMs: number;
}): Promise<unknown> {
  const signal = clock.deadline(request.timeoutMs);
  try {
    const response = await fetch(request.url, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json", ...request.headers },
      body: JSON.stringify(request.body),
      redirect: "manual",
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new NoAnswer("provider_unavailable", `status ${response.status}`);
    }
    return JSON.parse(await boundedText(response, MAX_BYTES));
  } catch (cause) {
    if (cause instanceof NoAnswer) throw cause;
    if (cause instanceof TooLong) throw new NoAnswer("provider_answer_invalid", cause.message);
    if (signal.aborted) throw new NoAnswer("provider_timeout", `nothing within ${request.timeoutMs} ms`);
    if (cause instanceof SyntaxError) throw new NoAnswer("provider_answer_invalid", "not JSON");
    throw new NoAnswer("provider_unavailable", "connection failed", { cause });
  }
}

/** Runs one screening: whatever it throws, or takes longer than `timeoutMs`, is the answer `error`. */
export async function screened(
  timeoutMs: number,
  onError: (error: unknown) => void,
  ask: () => Promise<ScreeningAnswer>,
): Promise<ScreeningAnswer> {
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    const end = () => reject(new NoAnswer("provider_timeout", `nothing within ${timeoutMs} ms`));
    cancel = clock.setTimer(timeoutMs, end);
  });
  try {
    return await Promise.race([ask(), late]);
  } catch (error) {
    onError(error);
    return { status: "error", reasonCode: error instanceof NoAnswer ? error.code : "provider_unavailable" };
  } finally {
    cancel();
  }
}
