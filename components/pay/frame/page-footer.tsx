import { LanguageLinks } from "@/components/i18n/language-links";
import type { Translator } from "@/components/i18n/translator";
import type { Branding } from "@/server/branding/schema";

interface Props {
  branding: Branding | null;
  t: Translator;
  /** Path and query of the page without a language, as `/pay?token=…`. */
  href: string;
}

/** Attribution, terms, privacy (PP-17) and the page in other languages. */
export function PageFooter({ branding, t, href }: Props) {
  const documents = [
    { path: branding?.termsPath, label: t("frame.terms") },
    { path: branding?.privacyPath, label: t("frame.privacy") },
  ].flatMap(({ path, label }) => (path ? [{ path, label }] : []));
  return (
    <footer className="space-y-4 text-center text-sm text-muted">
      {(isAttributed(branding) || documents.length > 0) && (
        <p className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1">
          {isAttributed(branding) && <span>{t("frame.poweredBy", { name: "Quittance" })}</span>}
          {documents.map(({ path, label }) => (
            <a key={path} href={path} target="_blank" rel="noopener" className="underline underline-offset-4">
              {label}
            </a>
          ))}
        </p>
      )}
      <LanguageLinks current={t.locale} href={href} label={t("frame.language")} />
    </footer>
  );
}

/** On, unless it was switched off; with a partner's branding off, unless it was switched on (OB-05). */
function isAttributed(branding: Branding | null): boolean {
  return branding?.displayRequestBranding ?? branding?.orchestratorId === undefined;
}
