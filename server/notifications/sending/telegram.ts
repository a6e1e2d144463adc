import { z } from "zod";
import type { TelegramSettings } from "@/server/environment/notifications";
import { boundedText } from "@/server/lib/bounded-text";
import { clock } from "@/server/lib/clock";
import { ATTEMPT_MS, type ChannelSender, type Outcome } from "@/server/notifications/sending/outcome";

const MAX_BYTES = 65_536;
/** Longest text of one message, characters (https://core.telegram.org/bots/api#sendmessage). */
const LONGEST_TEXT = 4_096;

const Answer = z.object({
  ok: z.boolean(),
  error_code: z.int().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.int().optional() }).optional(),
});
type Answer = z.infer<typeof Answer>;

/** Sends through the operator's bot, as plain text: without `parse_mode` nothing in it is a format. */
export function telegramSender(
  settings: TelegramSettings,
  { timeoutMs = ATTEMPT_MS }: { timeoutMs?: number } = {},
): ChannelSender {
  return {
    async send(address, { text }) {
      const answer = await call(settings, "sendMessage", timeoutMs, {
        chat_id: address,
        text: Array.from(text).slice(0, LONGEST_TEXT).join(""),
        link_preview_options: { is_disabled: true },
      });
      return answer === null ? NO_ANSWER : outcomeOf(answer);
    },
    close() {},
  };
}

/** Whether Telegram knows the bot. Never throws; null is well. */
export async function checkTelegram(settings: TelegramSettings, timeoutMs: number): Promise<string | null> {
  const answer = await call(settings, "getMe", timeoutMs, {});
  if (answer?.ok) return null;
  return answer === null ? NO_ANSWER.error : `Telegram answered ${answer.error_code ?? "no code"}`;
}

const NO_ANSWER = { kind: "later", error: "Telegram did not answer", retryAfter: null } as const;

/** Null where no answer came. The URL holds the token, so nothing of an error is passed on. */
async function call(
  { url, token }: TelegramSettings,
  method: string,
  timeoutMs: number,
  body: unknown,
): Promise<Answer | null> {
  try {
    const response = await fetch(`${url}/bot${token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: clock.deadline(timeoutMs),
    });
    const parsed = Answer.safeParse(JSON.parse(await boundedText(response, MAX_BYTES)));
    return parsed.success ? parsed.data : { ok: false, error_code: response.status };
  } catch {
    return null;
  }
}

/** A blocked bot and a chat that is not there are final; a wrong token is the operator's, and tried again. */
function outcomeOf({ ok, error_code: code = 0, description = "", parameters }: Answer): Outcome {
  if (ok) return { kind: "sent" };
  const error = `Telegram answered ${code}`;
  if (code === 403 || (code === 400 && /chat not found|upgraded to a supergroup/i.test(description))) {
    return { kind: "gone", error };
  }
  if (code === 400) return { kind: "refused", error };
  const seconds = parameters?.retry_after;
  return { kind: "later", error, retryAfter: seconds === undefined ? null : String(seconds) };
}
