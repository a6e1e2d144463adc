import { Wordmark } from "@/components/ui/wordmark";

const READERS = [
  {
    title: "You were asked to pay",
    text: "Open the payment link that you got: everything is on its page. No account is needed.",
    links: [{ href: "/pay/schedules", name: "See and stop your recurring payments" }],
  },
  {
    title: "You want to be paid",
    text: "Sign in with a wallet, create a link, and see when it is paid.",
    links: [{ href: "/dashboard", name: "Open the dashboard" }],
  },
  {
    title: "You build with it",
    text: "Every operation with an example, and a description for code generators.",
    links: [
      { href: "/docs", name: "API reference" },
      { href: "/openapi.json", name: "OpenAPI description" },
    ],
  },
];

const STATUS = [
  { href: "/v2/health", name: "Health" },
  { href: "/v2/ready", name: "Readiness" },
  { href: "/metrics", name: "Metrics" },
];

/** Where each reader goes on from here. */
export default function Home() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center px-5 py-16">
      <div className="rounded-lg border border-line bg-card px-6 py-8 shadow-sm sm:px-10 sm:py-12">
        <Wordmark />
        <h1 className="mt-8 font-serif text-3xl leading-tight font-semibold text-balance">
          Payment requests for stablecoins, on your own server.
        </h1>
        <p className="mt-4 leading-relaxed text-muted">
          Create a request, hand out its link, and be told when it is paid on chain. The money goes from payer
          to payee; nothing passes through here.
        </p>
        {READERS.map(({ title, text, links }) => (
          <section key={title} className="mt-7 border-t border-dashed border-line pt-6">
            <h2 className="text-lg font-semibold">{title}</h2>
            <p className="mt-1 leading-relaxed text-muted">{text}</p>
            <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
              {links.map(({ href, name }) => (
                <a key={href} href={href} className="font-medium text-accent underline underline-offset-4">
                  {name}
                </a>
              ))}
            </p>
          </section>
        ))}
        <p className="mt-8 flex flex-wrap gap-x-5 gap-y-2 border-t border-dashed border-line pt-5 text-sm text-muted">
          {STATUS.map(({ href, name }) => (
            <a key={href} href={href} className="underline underline-offset-4 hover:text-ink">
              {name}
            </a>
          ))}
        </p>
      </div>
    </main>
  );
}
