import type { ChannelSender, Outcome } from "@/server/notifications/sending/outcome";
import type { HttpSender, SendResult } from "@/server/webhooks/sending/send";

/** Posts to an incoming webhook of Slack, or of what is compatible with it (Mattermost, Rocket.Chat, Discord). */
export function slackSender(http: HttpSender): ChannelSender {
  return {
    async send(address, { text }) {
      const body = Buffer.from(
        JSON.stringify({
          text: escaped(text),
          // Nothing of the text becomes a mention, a format or a preview.
          mrkdwn: false,
          parse: "none",
          link_names: false,
          unfurl_links: false,
          unfurl_media: false,
        }),
      );
      const headers = { "content-type": "application/json", "content-length": String(body.length) };
      return outcomeOf(await http.send(new URL(address), headers, body));
    },
    close: () => http.close(),
  };
}

/** The three signs with a meaning in Slack's text (https://api.slack.com/reference/surfaces/formatting#escaping). */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** https://api.slack.com/messaging/webhooks#handling_errors */
function outcomeOf({ statusCode, error, retryAfter }: SendResult): Outcome {
  if (statusCode === null) return { kind: "later", error: error ?? "no answer", retryAfter: null };
  if (statusCode >= 200 && statusCode < 300) return { kind: "sent" };
  const words = `the webhook answered ${statusCode}`;
  if (statusCode === 403 || statusCode === 404 || statusCode === 410) return { kind: "gone", error: words };
  if (statusCode === 408 || statusCode === 429 || statusCode >= 500) {
    return { kind: "later", error: words, retryAfter };
  }
  return { kind: "refused", error: words };
}
