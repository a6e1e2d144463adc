import type { Translator } from "@/components/i18n/translator";
import { ContactLine } from "@/components/pay/contact/contact-line";
import { contactOf } from "@/server/branding/contact";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import type { PageState } from "@/server/secure-payments/page/page-schema";

/** States of a link that is opened to be paid, in which nobody has a question yet. */
const PLAIN = new Set<PageState["kind"]>(["ready", "bundle", "hidden"]);

/** Whom a payer can ask, on a page that has just opened: in small print as long as nothing is wrong. */
export function FirstContact({ t, page }: { t: Translator; page: PageState }) {
  return <PageContact t={t} page={page} isQuiet={PLAIN.has(page.kind)} />;
}

/** Whom a payer can ask about a schedule. */
export function ScheduleContact({ t, page }: { t: Translator; page: PageSchedule }) {
  const reference = page.reference ?? page.token;
  return <ContactLine t={t} isQuiet named={contactOf(page.branding, page.merchant)} reference={reference} />;
}

interface PageContactProps {
  t: Translator;
  page: PageState;
  isQuiet?: boolean;
}

/** Whom a payer can ask about the payment of a page. */
export function PageContact({ t, page, isQuiet = false }: PageContactProps) {
  if (!("branding" in page)) return null;
  const facts = "facts" in page ? page.facts : null;
  // Where nothing of the payment is told, the merchant finds it by its link.
  const reference = facts?.reference ?? facts?.items[0]?.requestId ?? page.token;
  const named = contactOf(page.branding, page.merchant);
  return <ContactLine t={t} isQuiet={isQuiet} named={named} reference={reference} />;
}
