import { plainLine } from "@/server/lib/text";

/** A text of somebody else is shown up to this length. */
const LONGEST = 120;
/**
 * What mail programs, Slack and its like, or Telegram would make a link, a mention or a picture of: addresses of pages and
 * mail, names that begin with `@`, and the signs of their markups.
 */
const COMES_ALIVE = /:\/\/|\.\p{L}{2,}|[@<>[\]`|\\]/u;

/**
 * A text that somebody else wrote (a reference, a label) as a message may show it: as it was written, or not at all. Nothing
 * is altered, because a reference that reads almost as the true one is worse than none. Null for text with line ends, hidden
 * or direction characters, with what would become a link or a mention, and for what is too long.
 */
export function shownFact(text: string | undefined): string | null {
  if (text === undefined || text === "" || Array.from(text).length > LONGEST) return null;
  return plainLine.safeParse(text).success && !COMES_ALIVE.test(text) ? text : null;
}
