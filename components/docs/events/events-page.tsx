import type { Operation } from "@/server/http/openapi/document";
import type { ContentsEntry } from "../catalogue";
import { CodeTabs } from "../code/code-tabs";
import { FieldTable } from "../fields/field-table";
import { Trail } from "../frame";
import { PageList } from "../page-list";
import { Part } from "../part";
import { verifyCode } from "./verify-code";

/** How events arrive, what is answered, how a signature is checked; and every event. */
export function EventsPage({
  entries,
  example,
  headerPrefix,
}: {
  entries: ContentsEntry[];
  /** Any event: all have the same headers. */
  example: Operation;
  headerPrefix: string;
}) {
  return (
    <>
      <Trail steps={[{ name: "Reference", href: "/docs" }]} />
      <h1 className="font-serif text-3xl font-semibold tracking-tight">Webhook events</h1>
      <p className="mt-3 max-w-prose leading-relaxed text-muted">
        What happens is sent to your server as a <code className="font-mono text-ink">POST</code> with a JSON
        body, signed with the secret of your webhook. Answer with any 2xx within 5 seconds and do the work
        afterwards; every other answer is a failure, and the event is sent again. Events can come twice and
        overtake each other: handle each delivery ID once, and order them by{" "}
        <code className="font-mono text-ink">sequence</code>.
      </p>
      <PageList entries={entries} />
      <Part title="Check the signature">
        <p className="mb-3 max-w-prose text-sm leading-relaxed text-muted">
          Work on the bytes as they came, before any JSON parser has seen them. With the secret{" "}
          <code className="font-mono text-ink">test-signing-secret</code> the body{" "}
          <code className="font-mono text-ink">{'{"event":"payment.confirmed"}'}</code> has the signature{" "}
          <code className="font-mono break-all text-ink">
            090d0ee6b1632365f405aa9cb10a4d4fb349f45e76d9841c81479936a8f377ee
          </code>
          .
        </p>
        <CodeTabs label="signature check" code={verifyCode(`${headerPrefix}signature`)} />
      </Part>
      <Part title="Headers">
        <FieldTable
          direction="received"
          caption="Headers of a delivery"
          fields={(example.parameters ?? []).map(({ name, required, description }) => ({
            path: name,
            type: "string",
            required,
            notes: description ? [description] : [],
          }))}
        />
      </Part>
    </>
  );
}
