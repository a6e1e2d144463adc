import Link from "next/link";
import type { OpenApi } from "@/server/http/openapi/document";
import type { ContentsGroup } from "./catalogue";

/** What holds for every operation, and where each group of them is. */
export function Introduction({
  api,
  apiUrl,
  contents,
}: {
  api: OpenApi;
  apiUrl: string;
  contents: ContentsGroup[];
}) {
  const facts: [name: string, text: React.ReactNode][] = [
    [
      "Base URL",
      <code key="url" className="font-mono break-all">
        {apiUrl}
      </code>,
    ],
    ["Version", api.info.version],
    [
      "Credentials",
      <>
        A server sends its key as <Code>x-api-key</Code>; a browser sends <Code>x-client-id</Code> and its
        origin.
      </>,
    ],
    [
      "Errors",
      <>
        A status and a body with <Code>statusCode</Code>, <Code>message</Code> and <Code>error</Code>; invalid
        fields are named one by one.
      </>,
    ],
    [
      "Repeating",
      <>
        Creating calls take an <Code>Idempotency-Key</Code>: the same key within 24 hours gives the first
        answer again.
      </>,
    ],
    [
      "Tracing",
      <>
        Every answer has an <Code>x-request-id</Code>, which is in our log too.
      </>,
    ],
  ];
  return (
    <header>
      <h1 className="font-serif text-4xl font-semibold tracking-tight">API reference</h1>
      <p className="mt-4 max-w-prose leading-relaxed text-muted">{api.info.description}</p>
      <dl className="mt-6 border-t border-line text-sm">
        {facts.map(([name, text]) => (
          <div
            key={name}
            className="border-b border-dashed border-line py-2.5 sm:grid sm:grid-cols-[8rem_1fr]"
          >
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm">
        <a href="/openapi.json" className="text-accent underline underline-offset-4">
          OpenAPI 3.1 description
        </a>
      </p>
      <h2 className="mt-10 font-serif text-2xl font-semibold">Groups</h2>
      <ul className="mt-4 grid border-t border-line sm:grid-cols-2 sm:gap-x-8">
        {contents.map(({ name, href, entries }) => (
          <li key={href} className="border-b border-dashed border-line">
            <Link href={href} prefetch={false} className="group flex items-baseline gap-2 py-2.5 text-sm">
              <span className="font-medium group-hover:text-accent">{name}</span>
              <span className="ml-auto text-xs text-muted">{entries.length}</span>
            </Link>
          </li>
        ))}
      </ul>
    </header>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.8125rem] text-ink">{children}</code>;
}
