import type { Period } from "@/server/ledger/closing/schema";

/** `2026-10` as people write it. */
export function monthInWords(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const name = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });
  return `${name.format(Date.UTC(year, number - 1))} ${year}`;
}

/** A period as people write it: its month, or from when to when it is. */
export function periodInWords({ month, isWholeMonth, startsAt, endsAt, timeZone }: Period): string {
  if (isWholeMonth) return monthInWords(month);
  const moment = new Intl.DateTimeFormat("en", { timeZone, dateStyle: "medium", timeStyle: "short" });
  return `${moment.format(new Date(startsAt))} to ${moment.format(new Date(endsAt))}`;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  missing: "The chain has it, the books do not.",
  extra: "The books have it, the chain does not.",
  not_compared: "No node of this network is configured, so nothing was compared.",
  amount: "The chain has another amount.",
  block: "It stands in another block.",
};

/** What is wrong, in a sentence. */
export function problemInWords(problem: string): string {
  return PROBLEMS[problem] ?? `The chain says otherwise: ${problem}.`;
}
