import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError } from "@/server/errors";
import { eInvoice } from "@/server/invoices/e-invoice/e-invoice";
import { missingForEInvoice } from "@/server/invoices/e-invoice/missing";
import { sumsOfDraft } from "@/server/invoices/rows";
import {
  InvoiceContent,
  InvoiceDraft,
  type Issuer,
  type Party,
  TAX_CATEGORIES,
  UNITS,
} from "@/server/invoices/schema";
import { brokenRules } from "@/server/testing/e-invoice-rules";

const ISSUER: Party = {
  name: "Acme GmbH",
  street: "Weg 1",
  postcode: "10115",
  city: "Berlin",
  country: "DE",
  taxNumber: "30/123/45678",
  vatId: "DE123456789",
  email: "books@acme.example",
  contact: "Accounting",
  phone: "+49 30 123456",
};
const WITH_ACCOUNT: Issuer = {
  ...ISSUER,
  bankAccount: { holder: "Acme GmbH", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
};
const CUSTOMER: Party = {
  name: "Müller & Söhne <AG>",
  street: "Rue du Lac 5",
  postcode: "1204",
  city: "Paris",
  country: "FR",
  vatId: "FR12345678901",
};
const WORK = {
  description: "Consulting, October",
  quantity: "3",
  unitPrice: "100",
  taxRate: "19",
  unit: "HUR",
};
const BOOK = { description: "Book", quantity: "1", unitPrice: "20", taxRate: "7" };

interface Given {
  written?: object;
  issuer?: Issuer;
  corrects?: InvoiceContent["corrects"];
}

function content({ written = {}, issuer = ISSUER, corrects = null }: Given = {}): InvoiceContent {
  const draft = InvoiceDraft.parse({
    currency: "EUR",
    prices: "net",
    language: "de",
    lines: [WORK],
    dueOn: "2026-11-30",
    ...written,
  });
  const { sums, decimals } = sumsOfDraft(draft);
  return InvoiceContent.parse({
    version: 1,
    kind: corrects ? "credit_note" : "invoice",
    number: corrects ? "CN-2026-00001" : "INV-2026-00001",
    issuedOn: "2026-11-01",
    issuedAt: "2026-11-01T10:00:00.000Z",
    issuer,
    customerHash: `0x${"0".repeat(64)}`,
    written: draft,
    decimals,
    sums,
    corrects,
    reason: corrects ? "Wrong amount" : null,
  });
}

const fields = (
  given: Given,
  customer: Party | null = CUSTOMER,
  profile: "en16931" | "xrechnung" = "en16931",
) => missingForEInvoice(content(given), customer, profile).map(({ path }) => path.join("."));

const AUTHORITY: Party = {
  name: "Bezirksamt Mitte",
  postcode: "10178",
  city: "Berlin",
  country: "DE",
  electronicAddress: "0204:991-12345-67",
};

const GOLDEN: [name: string, given: Given, customer: Party, profile: "en16931" | "xrechnung"][] = [
  ["plain", {}, CUSTOMER, "en16931"],
  ["bank-account", { issuer: WITH_ACCOUNT }, CUSTOMER, "en16931"],
  [
    "two-rates-gross",
    { written: { prices: "gross", lines: [WORK, BOOK], dueOn: null } },
    CUSTOMER,
    "en16931",
  ],
  [
    "exempt",
    {
      written: {
        lines: [
          { ...WORK, taxRate: "0", taxCategory: "E", taxExemptionReason: "§ 19 UStG" },
          { ...BOOK, taxRate: "0", taxCategory: "Z" },
        ],
      },
    },
    CUSTOMER,
    "en16931",
  ],
  [
    "inside-the-eu",
    { written: { deliveredOn: "2026-10-31", lines: [{ ...BOOK, taxRate: "0", taxCategory: "K" }] } },
    CUSTOMER,
    "en16931",
  ],
  [
    "credit-note",
    {
      corrects: { id: "01", number: "INV-2026-00001", issuedOn: "2026-11-01" },
      written: { lines: [WORK, BOOK] },
    },
    CUSTOMER,
    "en16931",
  ],
  [
    "authority",
    {
      written: {
        requestId: `01${"ab".repeat(32)}`,
        buyerReference: "991-12345-67",
        deliveredOn: "2026-10-31",
        notes: "Danke!\n2. Zeile",
      },
    },
    AUTHORITY,
    "xrechnung",
  ],
];

describe("an e-invoice", () => {
  test.each(GOLDEN)("%s is the golden file, and keeps the rules", async (name, given, customer, profile) => {
    const xml = eInvoice(content(given), customer, profile);
    expect(brokenRules(xml)).toEqual([]);
    await expect(xml).toMatchFileSnapshot(`golden/${name}.xml`);
  });

  test("says how it is paid: by its link alone, to the bank account, or nothing that is known", () => {
    const requestId = `01${"ab".repeat(32)}`;
    const corrects = { id: "01", number: "INV-2026-00001", issuedOn: "2026-11-01" };
    const meansOf = (given: Given) => {
      const xml = eInvoice(content(given), CUSTOMER, "en16931");
      expect(brokenRules(xml)).toEqual([]);
      const [, means = ""] =
        /<ram:SpecifiedTradeSettlementPaymentMeans>([\s\S]*?)<\/ram:SpecifiedTrade/.exec(xml) ?? [];
      return { code: /<ram:TypeCode>(\d+)</.exec(means)?.[1], hasAccount: means.includes("DE8937"), means };
    };
    expect(meansOf({})).toMatchObject({ code: "1", hasAccount: false });
    expect(meansOf({ issuer: WITH_ACCOUNT })).toMatchObject({ code: "58", hasAccount: true });
    expect(meansOf({ issuer: WITH_ACCOUNT, written: { currency: "GBP" } })).toMatchObject({
      code: "30",
      hasAccount: true,
    });
    const byLink = meansOf({ issuer: WITH_ACCOUNT, written: { requestId } });
    expect(byLink).toMatchObject({ code: "68", hasAccount: false });
    expect(byLink.means).toContain("Zahlungslink");
    expect(meansOf({ issuer: WITH_ACCOUNT, corrects })).toMatchObject({ code: "1", hasAccount: false });
  });

  test("keeps the rules for any lines, prices and rates, and its sums are those that were issued", () => {
    const line = fc
      .record({
        description: fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => /\p{L}/u.test(text)),
        quantity: fc.integer({ min: 0, max: 5_000_000 }).map((n) => decimal(n, 3)),
        unitPrice: fc.integer({ min: 0, max: 900_000_000 }).map((n) => decimal(n, 5)),
        taxRate: fc.constantFrom("0", "0.00", "5.5", "7", "7.0", "19", "99.99"),
        unit: fc.constantFrom(...UNITS),
        zero: fc.constantFrom(...TAX_CATEGORIES.filter((one) => one !== "S")),
      })
      .map(({ zero, ...rest }) =>
        /^[0.]+$/.test(rest.taxRate)
          ? { ...rest, taxCategory: zero, taxExemptionReason: `Reason ${zero}` }
          : rest,
      );
    const draft = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 12 }),
      prices: fc.constantFrom("net", "gross"),
      currency: fc.constantFrom("EUR", "USD", "JPY"),
      dueOn: fc.constantFrom(null, "2026-12-01"),
    });
    fc.assert(
      fc.property(draft, (written) => {
        const made = content({ written: { ...written, deliveredOn: "2026-10-31" } });
        const xml = eInvoice(made, CUSTOMER, "en16931");
        expect(brokenRules(xml)).toEqual([]);
        const total = /<ram:GrandTotalAmount>([\d.]+)</.exec(xml)?.[1];
        expect(Number(total)).toBe(Number(made.sums.total));
      }),
      { numRuns: 100, seed: 16931 },
    );
  });

  test("of 200 lines adds up to the cent, with prices that include tax too", () => {
    const lines = Array.from({ length: 200 }, () => ({
      ...BOOK,
      quantity: "1",
      unitPrice: "0.03",
      taxRate: "19",
    }));
    expect(
      brokenRules(eInvoice(content({ written: { lines, prices: "gross" } }), CUSTOMER, "en16931")),
    ).toEqual([]);
  });
});

describe("what is missing", () => {
  test("is named field by field, and nothing is guessed", () => {
    const bare: Party = { name: "Acme", country: "DE" };
    const zero = { ...WORK, taxRate: "0" };
    expect(fields({})).toEqual([]);
    expect(fields({ issuer: bare })).toEqual(["issuer.vatId", "issuer.taxNumber"]);
    expect(fields({ issuer: { ...bare, taxNumber: "1", registrationNumber: "HRB 1" } })).toEqual([]);
    expect(fields({ written: { currency: "USDC-sepolia" } })).toEqual(["currency"]);
    expect(fields({ written: { lines: [WORK, zero] } })).toEqual(["lines.1.taxCategory"]);
    expect(fields({ written: { lines: [{ ...zero, taxCategory: "E" }] } })).toEqual([
      "lines.0.taxExemptionReason",
    ]);
    expect(fields({}, { ...CUSTOMER, country: "XX", vatId: "XX123" })).toEqual([
      "customer.country",
      "customer.vatId",
    ]);
    expect(fields({}, null)).toEqual(["customer"]);
    const { vatId: _, ...unknown } = CUSTOMER;
    expect(fields({ written: { lines: [{ ...zero, taxCategory: "AE" }] } }, unknown)).toEqual([
      "customer.vatId",
    ]);
    expect(fields({ written: { lines: [{ ...zero, taxCategory: "K" }] } }, unknown)).toEqual([
      "deliveredOn",
      "customer.vatId",
    ]);
    expect(fields({ issuer: bare }, { name: "Amt", country: "DE" }, "xrechnung")).toEqual([
      "issuer.vatId",
      "issuer.taxNumber",
      "buyerReference",
      "deliveredOn",
      "issuer.city",
      "issuer.postcode",
      "issuer.contact",
      "issuer.phone",
      "issuer.email",
      "customer.city",
      "customer.postcode",
      "customer.electronicAddress",
    ]);
    expect(() => eInvoice(content({ issuer: bare }), CUSTOMER, "en16931")).toThrow(ApiError);
  });

  test("a rate and a category that contradict each other are refused when a line is written", () => {
    const written = (line: object) =>
      InvoiceDraft.safeParse({ ...content().written, lines: [{ ...WORK, ...line }] });
    expect(written({ taxRate: "19", taxCategory: "E" }).success).toBe(false);
    expect(written({ taxRate: "0.0", taxCategory: "S" }).success).toBe(false);
    expect(written({ taxRate: "0", taxCategory: "Z" }).success).toBe(true);
    expect(written({ taxRate: "19", taxCategory: "S" }).success).toBe(true);
  });
});

describe("text of others in an e-invoice", () => {
  test("is no markup, turns nothing around, and has no character that XML cannot hold", () => {
    const name = "\u202eA]]></ram:Name><ram:Name>&amp;\u0000\ud800 B\u2066";
    const xml = eInvoice(content(), { ...CUSTOMER, name }, "en16931");
    expect(brokenRules(xml)).toEqual([]);
    expect(xml).toContain("<ram:Name>A]]&gt;&lt;/ram:Name&gt;&lt;ram:Name&gt;&amp;amp; B</ram:Name>");
  });
});

describe("the rules", () => {
  const good = eInvoice(content({ written: { lines: [WORK, BOOK] } }), CUSTOMER, "en16931");

  // Each change breaks one rule: the checker would be worth nothing if it accepted them.
  test.each([
    ["<ram:GrandTotalAmount>378.40<", "<ram:GrandTotalAmount>378.41<", "BR-CO-15"],
    ["<ram:LineTotalAmount>20.00<", "<ram:LineTotalAmount>20.01<", "BR-CO-10"],
    ["<ram:CalculatedAmount>57.00<", "<ram:CalculatedAmount>58.00<", "BR-CO-14"],
    ["<ram:CalculatedAmount>57.00<", "<ram:CalculatedAmount>58.00<", "BR-CO-17 of S 19"],
    ["<ram:BasisAmount>20.00<", "<ram:BasisAmount>21.00<", "BR-S-08 of S 7"],
    ["<ram:Name>Acme GmbH</ram:Name>", "", "BR-06"],
    ["<ram:CategoryCode>S<", "<ram:CategoryCode>E<", "BR-S-01"],
    ['schemeID="VA">DE', 'schemeID="XX">DE', "BR-CO-26"],
  ])("refuse %s → %s by %s", (from, to, rule) => {
    expect(good).toContain(from);
    expect(brokenRules(good.replace(from, to))).toContain(rule);
  });

  test("refuse what the schema does not know", () => {
    const broken = good.replace("<ram:TypeCode>380<", "<ram:Kind>x</ram:Kind><ram:TypeCode>380<");
    expect(brokenRules(broken)[0]).toMatch(/^XSD/);
  });
});

/** Thousandths and the like as decimal text. */
function decimal(units: number, places: number): string {
  const digits = String(units).padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
