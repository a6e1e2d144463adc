import { LOCALE_NAMES, LOCALE_PARAMETER, LOCALES, type Locale } from "@/components/i18n/locales";

interface Props {
  current: Locale;
  /** Path and query of the page without a language, as `/pay?token=…`. */
  href: string;
  /** What the list is called, as "Language". */
  label: string;
}

/** The page in every other language, as plain links that work without a script. */
export function LanguageLinks({ current, href, label }: Props) {
  const separator = href.includes("?") ? "&" : "?";
  return (
    <nav aria-label={label}>
      <ul className="font-language-names flex flex-wrap justify-center gap-x-4 gap-y-1">
        {LOCALES.map((locale) => (
          <li key={locale}>
            {locale === current ? (
              <span aria-current="true" className="font-medium text-ink">
                {LOCALE_NAMES[locale]}
              </span>
            ) : (
              <a
                href={`${href}${separator}${LOCALE_PARAMETER}=${locale}`}
                lang={locale}
                hrefLang={locale}
                className="underline-offset-4 hover:underline"
              >
                {LOCALE_NAMES[locale]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
