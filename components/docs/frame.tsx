import Link from "next/link";
import type { ReactNode } from "react";
import { Wordmark } from "@/components/ui/wordmark";
import type { ContentsGroup } from "./catalogue";
import { Contents } from "./contents";
import { FoldedContents } from "./folded-contents";

/** The list of everything beside one page of the reference. */
export function DocsFrame({ contents, children }: { contents: ContentsGroup[]; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-6xl px-5 lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-12">
      <a
        href="#reference"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:bg-card focus:p-2"
      >
        Skip to the reference
      </a>
      <aside className="border-b border-line py-5 lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-b-0 lg:py-8 lg:pr-2">
        <Link href="/" prefetch={false} aria-label="Quittance, to the start">
          <Wordmark />
        </Link>
        <div className="mt-6 hidden lg:block">
          <Contents groups={contents} />
        </div>
        <FoldedContents groups={contents} />
      </aside>
      <main id="reference" tabIndex={-1} className="min-w-0 py-8 outline-none lg:max-w-3xl lg:py-10">
        {children}
      </main>
    </div>
  );
}

/** Where a page is in the reference. */
export function Trail({ steps }: { steps: { name: string; href: string }[] }) {
  return (
    <nav aria-label="You are here" className="mb-3 text-sm text-muted">
      {steps.map(({ name, href }, i) => (
        <span key={href}>
          {i > 0 && (
            <span aria-hidden="true" className="mx-1.5">
              /
            </span>
          )}
          <Link href={href} prefetch={false} className="underline underline-offset-4 hover:text-accent">
            {name}
          </Link>
        </span>
      ))}
    </nav>
  );
}
