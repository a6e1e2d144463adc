import type { Translator } from "@/components/i18n/translator";
import { ContactLine } from "@/components/pay/contact/contact-line";
import { contactOf } from "@/server/branding/contact";
import type { PageState } from "@/server/secure-payments/page/page-schema";

/** Whom a payer can ask about the payment of a page. */
export function PageContact({ t, page }: { t: Translator; page: PageState }) {
  if (!("branding" in page)) return null;
  const facts = "facts" in page ? page.facts : null;
  // Where nothing of the payment is told, the merchant finds it by its link.
  const reference = facts?.reference ?? facts?.items[0]?.requestId ?? page.token;
  return <ContactLine t={t} named={contactOf(page.branding, page.merchant)} reference={reference} />;
}
