import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ParseOption, XmlDocument, type XmlElement, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";
import { repositoryRoot } from "@/repository-root";

const RAM = "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100";
const NAMES = {
  rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  ram: RAM,
  udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  qdt: "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
};

const LINE = "//ram:IncludedSupplyChainTradeLineItem";
const SETTLEMENT = "//ram:ApplicableHeaderTradeSettlement";
const TAX = `${SETTLEMENT}/ram:ApplicableTradeTax`;
const SUMS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const SELLER = "//ram:SellerTradeParty";
const BUYER = "//ram:BuyerTradeParty";
const VAT_ID = "ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']";
const TAX_NUMBER = "ram:SpecifiedTaxRegistration/ram:ID[@schemeID='FC']";
const HAS_SELLER_TAX_ID = `${SELLER}/${VAT_ID} or ${SELLER}/${TAX_NUMBER}`;
const cents = (path: string) => `round(number(${path}) * 100)`;
const anyOf = (category: string) =>
  `${LINE}//ram:CategoryCode = '${category}' or ${TAX}/ram:CategoryCode = '${category}'`;

/** Rules of EN 16931 in our own words, each true for a good file. Amounts below a hundred million million, which XPath counts exactly. */
const RULES: Readonly<Record<string, string>> = {
  "BR-01": "//ram:GuidelineSpecifiedDocumentContextParameter/ram:ID != ''",
  "BR-02": "//rsm:ExchangedDocument/ram:ID != ''",
  "BR-03": "string-length(//rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString[@format='102']) = 8",
  "BR-04": "//rsm:ExchangedDocument/ram:TypeCode = '380' or //rsm:ExchangedDocument/ram:TypeCode = '381'",
  "BR-05": `string-length(${SETTLEMENT}/ram:InvoiceCurrencyCode) = 3`,
  "BR-06": `${SELLER}/ram:Name != ''`,
  "BR-07": `${BUYER}/ram:Name != ''`,
  "BR-08": `${SELLER}/ram:PostalTradeAddress`,
  "BR-09": `string-length(${SELLER}/ram:PostalTradeAddress/ram:CountryID) = 2`,
  "BR-10": `${BUYER}/ram:PostalTradeAddress`,
  "BR-11": `string-length(${BUYER}/ram:PostalTradeAddress/ram:CountryID) = 2`,
  "BR-12": `${SUMS}/ram:LineTotalAmount`,
  "BR-13": `${SUMS}/ram:TaxBasisTotalAmount`,
  "BR-14": `${SUMS}/ram:GrandTotalAmount`,
  "BR-15": `${SUMS}/ram:DuePayableAmount`,
  "BR-16": LINE,
  "BR-21": `not(${LINE}[not(ram:AssociatedDocumentLineDocument/ram:LineID != '')])`,
  "BR-22": `not(${LINE}[not(.//ram:BilledQuantity)])`,
  "BR-23": `not(${LINE}//ram:BilledQuantity[not(@unitCode)])`,
  "BR-24": `not(${LINE}[not(.//ram:LineTotalAmount)])`,
  "BR-25": `not(${LINE}[not(ram:SpecifiedTradeProduct/ram:Name != '')])`,
  "BR-26": `not(${LINE}[not(.//ram:NetPriceProductTradePrice/ram:ChargeAmount)])`,
  "BR-27": `not(${LINE}//ram:NetPriceProductTradePrice/ram:ChargeAmount[. < 0])`,
  "BR-45": `not(${TAX}[not(ram:BasisAmount)])`,
  "BR-46": `not(${TAX}[not(ram:CalculatedAmount)])`,
  "BR-47": `not(${TAX}[not(ram:CategoryCode != '')])`,
  "BR-48": `not(${TAX}[not(ram:RateApplicablePercent)])`,
  "BR-49": `not(${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans[not(ram:TypeCode != '')])`,
  "BR-50, BR-61": `not(${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans[(ram:TypeCode = '30' or ram:TypeCode = '58') and not(ram:PayeePartyCreditorFinancialAccount/ram:IBANID != '')])`,
  "BR-55": `not(${SETTLEMENT}/ram:InvoiceReferencedDocument[not(ram:IssuerAssignedID != '')])`,
  "BR-57": "not(//ram:ShipToTradeParty/ram:PostalTradeAddress[string-length(ram:CountryID) != 2])",
  "BR-62": `not(${SELLER}/ram:URIUniversalCommunication/ram:URIID[not(@schemeID)])`,
  "BR-63": `not(${BUYER}/ram:URIUniversalCommunication/ram:URIID[not(@schemeID)])`,
  "BR-CO-04": `not(${LINE}[not(.//ram:ApplicableTradeTax/ram:CategoryCode != '')])`,
  "BR-CO-10": `round(sum(${LINE}//ram:LineTotalAmount) * 100) = ${cents(`${SUMS}/ram:LineTotalAmount`)}`,
  "BR-CO-13": `${cents(`${SUMS}/ram:LineTotalAmount`)} = ${cents(`${SUMS}/ram:TaxBasisTotalAmount`)}`,
  "BR-CO-14": `round(sum(${TAX}/ram:CalculatedAmount) * 100) = ${cents(`${SUMS}/ram:TaxTotalAmount`)}`,
  "BR-CO-15": `${cents(`${SUMS}/ram:TaxBasisTotalAmount`)} + ${cents(`${SUMS}/ram:TaxTotalAmount`)} = ${cents(`${SUMS}/ram:GrandTotalAmount`)}`,
  "BR-CO-16": `${cents(`${SUMS}/ram:GrandTotalAmount`)} = ${cents(`${SUMS}/ram:DuePayableAmount`)}`,
  "BR-CO-18": TAX,
  "BR-CO-25": `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms[ram:Description != '' or ram:DueDateDateTime]`,
  "BR-CO-26": `${SELLER}/${VAT_ID} or ${SELLER}/ram:SpecifiedLegalOrganization/ram:ID or ${SELLER}/ram:ID`,
  "BR-S-02, BR-Z-02, BR-E-02, BR-AE-02": HAS_SELLER_TAX_ID,
  "BR-AE-02 buyer": `not(${anyOf("AE")}) or ${BUYER}/${VAT_ID} or ${BUYER}/ram:SpecifiedLegalOrganization/ram:ID`,
  "BR-IC-02": `not(${anyOf("K")}) or (${SELLER}/${VAT_ID} and ${BUYER}/${VAT_ID})`,
  "BR-IC-11": `not(${anyOf("K")}) or //ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime`,
  "BR-IC-12": `not(${anyOf("K")}) or //ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID`,
  "BR-G-02": `not(${anyOf("G")}) or ${SELLER}/${VAT_ID}`,
  "BR-S-05": `not(${LINE}//ram:ApplicableTradeTax[ram:CategoryCode = 'S' and not(ram:RateApplicablePercent > 0)])`,
  "BR-S-10": `not(${TAX}[ram:CategoryCode = 'S' and (ram:ExemptionReason or ram:ExemptionReasonCode)])`,
  "BR-Z-10": `not(${TAX}[ram:CategoryCode = 'Z' and (ram:ExemptionReason or ram:ExemptionReasonCode)])`,
  "BR-Z-05, BR-E-05, BR-AE-05, BR-IC-05, BR-G-05": `not(${LINE}//ram:ApplicableTradeTax[ram:CategoryCode != 'S' and ram:RateApplicablePercent != 0])`,
  "BR-Z-09, BR-E-09, BR-AE-09, BR-IC-09, BR-G-09": `not(${TAX}[ram:CategoryCode != 'S' and ram:CalculatedAmount != 0])`,
  "BR-E-10, BR-AE-10, BR-IC-10, BR-G-10": `not(${TAX}[ram:CategoryCode != 'S' and ram:CategoryCode != 'Z' and not(ram:ExemptionReason or ram:ExemptionReasonCode)])`,
  // The schema wants this one even where nothing is known of the delivery.
  "no empty element":
    "not(//*[not(self::ram:ApplicableHeaderTradeDelivery) and not(*) and not(normalize-space())])",
};

/** Rules that XRechnung adds to them. */
const XRECHNUNG_RULES: Readonly<Record<string, string>> = {
  "BR-DE-1": `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`,
  "BR-DE-2": `${SELLER}/ram:DefinedTradeContact`,
  "BR-DE-3": `${SELLER}/ram:PostalTradeAddress/ram:CityName != ''`,
  "BR-DE-4": `${SELLER}/ram:PostalTradeAddress/ram:PostcodeCode != ''`,
  "BR-DE-5": `${SELLER}/ram:DefinedTradeContact/ram:PersonName != ''`,
  "BR-DE-6": `${SELLER}/ram:DefinedTradeContact/ram:TelephoneUniversalCommunication/ram:CompleteNumber != ''`,
  "BR-DE-7": `contains(${SELLER}/ram:DefinedTradeContact/ram:EmailURIUniversalCommunication/ram:URIID, '@')`,
  "BR-DE-8": `${BUYER}/ram:PostalTradeAddress/ram:CityName != ''`,
  "BR-DE-9": `${BUYER}/ram:PostalTradeAddress/ram:PostcodeCode != ''`,
  "BR-DE-15": "//ram:BuyerReference != ''",
  "BR-DE-16": HAS_SELLER_TAX_ID,
  "BR-DE-23-a, BR-DE-25": `not(${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans[(ram:TypeCode = '30' or ram:TypeCode = '58') != boolean(ram:PayeePartyCreditorFinancialAccount)])`,
  "BR-DE-21": "contains(//ram:GuidelineSpecifiedDocumentContextParameter/ram:ID, ':xrechnung_3.0')",
  "PEPPOL-EN16931-R008": "not(//*[not(*) and not(normalize-space())])",
  "BT-23": "//ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID != ''",
  "BT-34": `${SELLER}/ram:URIUniversalCommunication/ram:URIID != ''`,
  "BT-49": `${BUYER}/ram:URIUniversalCommunication/ram:URIID != ''`,
};

let schema: XsdValidator | undefined;

function schemaOfFacturX(): XsdValidator {
  if (schema) return schema;
  xmlRegisterFsInputProviders();
  const file = join(repositoryRoot(), "server/testing/factur-x/Factur-X_1.07.3_EN16931.xsd");
  schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(file), { url: file }));
  return schema;
}

/**
 * The rules that an e-invoice breaks: of the schema, and of the list above. Not all rules that CEN and KoSIT publish are in it: code
 * lists are checked where our own values come from.
 */
export function brokenRules(xml: string): string[] {
  const document = XmlDocument.fromString(xml, { option: ParseOption.XML_PARSE_NONET });
  try {
    const broken: string[] = [];
    try {
      schemaOfFacturX().validate(document);
    } catch (error) {
      broken.push(`XSD: ${error instanceof Error ? error.message : error}`);
    }
    const rules = { ...RULES, ...(xml.includes(":xrechnung_3.0") ? XRECHNUNG_RULES : {}) };
    for (const [rule, test] of Object.entries(rules)) {
      if (document.eval(`boolean(${test})`, NAMES) !== true) broken.push(rule);
    }
    return [...broken, ...brokenBreakdown(document), ...brokenLines(document)];
  } finally {
    document.dispose();
  }
}

/** BR-S-08 and its sisters: each entry is the sum of its lines; BR-CO-17: tax is what the rate makes of it, to one cent or yen. */
function brokenBreakdown(document: XmlDocument): string[] {
  const value = (node: XmlElement, path: string) => Number(node.eval(`string(${path})`, NAMES));
  const entries = document.find(TAX, NAMES) as XmlElement[];
  const keys = entries.map(
    (entry) =>
      `${entry.eval("string(ram:CategoryCode)", NAMES)} ${value(entry, "ram:RateApplicablePercent")}`,
  );
  const sums = new Map<string, number>();
  for (const line of document.find(LINE, NAMES) as XmlElement[]) {
    const tax = ".//ram:ApplicableTradeTax";
    const key = `${line.eval(`string(${tax}/ram:CategoryCode)`, NAMES)} ${value(line, `${tax}/ram:RateApplicablePercent`)}`;
    const total = Math.round(value(line, ".//ram:LineTotalAmount") * 100);
    sums.set(key, (sums.get(key) ?? 0) + total);
  }
  const broken: string[] = [];
  const isOneEach = new Set(keys).size === keys.length && keys.length === sums.size;
  if (!isOneEach || keys.some((key) => !sums.has(key))) broken.push("BR-S-01");
  entries.forEach((entry, index) => {
    const basis = Math.round(value(entry, "ram:BasisAmount") * 100);
    if (sums.get(keys[index] ?? "") !== basis) broken.push(`BR-S-08 of ${keys[index]}`);
    const tax = Math.round(value(entry, "ram:CalculatedAmount") * 100);
    const expected = (basis * value(entry, "ram:RateApplicablePercent")) / 100;
    if (Math.abs(tax - expected) > (isInYen(document) ? 100 : 1)) broken.push(`BR-CO-17 of ${keys[index]}`);
  });
  return broken;
}

/** PEPPOL-EN16931-R120: quantity times price for so many is the sum of the line, to the cent; of yen to the yen. */
function brokenLines(document: XmlDocument): string[] {
  const half = isInYen(document) ? 0.51 : 0.0051;
  return (document.find(LINE, NAMES) as XmlElement[]).flatMap((line, index) => {
    const value = (path: string) => Number(line.eval(`string(${path})`, NAMES));
    const per = value(".//ram:BasisQuantity") || 1;
    const expected = (value(".//ram:BilledQuantity") * value(".//ram:ChargeAmount")) / per;
    const isRight = Math.abs(expected - value(".//ram:LineTotalAmount")) <= half;
    return isRight ? [] : [`R120 of line ${index + 1}`];
  });
}

/** The yen has no smaller unit. */
function isInYen(document: XmlDocument): boolean {
  return document.eval(`boolean(${SETTLEMENT}/ram:InvoiceCurrencyCode = 'JPY')`, NAMES) === true;
}
