import { fiatById } from "@/server/currencies/fiat";
import type { FieldIssue } from "@/server/errors";
import { hasCountryOfVat, isCountry } from "@/server/invoices/e-invoice/countries";
import { categoryOf, NEEDS_REASON } from "@/server/invoices/e-invoice/tax";
import { plain } from "@/server/invoices/e-invoice/text";
import type { EInvoiceProfile, InvoiceContent, Party, TaxCategory } from "@/server/invoices/schema";

/**
 * What an issued invoice lacks for an e-invoice of a profile: one entry for each field, with the rule of EN 16931 (BR-…) or of
 * XRechnung (BR-DE-…) that wants it. `customer` is null once erased. Nothing is filled in by guessing.
 */
export function missingForEInvoice(
  { written, issuer }: Pick<InvoiceContent, "written" | "issuer">,
  customer: Party | null,
  profile: EInvoiceProfile,
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const need = (isThere: unknown, path: (string | number)[], message: string) => {
    if (!isThere) issues.push({ code: "missing", path, message });
  };
  need(
    fiatById(written.currency),
    ["currency"],
    "An e-invoice is in a currency of ISO 4217, not in a token (BR-CL-04)",
  );
  const categories = new Set<TaxCategory>();
  written.lines.forEach((line, index) => {
    const category = categoryOf(line);
    if (category) categories.add(category);
    need(category, ["lines", index, "taxCategory"], "Why the tax rate is 0 (BR-CO-04)");
    const isReasonThere = category === null || !NEEDS_REASON[category] || line.taxExemptionReason;
    need(isReasonThere, ["lines", index, "taxExemptionReason"], "Why no tax is due (BR-E-10)");
  });
  needOfParty("issuer", issuer, need);
  need(
    issuer.vatId ?? issuer.registrationNumber,
    ["issuer", "vatId"],
    "VAT ID, or a registration number in its place (BR-CO-26)",
  );
  need(
    issuer.vatId ?? issuer.taxNumber,
    ["issuer", "taxNumber"],
    "Tax number, or a VAT ID in its place (BR-S-02, BR-Z-02, BR-E-02)",
  );
  if (categories.has("K") || categories.has("G")) {
    need(issuer.vatId, ["issuer", "vatId"], "VAT ID of who supplies across a border (BR-IC-02, BR-G-02)");
  }
  if (categories.has("K")) {
    need(written.deliveredOn, ["deliveredOn"], "Day of a supply inside the EU (BR-IC-11)");
  }
  if (!customer) {
    need(false, ["customer"], "The customer is erased (BR-07)");
    return issues;
  }
  needOfParty("customer", customer, need);
  if (categories.has("K")) {
    need(customer.vatId, ["customer", "vatId"], "VAT ID of who gets a supply inside the EU (BR-IC-02)");
  } else if (categories.has("AE")) {
    const id = customer.vatId ?? customer.registrationNumber;
    need(id, ["customer", "vatId"], "VAT ID, or a registration number, of who owes the tax (BR-AE-02)");
  }
  if (profile === "xrechnung") needOfXRechnung({ written, issuer }, customer, need);
  return issues;
}

type Need = (isThere: unknown, path: (string | number)[], message: string) => void;

function needOfParty(who: "issuer" | "customer", party: Party, need: Need): void {
  need(plain(party.name), [who, "name"], `Name (${who === "issuer" ? "BR-06" : "BR-07"})`);
  need(isCountry(party.country), [who, "country"], "A country of ISO 3166-1 (BR-CL-14)");
  const isVatIdGood = party.vatId === undefined || hasCountryOfVat(party.vatId);
  need(isVatIdGood, [who, "vatId"], "A VAT ID that begins with its country (BR-CO-09)");
}

function needOfXRechnung(
  { written, issuer }: Pick<InvoiceContent, "written" | "issuer">,
  customer: Party,
  need: Need,
): void {
  need(
    written.buyerReference,
    ["buyerReference"],
    "Reference of the customer, of an authority its Leitweg-ID (BR-DE-15)",
  );
  need(written.deliveredOn, ["deliveredOn"], "Day of the delivery or service (BR-DE-TMP-32)");
  need(issuer.city, ["issuer", "city"], "City (BR-DE-3)");
  need(issuer.postcode, ["issuer", "postcode"], "Postcode (BR-DE-4)");
  need(issuer.contact, ["issuer", "contact"], "Person or department to ask (BR-DE-5)");
  const digits = issuer.phone?.match(/\d/g)?.length ?? 0;
  need(digits >= 3, ["issuer", "phone"], "Telephone number with at least three digits (BR-DE-6, BR-DE-27)");
  need(issuer.email, ["issuer", "email"], "E-mail address (BR-DE-7)");
  need(customer.city, ["customer", "city"], "City (BR-DE-8)");
  need(customer.postcode, ["customer", "postcode"], "Postcode (BR-DE-9)");
  need(
    customer.electronicAddress ?? customer.email,
    ["customer", "electronicAddress"],
    "Electronic address or e-mail address (BT-49)",
  );
}
