import { priceWithoutTax, scaled } from "@/server/invoices/amounts";
import { breakdownOf, categoryOf, REASON_CODES, type TaxBreakdown } from "@/server/invoices/e-invoice/tax";
import { plain } from "@/server/invoices/e-invoice/text";
import {
  type EInvoiceProfile,
  type InvoiceContent,
  type InvoiceLine,
  isZero,
  type Party,
} from "@/server/invoices/schema";
import { formatAmount } from "@/server/lib/amount";
import { type Content, element, xmlFile } from "@/server/lib/xml";
import { wordsOf } from "@/server/papers/words";

const NAMESPACES = {
  "xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  "xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  "xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  "xmlns:qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
};

/** What a file says it conforms to (BT-24). */
const GUIDELINES: Readonly<Record<EInvoiceProfile, string>> = {
  en16931: "urn:cen.eu:en16931:2017",
  xrechnung: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
};

/** The business process of Peppol's billing (BT-23), which XRechnung 3 wants. */
const PROCESS = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

/** UNTDID 1001. */
const TYPE_CODES = { invoice: "380", credit_note: "381" } as const;

/**
 * An issued invoice or credit note as a Cross Industry Invoice of UN/CEFACT with the data of EN 16931. Amounts have as many
 * places as the currency. `missingForEInvoice` has to be empty for it. The same content gives the same text.
 */
export function crossIndustryInvoice(
  content: InvoiceContent,
  customer: Party,
  profile: EInvoiceProfile,
): string {
  const { written, issuer, sums, decimals, kind } = content;
  const amount = (decimal: string) => withPlaces(decimal, decimals);
  const breakdown = breakdownOf(content);
  const terms = wordsOf(written.language).say("payableOnReceipt");
  const isSupplyInEu = breakdown.some(({ category }) => category === "K");
  const notes = [written.notes, content.reason ?? ""].filter((note) => plain(note) !== "");
  return xmlFile(
    element(
      "rsm:CrossIndustryInvoice",
      [
        element("rsm:ExchangedDocumentContext", [
          profile === "xrechnung"
            ? element("ram:BusinessProcessSpecifiedDocumentContextParameter", [element("ram:ID", PROCESS)])
            : null,
          element("ram:GuidelineSpecifiedDocumentContextParameter", [element("ram:ID", GUIDELINES[profile])]),
        ]),
        element("rsm:ExchangedDocument", [
          text("ram:ID", content.number),
          element("ram:TypeCode", TYPE_CODES[kind]),
          element("ram:IssueDateTime", [day("udt:DateTimeString", content.issuedOn)]),
          ...notes.map((note) => element("ram:IncludedNote", [text("ram:Content", note)])),
        ]),
        element("rsm:SupplyChainTradeTransaction", [
          ...written.lines.map((line, index) =>
            lineItem(line, {
              id: String(index + 1),
              price:
                written.prices === "net"
                  ? { amount: line.unitPrice }
                  : netPrice(line, sums.netLines[index] ?? "0"),
              total: amount(sums.netLines[index] ?? "0"),
            }),
          ),
          element("ram:ApplicableHeaderTradeAgreement", [
            text("ram:BuyerReference", written.buyerReference),
            element("ram:SellerTradeParty", party(issuer)),
            element("ram:BuyerTradeParty", party(customer)),
          ]),
          element("ram:ApplicableHeaderTradeDelivery", [
            isSupplyInEu ? element("ram:ShipToTradeParty", [address(customer)]) : null,
            written.deliveredOn
              ? element("ram:ActualDeliverySupplyChainEvent", [
                  element("ram:OccurrenceDateTime", [day("udt:DateTimeString", written.deliveredOn)]),
                ])
              : null,
          ]),
          element("ram:ApplicableHeaderTradeSettlement", [
            element("ram:InvoiceCurrencyCode", written.currency.toUpperCase()),
            paymentMeans(content),
            ...breakdown.map((tax) => headerTax(tax, amount)),
            element("ram:SpecifiedTradePaymentTerms", [
              written.dueOn
                ? element("ram:DueDateDateTime", [day("udt:DateTimeString", written.dueOn)])
                : text("ram:Description", terms),
            ]),
            element("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
              element("ram:LineTotalAmount", amount(sums.net)),
              element("ram:TaxBasisTotalAmount", amount(sums.net)),
              element("ram:TaxTotalAmount", amount(sums.tax), { currencyID: written.currency.toUpperCase() }),
              element("ram:GrandTotalAmount", amount(sums.total)),
              element("ram:DuePayableAmount", amount(sums.total)),
            ]),
            content.corrects
              ? element("ram:InvoiceReferencedDocument", [
                  text("ram:IssuerAssignedID", content.corrects.number),
                  element("ram:FormattedIssueDateTime", [
                    day("qdt:DateTimeString", content.corrects.issuedOn),
                  ]),
                ])
              : null,
          ]),
        ]),
      ],
      NAMESPACES,
    ),
  );
}

/**
 * How it is paid (BG-16), with codes of UNTDID 4461: by its link, an online payment service (68), with nothing else beside it, because only
 * a payment by the link is seen; else by a transfer to the issuer's bank account (58 in euros, 30 otherwise); else 1, not defined.
 */
function paymentMeans({ kind, written, issuer: { bankAccount } }: InvoiceContent) {
  const means = (code: string, ...rest: Exclude<Content, string>[number][]) =>
    element("ram:SpecifiedTradeSettlementPaymentMeans", [element("ram:TypeCode", code), ...rest]);
  if (kind === "credit_note") return means("1");
  if (written.requestId !== null) {
    return means("68", text("ram:Information", wordsOf(written.language).say("paidByLink")));
  }
  if (!bankAccount) return means("1");
  return means(
    written.currency.toUpperCase() === "EUR" ? "58" : "30",
    element("ram:PayeePartyCreditorFinancialAccount", [
      element("ram:IBANID", bankAccount.iban),
      text("ram:AccountName", bankAccount.holder),
    ]),
    bankAccount.bic
      ? element("ram:PayeeSpecifiedCreditorFinancialInstitution", [element("ram:BICID", bankAccount.bic)])
      : null,
  );
}

interface NetPrice {
  amount: string;
  /** For how many the price is (BT-149); one where it is not said. */
  per?: string;
}

/**
 * The price without tax of a line whose price includes it. It has no end of digits (100 with 19 % is 84.0336…), so it is said for the
 * whole quantity: then quantity and price give the sum of the line to the last place.
 */
function netPrice(line: InvoiceLine, netLine: string): NetPrice {
  return isZero(line.quantity) ? { amount: priceWithoutTax(line) } : { amount: netLine, per: line.quantity };
}

function lineItem(line: InvoiceLine, { id, price, total }: { id: string; price: NetPrice; total: string }) {
  const unit = { unitCode: line.unit ?? "C62" };
  return element("ram:IncludedSupplyChainTradeLineItem", [
    element("ram:AssociatedDocumentLineDocument", [element("ram:LineID", id)]),
    element("ram:SpecifiedTradeProduct", [text("ram:Name", line.description)]),
    element("ram:SpecifiedLineTradeAgreement", [
      element("ram:NetPriceProductTradePrice", [
        element("ram:ChargeAmount", price.amount),
        price.per ? element("ram:BasisQuantity", price.per, unit) : null,
      ]),
    ]),
    element("ram:SpecifiedLineTradeDelivery", [element("ram:BilledQuantity", line.quantity, unit)]),
    element("ram:SpecifiedLineTradeSettlement", [
      element("ram:ApplicableTradeTax", [
        element("ram:TypeCode", "VAT"),
        element("ram:CategoryCode", categoryOf(line) ?? ""),
        element("ram:RateApplicablePercent", line.taxRate),
      ]),
      element("ram:SpecifiedTradeSettlementLineMonetarySummation", [element("ram:LineTotalAmount", total)]),
    ]),
  ]);
}

function headerTax({ category, rate, net, tax, reasons }: TaxBreakdown, amount: (decimal: string) => string) {
  const code = REASON_CODES[category];
  return element("ram:ApplicableTradeTax", [
    element("ram:CalculatedAmount", amount(tax)),
    element("ram:TypeCode", "VAT"),
    reasons.length > 0 ? text("ram:ExemptionReason", reasons.join("; ")) : null,
    element("ram:BasisAmount", amount(net)),
    element("ram:CategoryCode", category),
    code ? element("ram:ExemptionReasonCode", code) : null,
    element("ram:RateApplicablePercent", rate),
  ]);
}

function party(one: Party): Content {
  const { contact, phone, email } = one;
  const [scheme, uri] = electronicAddress(one);
  return [
    text("ram:Name", one.name),
    one.registrationNumber
      ? element("ram:SpecifiedLegalOrganization", [text("ram:ID", one.registrationNumber)])
      : null,
    contact || phone || email
      ? element("ram:DefinedTradeContact", [
          text("ram:PersonName", contact),
          phone ? element("ram:TelephoneUniversalCommunication", [text("ram:CompleteNumber", phone)]) : null,
          email ? element("ram:EmailURIUniversalCommunication", [text("ram:URIID", email)]) : null,
        ])
      : null,
    address(one),
    uri
      ? element("ram:URIUniversalCommunication", [element("ram:URIID", uri, { schemeID: scheme ?? "EM" })])
      : null,
    one.vatId
      ? element("ram:SpecifiedTaxRegistration", [element("ram:ID", one.vatId, { schemeID: "VA" })])
      : null,
    one.taxNumber
      ? element("ram:SpecifiedTaxRegistration", [text("ram:ID", one.taxNumber, { schemeID: "FC" })])
      : null,
  ];
}

/** Scheme and address under which a party takes e-invoices. */
function electronicAddress({ electronicAddress: said, email }: Party): [scheme?: string, address?: string] {
  if (!said) return email ? ["EM", email] : [];
  const at = said.indexOf(":");
  return [said.slice(0, at), said.slice(at + 1)];
}

function address({ postcode, street, city, country }: Party) {
  return element("ram:PostalTradeAddress", [
    text("ram:PostcodeCode", postcode),
    text("ram:LineOne", street),
    text("ram:CityName", city),
    element("ram:CountryID", country),
  ]);
}

/** An element with text of people; none where there is nothing to say. */
function text(name: string, value: string | undefined, attributes: Record<string, string> = {}) {
  const said = plain(value ?? "");
  return said === "" ? null : element(name, said, attributes);
}

/** A day in the form 102 of UNTDID 2379: digits alone. */
function day(name: string, isoDay: string) {
  return element(name, isoDay.replaceAll("-", ""), { format: "102" });
}

/** A decimal text with all places of the currency. */
function withPlaces(decimal: string, places: number): string {
  const [whole = "0", fraction = ""] = formatAmount(scaled(decimal, places), places).split(".");
  return places === 0 ? whole : `${whole}.${fraction.padEnd(places, "0")}`;
}
