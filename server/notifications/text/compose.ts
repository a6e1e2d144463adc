import type { NotificationEvent } from "@/db/notification-kinds";
import { shownFact } from "@/server/lib/shown-fact";
import { inWords } from "@/server/notifications/text/event-words";

/** A message as it is sent: plain text, whatever the way. */
export interface Composed {
  subject: string;
  text: string;
}

/** So many things are told one by one; the rest of a digest is counted. */
const MOST_SHOWN = 30;

interface About {
  /** Name of the account. */
  account: string;
  /** Address of the dashboard. */
  dashboard: string;
}

/** One message about everything that waits for a channel, the oldest first. */
export function composeNotices(
  notices: readonly { event: NotificationEvent; facts: Record<string, string> }[],
  { account, dashboard }: About,
): Composed {
  const name = nameOf(account);
  const told = notices.slice(0, MOST_SHOWN).map(({ event, facts }) => inWords(event, facts));
  const [first] = told;
  if (!first) throw new Error("there is nothing to tell");
  const what = notices.length === 1 ? first.title : `${notices.length} things happened`;
  const blocks = told.map(({ title, details, path }) =>
    [title, details, `${dashboard}${path}`].filter((line) => line !== "").join("\n"),
  );
  if (notices.length > MOST_SHOWN) {
    blocks.push(`and ${notices.length - MOST_SHOWN} more, which the dashboard shows\n${dashboard}`);
  }
  const why = `You chose to be told of this in the account ${name}. Change it or stop it: ${dashboard}/notifications`;
  return { subject: `${name}: ${what}`, text: [...blocks, why].join("\n\n") };
}

/** The code that confirms a channel. */
export function composeCode(code: string, { account, dashboard }: About): Composed {
  const name = nameOf(account);
  return {
    subject: `${name}: your code is ${code}`,
    text: [
      `Somebody who is signed in to the account ${name} wants to be told here of what happens in it.`,
      `If that is you, type this code in the dashboard within 30 minutes: ${code}`,
      `${dashboard}/notifications`,
      "If it is not you, do nothing: without the code nothing more is sent here.",
    ].join("\n\n"),
  };
}

function nameOf(account: string): string {
  return shownFact(account) ?? "your account";
}
