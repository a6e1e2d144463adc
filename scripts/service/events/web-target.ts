import { UsageError } from "@/scripts/command-line/answer";

/** An address that events can be sent to. Throws a `UsageError` for what is no web address. */
export function webTarget(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url.href;
  throw new UsageError(`${text} is no web address, such as http://localhost:3001/hook`);
}
