"use client";

interface MailReceiptProps {
  /** Of the receipt on this origin. */
  path: string;
  subject: string;
  label: string;
  className: string;
}

/** Opens the payer's own mail program with the address of the receipt: nothing is sent from here. */
export function MailReceipt({ path, subject, label, className }: MailReceiptProps) {
  const open = () => {
    const body = new URL(path, window.location.href).href;
    window.location.href = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  };
  return (
    <button type="button" onClick={open} className={`${className} noscript:hidden print:hidden`}>
      {label}
    </button>
  );
}
