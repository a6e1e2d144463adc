import type { Period } from "@/server/ledger/closing/schema";
import { monthIn, monthOf } from "@/server/ledger/month";

/** Months that a first close can begin with. */
const MONTHS_BACK = 24;

/** The months that can be ended next: the one after the last, or before the first close any that is over. None while another is not closed. */
export function monthsToEnd(
  [last]: readonly Period[],
  { now, ownZone }: { now: Date; ownZone: string },
): { months: string[]; timeZone: string } {
  if (!last) return { months: pastMonths(now, ownZone), timeZone: ownZone };
  const { timeZone } = last;
  if (last.state !== "closed") return { months: [], timeZone };
  const next = monthOf(new Date(last.endsAt), timeZone);
  return { months: monthIn(next, timeZone).endsAt > now ? [] : [next], timeZone };
}

/** Months that are over, the newest first. */
function pastMonths(now: Date, timeZone: string): string[] {
  const [year = 0, number = 1] = monthOf(now, timeZone).split("-").map(Number);
  return Array.from({ length: MONTHS_BACK }, (_, i) =>
    new Date(Date.UTC(year, number - 2 - i)).toISOString().slice(0, 7),
  );
}
