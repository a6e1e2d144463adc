/** Whether there is a price of an entry: stored before it, not at all, stored or typed after it, or another one typed later. */
export type PriceCase = "had" | "missing" | "later" | "corrected";

/** The month that the entry counts for, at the time at which its worth becomes known or changes. */
export type PeriodCase = "open" | "ended" | "closed";

/** An entry, or one that takes another back. */
export type EntryCase = "entry" | "reversal";

interface WorthOutcome {
  /**
   * `own_price`: what the price says. `same_as_reversed`: what the entry is worth that is taken back, whatever a price of its own
   * time says, so that the two are nothing together. `none`: it has no worth, and that is said.
   */
  worth: "own_price" | "same_as_reversed" | "none";
  /**
   * The month that the worth counts for: that of the entry, or the one that is open, where it names the entry of the month that
   * has ended. Null where there is no worth.
   */
  countsFor: "month_of_entry" | "open_month" | null;
  /** Whether the entry is in the list of those without a price. What takes an entry back is valued with that entry. */
  isListed: boolean;
}

const NONE = (isListed: boolean) => ({ worth: "none", countsFor: null, isListed }) as const;
const OWN = (countsFor: WorthOutcome["countsFor"]) =>
  ({ worth: "own_price", countsFor, isListed: false }) as const;
const SAME = (countsFor: WorthOutcome["countsFor"]) =>
  ({ worth: "same_as_reversed", countsFor, isListed: false }) as const;

/**
 * What becomes of the worth of an entry. A month that has ended, closed or not, takes no worth, as it takes no entry; an entry
 * whose month ended before it was entered counts for the open month already, and so does its worth.
 */
export const WORTH_OUTCOMES: Readonly<
  Record<PriceCase, Record<PeriodCase, Record<EntryCase, WorthOutcome>>>
> = {
  had: {
    open: { entry: OWN("month_of_entry"), reversal: SAME("month_of_entry") },
    ended: { entry: OWN("month_of_entry"), reversal: SAME("month_of_entry") },
    closed: { entry: OWN("month_of_entry"), reversal: SAME("month_of_entry") },
  },
  missing: {
    open: { entry: NONE(true), reversal: NONE(false) },
    ended: { entry: NONE(true), reversal: NONE(false) },
    closed: { entry: NONE(true), reversal: NONE(false) },
  },
  later: {
    open: { entry: OWN("month_of_entry"), reversal: SAME("month_of_entry") },
    ended: { entry: OWN("open_month"), reversal: SAME("open_month") },
    closed: { entry: OWN("open_month"), reversal: SAME("open_month") },
  },
  corrected: {
    open: { entry: OWN("month_of_entry"), reversal: SAME("month_of_entry") },
    ended: { entry: OWN("open_month"), reversal: SAME("open_month") },
    closed: { entry: OWN("open_month"), reversal: SAME("open_month") },
  },
};
