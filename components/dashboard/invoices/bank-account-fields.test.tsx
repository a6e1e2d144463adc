import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { BankAccountFields, bankAccountOf, bankAccountValues } from "./bank-account-fields";

const drawn = (values: Parameters<typeof bankAccountOf>[0]) =>
  renderToStaticMarkup(<BankAccountFields values={values} onChange={() => {}} />);

describe("a bank account that is typed", () => {
  test("is sent without blanks, and not at all where nothing is typed", () => {
    expect(bankAccountOf(bankAccountValues(undefined))).toBeUndefined();
    expect(
      bankAccountOf({ holder: " Acme ", iban: "de89 3704 0044 0532 0130 00", bic: "cobadeffxxx" }),
    ).toEqual({
      holder: "Acme",
      iban: "DE89370400440532013000",
      bic: "COBADEFFXXX",
    });
    expect(bankAccountOf({ holder: "Acme", iban: "DE89370400440532013000", bic: " " })).not.toHaveProperty(
      "bic",
    );
  });

  test("says at once that a digit is wrong, and only then", () => {
    expect(drawn({ holder: "Acme", iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFF" })).not.toMatch(
      /aria-invalid="true"/,
    );
    expect(drawn({ holder: "Acme", iban: "DE89 3704 0044 0532 0130 01", bic: "" })).toMatch(/check digits/);
    expect(drawn({ holder: "Acme", iban: "DE89", bic: "" })).not.toMatch(/check digits/);
    expect(drawn({ holder: "Acme", iban: "", bic: "COBADEFF1" })).toMatch(/8 or 11/);
  });

  test("needs its holder and its IBAN once something of it is typed", () => {
    expect(drawn(bankAccountValues(undefined)).match(/required=""/g)).toBeNull();
    expect(drawn({ ...bankAccountValues(undefined), bic: "COBADEFF" }).match(/required=""/g)).toHaveLength(2);
  });
});
