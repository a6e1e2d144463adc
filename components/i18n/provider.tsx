"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Locale } from "@/components/i18n/locales";
import { type Translator, translator } from "@/components/i18n/translator";
import type { Dictionary } from "@/messages/message";

const Context = createContext<Translator | null>(null);

/** Hands the texts of one language to the client components below. */
export function I18nProvider(props: { locale: Locale; messages: Dictionary; children: ReactNode }) {
  const { locale, messages, children } = props;
  const t = useMemo(() => translator(locale, messages), [locale, messages]);
  return <Context value={t}>{children}</Context>;
}

/** The texts of the page's language: `const t = useT(); t("pay.connect")`; `t.locale` is the language. */
export function useT(): Translator {
  const t = useContext(Context);
  if (!t) throw new Error("useT() needs an I18nProvider above it");
  return t;
}
