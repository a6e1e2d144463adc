import Link from "next/link";
import { Wordmark } from "@/components/ui/wordmark";

const LINKS = [
  { href: "/docs", name: "API reference", note: "every operation, with an example" },
  { href: "/openapi.json", name: "OpenAPI description", note: "for code generators" },
  { href: "/v2/health", name: "Health", note: "is the process alive" },
  { href: "/v2/ready", name: "Readiness", note: "database, migrations, chains" },
  { href: "/metrics", name: "Metrics", note: "for Prometheus" },
];

export default function Home() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center px-5 py-16">
      <div className="rounded-lg border border-line bg-card px-6 py-8 shadow-sm sm:px-10 sm:py-12">
        <Wordmark />
        <h1 className="mt-8 font-serif text-3xl leading-tight font-semibold text-balance">
          Payment requests for stablecoins, on your own server.
        </h1>
        <p className="mt-4 leading-relaxed text-muted">
          Create a request, hand out its transaction, and be told when it is paid on chain. The money goes
          from payer to payee; nothing passes through here.
        </p>
        <ul className="mt-8 border-t border-dashed border-line">
          {LINKS.map(({ href, name, note }) => (
            <li key={href} className="border-b border-dashed border-line">
              <Link href={href} prefetch={false} className="group flex items-baseline gap-3 py-3">
                <span className="font-medium group-hover:text-accent">{name}</span>
                <span className="hidden text-sm text-muted sm:inline">{note}</span>
                <span className="ml-auto font-mono text-sm text-muted group-hover:text-accent">{href}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}
