import type { Translator } from "@/components/i18n/translator";
import type { NamedContact } from "@/server/branding/contact";

interface ContactLineProps {
  t: Translator;
  /** In small print, for a page on which nobody has a question yet. */
  isQuiet?: boolean;
  named: NamedContact | null;
  /** What a mail is about: the merchant's reference, else what the merchant finds the payment by. */
  reference: string;
}

/** Whom a payer can ask, in the merchant's own words. Nothing where the merchant gives no contact. */
export function ContactLine({ t, isQuiet = false, named, reference }: ContactLineProps) {
  if (named === null) return null;
  const { contact, of } = named;
  return (
    <div className={isQuiet ? QUIET : LOUD}>
      <p className="wrap-anywhere">
        {of === null ? t("pay.contact.unnamed") : t.rich("pay.contact.of", { name: <bdi>{of}</bdi> })}{" "}
        {contact.kind === "mail" ? (
          <a href={mailTo(t, contact.address, reference)} className={LINK} dir="ltr">
            {contact.address}
          </a>
        ) : (
          <a href={contact.url} target="_blank" rel="noopener noreferrer" className={LINK} dir="ltr">
            {contact.label}
          </a>
        )}
      </p>
      <p className="mt-1 text-xs text-muted">{t("pay.contact.own")}</p>
    </div>
  );
}

const LOUD = "mt-6 border-t border-dashed border-line pt-4 text-sm leading-relaxed";
const QUIET = "mt-4 text-center text-xs leading-relaxed text-balance text-muted";
const LINK = "font-medium text-accent underline underline-offset-4";

/** The address has been read as one that needs no escape; the subject is anybody's text. */
function mailTo(t: Translator, address: string, reference: string): string {
  return `mailto:${address}?subject=${encodeURIComponent(t("pay.contact.subject", { reference }))}`;
}
