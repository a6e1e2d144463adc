/** An e-mail with an invoice. */
export interface InvoiceMail {
  to: string;
  /** Where answers go: the address of the issuer; null where it has none. */
  replyTo: string | null;
  subject: string;
  text: string;
  /** The same when the same e-mail is sent again. */
  id: string;
  attachments: readonly { fileName: string; contentType: string; content: Uint8Array }[];
}

/** What came of one attempt. */
export type MailOutcome =
  | { kind: "sent" }
  /** It is tried again. */
  | { kind: "later"; error: string }
  /** The mail server will never take it. */
  | { kind: "refused"; error: string };

/** Gives an e-mail to the operator's mail server. Never throws, and ends within its time whatever the server does. */
export type Mailer = (mail: InvoiceMail) => Promise<MailOutcome>;
