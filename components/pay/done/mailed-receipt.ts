import { formatMoment } from "@/components/i18n/format-moment";
import type { Translator } from "@/components/i18n/translator";

/** What of a receipt stands in a mail; amounts as they are written for the reader. */
export interface MailedFacts {
  amount: string;
  network: string;
  merchant: string | null;
  paidAt: string | null;
  reference: string | null;
  hashes: readonly string[];
}

/** Transactions that a mail names: every mail program takes an address of this length. */
const NAMED = 5;

/** The lines of a mail that says what was paid; the address of the receipt follows them. */
export function mailedReceipt(
  t: Translator,
  { amount, network, merchant, paidAt, reference, hashes }: MailedFacts,
): string[] {
  return [
    t("pay.mail.paid", { amount, network }),
    ...(merchant === null ? [] : [t("pay.mail.to", { name: merchant })]),
    ...(paidAt === null ? [] : [t("pay.mail.at", { date: formatMoment(paidAt, t.locale, "UTC") })]),
    ...(reference === null ? [] : [t("pay.mail.reference", { reference })]),
    ...hashes.slice(0, NAMED).map((hash) => t("pay.mail.transaction", { hash })),
  ];
}

/** A mail to nobody yet, for the payer's own mail program. */
export function mailToBeSent(subject: string, lines: readonly string[]): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join("\r\n"))}`;
}
