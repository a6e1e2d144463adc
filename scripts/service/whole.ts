import { UsageError } from "@/scripts/command-line/answer";

/** A whole number from `least` up. Throws a `UsageError` that names the option. */
export function whole(name: string, text: string, least = 0): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) < least) {
    throw new UsageError(`${name} is a whole number from ${least}`);
  }
  return Number(text);
}
