import { expect, test } from "vitest";
import { CreateScheduleBody } from "@/server/dashboard/schedules/schema";
import { ScheduleValues, scheduleBody } from "./schedule-values";

const VALUES: ScheduleValues = {
  payee: " 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 ",
  payer: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  network: "base",
  currency: "USDC-base",
  amount: " 50.25 ",
  frequency: "MONTHLY",
  startDate: "2031-05-01",
  payments: "12",
  reference: "",
};

test("a filled form is what the API takes", () => {
  const body = scheduleBody(VALUES);
  expect(CreateScheduleBody.safeParse(body).error).toBeUndefined();
  expect(body).toEqual({
    payee: VALUES.payee.trim(),
    amount: "50.25",
    invoiceCurrency: "USDC-base",
    paymentCurrency: "USDC-base",
    recurrence: {
      payer: VALUES.payer,
      startDate: "2031-05-01",
      frequency: "MONTHLY",
      totalPayments: 12,
    },
  });
});

test("a count that no permit holds is refused while it is typed", () => {
  for (const payments of ["", "1", "256", "2.5", "-3", "twelve"])
    expect(ScheduleValues.safeParse({ ...VALUES, payments }).success, payments).toBe(false);
  for (const payments of ["2", "255"])
    expect(ScheduleValues.safeParse({ ...VALUES, payments }).success, payments).toBe(true);
});
