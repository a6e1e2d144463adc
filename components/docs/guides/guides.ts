import { join, posix } from "node:path";

/** A page of the repository that is read as a guide. */
export interface Guide {
  /** Last part of its address. */
  slug: string;
  /** Where its Markdown is, from the root of the repository. */
  file: string;
  /** The heading of the part that is meant; all of the file without one. */
  section?: string;
  title: string;
  /** Whom it is for, or what it is about. */
  about: string;
}

/** In the order of docs/README.md, which says the same (`guides.test.ts`). */
export const GUIDES: readonly Guide[] = [
  {
    slug: "five-minutes",
    file: "README.md",
    section: "Five minutes with the API",
    title: "Five minutes with the API",
    about: "a first payment, its webhook and its receipt",
  },
  {
    slug: "webhooks",
    file: "docs/webhooks.md",
    title: "Receive and verify webhooks",
    about: "whoever wants to know that money came",
  },
  guide(
    "client",
    "The client, for TypeScript and JavaScript",
    "whoever calls the service from a program of their own",
  ),
  guide(
    "destinations-and-client-ids",
    "Sign in, say where you are paid, hand out client IDs",
    "a shop whose pages create requests",
  ),
  guide("branding", "Your colours on the payer's page", "merchants"),
  guide("embed", "Show a payment link inside your own page", "shops that keep their payers on their page"),
  guide(
    "other-currencies",
    "Ask in euros, be paid in a stablecoin",
    "prices in another currency than the payment",
  ),
  guide("instalments", "Pay in instalments", "recurring payouts by a permit that the payer signs once"),
  guide("another-network", "Pay from another network", "payers whose tokens lie elsewhere"),
  guide("exchange", "Pay from an exchange", "payers who can make a plain transfer only"),
  guide("safe", "Pay from a treasury", "payers whose money is in a Safe"),
  guide(
    "bank-accounts",
    "Pay to a bank account",
    "payments that end at a bank, and the personal data that is kept for them",
  ),
  guide("underpayments", "Take a little less as paid", "merchants whose payers send from exchanges"),
  guide("confirmations", "Wait longer for large payments", "merchants of small and large payments"),
  guide(
    "notifications",
    "Be told by e-mail, Slack or Telegram",
    "members who want to hear of payments, approvals or alarms",
  ),
  guide("refunds", "Send money back", "merchants whose payer gets money back"),
  guide("invoices", "Write invoices and e-invoices", "merchants whose customers want an invoice"),
  guide("books", "Take the books into your own system", "accounting, and programs that reconcile"),
  guide("orchestrators", "Bring platforms as a partner", "orchestrators"),
  guide("keys", "Give a server a key that can do no more than it needs", "whoever makes keys"),
  guide("team", "Work as a team: members, confirmations and second people", "owners of an account"),
  guide(
    "own-checkout",
    "A checkout of your own, as safe as ours",
    "shops that draw their own page and let a wallet sign",
  ),
  guide(
    "chaos",
    "Try what goes wrong",
    "whoever tests a receiver of webhooks against forks, late and wrong payments",
  ),
  guide("event-bus", "Read all events from a bus", "operators whose systems listen to NATS"),
  guide("going-live", "Go live", "whoever takes real money for the first time"),
  guide(
    "hosted-service-clients",
    "A client written for a compatible hosted service",
    "programs that exist already",
  ),
];

/** The heading of the guides among the groups of the reference. */
export const GUIDES_GROUP = "Guides";

export function guidePath(slug: string): string {
  return `/docs/guides/${slug}`;
}

/**
 * The address of a link in one of these files: another site as it is, a heading or a guide on this site. Null for other files of the
 * repository, which have no page.
 */
export function addressOf(target: string, from: string): string | null {
  if (/^https?:/.test(target) || target.startsWith("#")) return target;
  const [path = "", anchor] = target.split("#");
  const file = posix.normalize(posix.join(posix.dirname(from), path));
  const found = GUIDES.find((one) => one.file === file && (!one.section || anchorOf(one.section) === anchor));
  if (!found) return null;
  return guidePath(found.slug) + (anchor && !found.section ? `#${anchor}` : "");
}

/** The anchor of a heading, as code hosts make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function guide(slug: string, title: string, about: string): Guide {
  return { slug, file: join("docs/guides", `${slug}.md`), title, about };
}
