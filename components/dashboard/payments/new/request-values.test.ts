import { expect, test } from "vitest";
import { CreateSecurePaymentBody } from "@/server/secure-payments/wire/create-schema";
import { addressesIn, NEW_REQUEST, requestBody, valuesLike } from "./request-values";

const WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

test("an untouched form leaves everything but the amount to the destination", () => {
  expect(requestBody({ ...NEW_REQUEST, amount: " 12.50 " })).toEqual({ requests: [{ amount: "12.50" }] });
});

test("a currency that was chosen goes along with the amount", () => {
  const body = requestBody({ ...NEW_REQUEST, amount: "49.90", invoiceCurrency: "EUR" });
  expect(body).toEqual({ requests: [{ amount: "49.90", invoiceCurrency: "EUR" }] });
  expect(CreateSecurePaymentBody.safeParse(body).error).toBeUndefined();
});

test("a full form is what the API takes", () => {
  const body = requestBody({
    ...NEW_REQUEST,
    amount: "1",
    reference: "INV-1",
    payerIdentifier: "ACME",
    redirectUrl: "https://shop.example/thanks",
    redirectLabel: "Back to the shop",
    screening: "kyt_all_wallets",
    hideUntilApproved: true,
    isRestricted: true,
    allowedPayers: `${WALLET},\n`,
  });
  expect(CreateSecurePaymentBody.safeParse(body).error).toBeUndefined();
  expect(body.accessPolicy).toEqual({
    mode: "kyt_all_wallets",
    screeningProvider: "hypernative",
    hideUntilApproved: true,
    allowedPayerAddresses: [WALLET],
  });
});

test("a list of wallets that was switched off again restricts nobody", () => {
  const body = requestBody({ ...NEW_REQUEST, amount: "1", isRestricted: false, allowedPayers: WALLET });
  expect(body.accessPolicy).toBeUndefined();
});

test("addresses are found however a spreadsheet separates them", () => {
  expect(addressesIn("a, b;c\n\td\r\n")).toEqual(["a", "b", "c", "d"]);
});

test("of another request with two providers it takes over the one that is asked first", () => {
  const payment = { reference: null, payerIdentifier: null, currencyId: "EUR", amount: "1" };
  const rules = { hideUntilApproved: false, hidePayeeAddress: false, allowedPayerAddresses: [] };
  const like = (providers: string[]) =>
    valuesLike({ payment, link: null, access: { isScreened: true, providers, ...rules } }).screeningProvider;
  expect(like(["hypernative", "merklescience"])).toBe("hypernative");
  expect(like(["merklescience", "hypernative"])).toBe("merklescience");
});
