import { UsageError } from "@/scripts/command-line/answer";
import { EVENT_SUMMARIES } from "@/server/webhooks/schema";

/** The events that `--events` names, separated by commas; null where it is left out. Throws a `UsageError` for others. */
export function eventNames(text: string | undefined): ReadonlySet<string> | null {
  if (text === undefined) return null;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(EVENT_SUMMARIES, name));
  if (unknown === undefined) return new Set(names);
  throw new UsageError(`There is no event ${unknown}; there are ${Object.keys(EVENT_SUMMARIES).join(", ")}`);
}
