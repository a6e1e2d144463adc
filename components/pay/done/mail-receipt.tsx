"use client";

import { mailToBeSent } from "@/components/pay/done/mailed-receipt";
import { PageButton } from "@/components/ui/page-button";

interface MailReceiptProps {
  /** Of the receipt on this origin. */
  path: string;
  subject: string;
  /** What was paid; the address of the receipt follows. */
  lines: readonly string[];
  label: string;
  className?: string;
}

/** Opens the payer's own mail program with what was paid and the address of the receipt: nothing is sent from here. */
export function MailReceipt({ path, subject, lines, label, className = "" }: MailReceiptProps) {
  const open = () => {
    window.location.href = mailToBeSent(subject, [...lines, "", new URL(path, window.location.href).href]);
  };
  return (
    <PageButton look="beside" onClick={open} className={`${className} noscript:hidden print:hidden`}>
      {label}
    </PageButton>
  );
}
