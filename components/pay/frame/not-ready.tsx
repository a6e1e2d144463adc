import type { Translator } from "@/components/i18n/translator";

interface Props {
  t: Translator;
  /** This page. */
  href: string;
}

/** Appears by itself, by style alone, where the page's scripts have not started ten seconds after the page was drawn. */
export function NotReady({ t, href }: Props) {
  return (
    <p className="not-ready mt-4 text-center text-sm text-muted noscript:hidden">
      {t("frame.notReady")}{" "}
      <a href={href} className="font-medium text-accent underline underline-offset-4">
        {t("frame.loadAgain")}
      </a>
    </p>
  );
}
