import { eInvoice } from "@/server/invoices/e-invoice/e-invoice";
import { missingForEInvoice } from "@/server/invoices/e-invoice/missing";
import type { InvoiceContent, Party } from "@/server/invoices/schema";
import type { Attachment } from "@/server/lib/pdf/file";

const NAME = "factur-x.xml";
const NAMESPACE = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

/** The e-invoice as it lies in the PDF file of an invoice (Factur-X, ZUGFeRD); undefined where data for it are missing. */
export function facturX(content: InvoiceContent, customer: Party | null): Attachment | undefined {
  if (missingForEInvoice(content, customer, "en16931").length > 0) return undefined;
  return {
    name: NAME,
    type: "text/xml",
    description: "Factur-X invoice",
    content: eInvoice(content, customer, "en16931"),
    metadata: METADATA,
  };
}

const PROPERTIES: readonly [name: string, value: string, description: string][] = [
  ["DocumentFileName", NAME, "Name of the embedded XML invoice"],
  ["DocumentType", "INVOICE", "Type of the document"],
  ["Version", "1.0", "Version of the Factur-X data"],
  ["ConformanceLevel", "EN 16931", "Profile of the Factur-X data"],
];

/** What Factur-X wants in the metadata of the file, and the description of these words that PDF/A wants. */
const METADATA = `
        <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
            <pdfaExtension:schemas>
                <rdf:Bag>
                    <rdf:li rdf:parseType="Resource">
                        <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
                        <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
                        <pdfaSchema:prefix>fx</pdfaSchema:prefix>
                        <pdfaSchema:property>
                            <rdf:Seq>
${PROPERTIES.map(
  ([name, , description]) => `                                <rdf:li rdf:parseType="Resource">
                                    <pdfaProperty:name>${name}</pdfaProperty:name>
                                    <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                                    <pdfaProperty:category>external</pdfaProperty:category>
                                    <pdfaProperty:description>${description}</pdfaProperty:description>
                                </rdf:li>`,
).join("\n")}
                            </rdf:Seq>
                        </pdfaSchema:property>
                    </rdf:li>
                </rdf:Bag>
            </pdfaExtension:schemas>
        </rdf:Description>
        <rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
${PROPERTIES.map(([name, value]) => `            <fx:${name}>${value}</fx:${name}>`).join("\n")}
        </rdf:Description>`;
