import Link from "next/link";
import { Wordmark } from "@/components/ui/wordmark";
import type { OpenApi } from "@/server/http/openapi/document";
import { Contents, type ContentsGroup } from "./contents";
import { Introduction } from "./introduction";
import { OperationArticle } from "./operation-article";
import { type Group, groupsOf } from "./operation-list";

/** The whole API reference, from our own description and nothing else. */
export function Reference({ api, apiUrl }: { api: OpenApi; apiUrl: string }) {
  const groups = groupsOf(api);
  const contents = groups.map(contentsOf);
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
        <details className="mt-4 lg:hidden">
          <summary className="cursor-pointer text-sm font-medium text-accent">Operations</summary>
          <div className="mt-4">
            <Contents groups={contents} />
          </div>
        </details>
      </aside>
      <main id="reference" className="min-w-0 py-8 lg:max-w-3xl lg:py-10">
        <Introduction api={api} apiUrl={apiUrl} />
        {groups.map((group) => (
          <section key={group.name} aria-labelledby={`tag-${slug(group.name)}`} className="mt-14">
            <h2
              id={`tag-${slug(group.name)}`}
              className="border-b-2 border-ink pb-2 font-serif text-2xl font-semibold"
            >
              {group.name}
            </h2>
            {group.operations.map((listed) => (
              <OperationArticle
                key={listed.operation.operationId}
                listed={listed}
                apiUrl={apiUrl}
                schemas={api.components.schemas}
              />
            ))}
          </section>
        ))}
      </main>
    </div>
  );
}

function contentsOf({ name, operations }: Group): ContentsGroup {
  return {
    name,
    entries: operations.map(({ method, path, operation }) => ({
      id: operation.operationId,
      method,
      path,
      summary: operation.summary,
    })),
  };
}

function slug(name: string): string {
  return name.toLowerCase().replace(/\W+/g, "-");
}
