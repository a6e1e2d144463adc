"use client";

import { Amount } from "@/components/ui/amount";
import { isPriced } from "@/server/invoices/amounts";
import { draftSums } from "@/server/invoices/draft-sums";
import type { Invoice, InvoiceBody, InvoiceIssuer } from "@/server/invoices/schema";
import { groupedIban } from "@/server/lib/iban";

interface InvoicePreviewProps {
  /** What the form holds, complete or not. */
  body: InvoiceBody;
  /** Null before the account has said who issues its invoices. */
  issuer: InvoiceIssuer | null;
}

/** What the paper will say, reckoned as the server reckons it. Lines that are not complete yet are not in the sums. */
export function InvoicePreview({ body, issuer }: InvoicePreviewProps) {
  const { customer, lines, notes, dueOn, requestId } = body;
  const complete = lines.filter(isPriced);
  const reckoned = draftSums({ ...body, lines: complete });
  const left = lines.length - complete.length;
  return (
    <section
      aria-label="Preview"
      className="grid content-start gap-4 rounded-md border border-line bg-page p-4 text-sm"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="font-serif text-lg font-semibold">Invoice</h3>
        <span className="text-xs text-muted">Preview</span>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <PreviewParty title="From" name={issuer?.details.name ?? ""} place={issuer?.details} />
        <PreviewParty title="To" name={customer.name} place={customer} />
      </div>
      {reckoned === null ? (
        <p className="text-muted">No invoice can be written in this currency.</p>
      ) : (
        <>
          <ul className="grid gap-2 border-t border-dashed border-line pt-3">
            {complete.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and hold no state here
              <li key={index} className="flex flex-wrap justify-between gap-x-3">
                <bdi className="min-w-0 wrap-anywhere">{line.description || "…"}</bdi>
                <Amount
                  className="ms-auto"
                  value={reckoned.sums.lines[index] ?? "0"}
                  unit={reckoned.currency}
                />
              </li>
            ))}
          </ul>
          <Sums {...reckoned} />
          {left > 0 && (
            <p className="text-muted">
              {left === 1 ? "1 line is" : `${left} lines are`} not complete and not in the sums.
            </p>
          )}
        </>
      )}
      {dueOn && <p>Due on {dueOn}</p>}
      <HowToPay isByLink={requestId !== null} account={issuer?.details.bankAccount} />
      {notes !== "" && <p className="whitespace-pre-wrap wrap-anywhere text-muted">{notes}</p>}
    </section>
  );
}

function Sums({ sums, currency }: { sums: Invoice["sums"]; currency: string }) {
  const rows = [
    ["Sum without tax", sums.net],
    ...sums.taxes.map(({ rate, tax }) => [`Tax ${rate} %`, tax] as const),
  ] as const;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-t border-dashed border-line pt-3">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="text-end">
            <Amount value={value} unit={currency} />
          </dd>
        </div>
      ))}
      <dt className="font-semibold">Total</dt>
      <dd className="text-end font-semibold">
        <Amount value={sums.total} unit={currency} />
      </dd>
    </dl>
  );
}

interface PreviewPartyProps {
  title: string;
  name: string;
  place: Pick<InvoiceBody["customer"], "postcode" | "city" | "country"> | undefined;
}

function PreviewParty({ title, name, place }: PreviewPartyProps) {
  const where = [place?.postcode, place?.city, place?.country].filter(Boolean).join(" ");
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted">{title}</p>
      <p className="font-medium wrap-anywhere">
        <bdi>{name || "Not said yet"}</bdi>
      </p>
      {where !== "" && (
        <p className="wrap-anywhere text-muted">
          <bdi>{where}</bdi>
        </p>
      )}
    </div>
  );
}

function HowToPay({
  isByLink,
  account,
}: {
  isByLink: boolean;
  account: InvoiceIssuer["details"]["bankAccount"];
}) {
  if (isByLink) return <p>To be paid by its payment link.</p>;
  if (!account) return null;
  return (
    <p className="wrap-anywhere">
      Bank account: <bdi>{account.holder}</bdi>, IBAN {groupedIban(account.iban)}
    </p>
  );
}
