import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextDueAfter, occurrenceNumber } from "@/server/requests/recurring-invoices/next-occurrence";
import { addPeriods } from "@/server/requests/recurring-invoices/recurrence";
import { Frequency } from "@/server/requests/schema";
import { propertyRuns } from "@/server/testing/long";

const utc = (text: string) => new Date(`${text}T00:00:00Z`);

describe("the due dates of a recurring invoice", () => {
  test("at month ends take the last day, and go back to the original one", () => {
    const schedule = { startDate: utc("2024-01-31"), frequency: "MONTHLY" as const };
    const dates: string[] = [];
    let due = schedule.startDate;
    for (let n = 0; n < 5; n++) {
      due = nextDueAfter(schedule, due);
      dates.push(due.toISOString().slice(0, 10));
    }
    expect(dates).toEqual(["2024-02-29", "2024-03-31", "2024-04-30", "2024-05-31", "2024-06-30"]);
  });

  test("of a leap day exist every year", () => {
    const schedule = { startDate: utc("2024-02-29"), frequency: "YEARLY" as const };
    expect(nextDueAfter(schedule, schedule.startDate)).toEqual(utc("2025-02-28"));
    expect(nextDueAfter(schedule, utc("2027-12-31"))).toEqual(utc("2028-02-29"));
  });

  test("begin with the start date, which is number 1", () => {
    const schedule = { startDate: utc("2024-05-01"), frequency: "WEEKLY" as const };
    expect(nextDueAfter(schedule, utc("2024-01-01"))).toEqual(schedule.startDate);
    expect(occurrenceNumber(schedule, schedule.startDate)).toBe(1);
    expect(occurrenceNumber(schedule, utc("2024-05-15"))).toBe(3);
  });

  test("are never skipped and never repeated, whatever the start and the period", () => {
    const start = fc.date({ min: utc("2020-01-01"), max: utc("2030-12-31"), noInvalidDate: true });
    const frequency = fc.constantFrom(...Frequency.options);
    fc.assert(
      fc.property(start, frequency, fc.nat(500), (startDate, frequency, n) => {
        const schedule = { startDate, frequency };
        const due = addPeriods(startDate, frequency, n);
        expect(occurrenceNumber(schedule, due)).toBe(n + 1);
        expect(nextDueAfter(schedule, due)).toEqual(addPeriods(startDate, frequency, n + 1));
        expect(nextDueAfter(schedule, new Date(due.getTime() - 1))).toEqual(due);
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });
});
