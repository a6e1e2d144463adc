import { parseUrl } from "@/server/lib/parse-url";

/** How payers reach who asks for the money: by mail, or on a page of theirs. */
export type Contact = { kind: "mail"; address: string } | { kind: "page"; url: string; label: string };

/** A contact, and whose it is; null where they have no name. */
export interface NamedContact {
  contact: Contact;
  of: string | null;
}

/** Characters of a contact: an address of mail has fewer, and a longer one is no address that people read. */
export const CONTACT_LENGTH = 200;

/** A name in the domain system, as it is looked up: letters of other scripts stand in it as `xn--…`, and show as that. */
const HOST = "(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})";
/** No sign in it means anything in a `mailto:` address. */
const MAIL = new RegExp(`^(?=.{1,64}@)[a-z0-9_][a-z0-9_+-]*(?:\\.[a-z0-9_+-]+)*@${HOST}$`, "i");
/** A path in plain signs: nothing that ends an attribute, a line or an address, and no backslash. */
const PAGE = new RegExp(`^https://(${HOST})(?::[0-9]{1,5})?(/[\\w.~!$&()*+,;=:@%/?#-]*)?$`, "i");

/**
 * What a text says of how to reach somebody, null for anything but an e-mail address or an https address of a public
 * name. ASCII only, so that no letter looks like another one; a link is shown as what it opens.
 */
export function contactIn(text: unknown): Contact | null {
  if (typeof text !== "string" || text.length > CONTACT_LENGTH) return null;
  if (MAIL.test(text)) return { kind: "mail", address: text };
  const page = PAGE.exec(text);
  const url = page && parseUrl(text);
  if (!page || !url) return null;
  // What a browser opens is what was read here.
  if (url.hostname !== page[1]?.toLowerCase() || url.username !== "" || url.password !== "") return null;
  return { kind: "page", url: url.href, label: url.href.slice("https://".length).replace(/\/$/, "") };
}

/**
 * Whom a payer can turn to, by the branding that their page has: its own merchant, or the partner whose look it is and
 * who is no merchant. Null where the branding says nothing.
 */
export function contactOf(
  branding: { contact?: unknown; displayName?: string; orchestratorId?: string } | null,
  merchant: string | null,
): NamedContact | null {
  const contact = contactIn(branding?.contact);
  if (contact === null) return null;
  return { contact, of: branding?.orchestratorId === undefined ? merchant : (branding.displayName ?? null) };
}
