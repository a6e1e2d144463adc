import { Wordmark } from "@/components/ui/wordmark";

const WAYS = [
  { href: "/", name: "Start page", note: "what this is, and all its parts" },
  { href: "/dashboard", name: "Dashboard", note: "for merchants: payments, links, settings" },
  { href: "/pay/schedules", name: "My recurring payments", note: "for payers: see and stop them" },
  { href: "/docs", name: "API reference", note: "for developers" },
];

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center px-5 py-16">
      <Wordmark />
      <h1 className="mt-6 font-serif text-2xl font-semibold">There is no page at this address.</h1>
      <p className="mt-3 leading-relaxed">
        If you want to pay: open the payment link again exactly as you got it, to its last letter. If it still
        leads here, ask whoever sent it for a new one. Nothing has been paid.
      </p>
      <ul className="mt-6 border-t border-dashed border-line">
        {WAYS.map(({ href, name, note }) => (
          <li key={href} className="border-b border-dashed border-line py-3">
            {/* Plain links: every page carries this one, and would carry the router's with it. */}
            <a href={href} className="font-medium text-accent underline underline-offset-4">
              {name}
            </a>
            <span className="block text-sm text-muted">{note}</span>
          </li>
        ))}
      </ul>
    </main>
  );
}
