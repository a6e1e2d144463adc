import { CodeBlock } from "@/components/ui/code-block";
import type { Operation } from "@/server/http/openapi/document";
import { docsPath, EVENTS_GROUP } from "../catalogue";
import { CodeTabs } from "../code/code-tabs";
import { FieldTable } from "../fields/field-table";
import { fieldsOf } from "../fields/fields";
import { Trail } from "../frame";
import { Part } from "../part";
import { WordsOf } from "../words-of";
import { verifyCode } from "./verify-code";

/** One webhook event: when it comes, what it carries, an example, and how to see that it is genuine. */
export function EventPage({ event, headerPrefix }: { event: Operation; headerPrefix: string }) {
  const content = event.requestBody?.content["application/json"];
  return (
    <article id={event.operationId} aria-labelledby="event-name">
      <Trail
        steps={[
          { name: "Reference", href: "/docs" },
          { name: EVENTS_GROUP, href: docsPath(EVENTS_GROUP) },
        ]}
      />
      <h1 id="event-name" className="font-mono text-2xl font-semibold tracking-tight wrap-anywhere">
        {event.operationId}
      </h1>
      <p className="mt-3 max-w-prose leading-relaxed text-muted">
        <WordsOf text={event.summary} />
      </p>
      {event.tags.length > 0 && (
        <p className="mt-2 text-sm text-muted">Only webhooks of an orchestrator hear it.</p>
      )}
      <Part title="Example">
        <CodeBlock
          text={JSON.stringify(content?.example, null, 2)}
          label={`example of ${event.operationId}`}
          language="JSON"
        />
      </Part>
      <Part title="Check the signature">
        <CodeTabs label="signature check" code={verifyCode(`${headerPrefix}signature`)} />
      </Part>
      <Part title="Fields">
        <FieldTable
          direction="received"
          caption={`Fields of ${event.operationId}`}
          fields={content ? fieldsOf(content.schema, {}) : []}
        />
      </Part>
    </article>
  );
}
