import { CodeBlock } from "@/components/ui/code-block";
import type { Operation, SecurityRequirement } from "@/server/http/openapi/document";
import { curlExample } from "./example";
import { FieldTable } from "./field-table";
import { type Field, fieldsOf, notesOf, type Schemas, typeOf } from "./fields";
import type { ListedOperation } from "./operation-list";

const CREDENTIALS: Record<string, string> = {
  apiKey: "API key",
  clientId: "client ID",
  orchestratorKey: "orchestrator key",
  sessionBearer: "session",
  sessionCookie: "session",
};

/** One operation: who may call it, what it takes, what it gives, how it fails, and how to try it. */
export function OperationArticle({
  listed,
  apiUrl,
  schemas,
}: {
  listed: ListedOperation;
  apiUrl: string;
  schemas: Schemas;
}) {
  const { method, path, operation } = listed;
  const body = operation.requestBody?.content["application/json"]?.schema;
  return (
    <article
      id={operation.operationId}
      aria-labelledby={`${operation.operationId}-name`}
      className="scroll-mt-6 border-t border-line py-10 first-of-type:border-t-0 target:pl-5 target:shadow-[inset_3px_0_0_var(--accent)]"
    >
      <h3 id={`${operation.operationId}-name`} className="font-serif text-xl font-semibold">
        <a href={`#${operation.operationId}`} className="hover:text-accent">
          {operation.summary}
        </a>
      </h3>
      <p className="mt-2 font-mono text-sm break-words">
        <span className="font-semibold text-accent uppercase">{method}</span> <PathText path={path} />
      </p>
      <p className="mt-2 text-sm text-muted">{whoMayCall(operation.security)}</p>

      <Part title="Parameters">
        <FieldTable
          direction="sent"
          caption={`Parameters of ${operation.operationId}`}
          fields={parameterFields(operation, schemas)}
        />
      </Part>
      {body && (
        <Part title="Body">
          <FieldTable
            direction="sent"
            caption={`Body of ${operation.operationId}`}
            fields={fieldsOf(body, schemas)}
          />
        </Part>
      )}
      <Part title="Answers">
        <Answers operation={operation} schemas={schemas} />
      </Part>
      <Part title="Example">
        <CodeBlock
          language="curl"
          label={`example of ${operation.operationId}`}
          text={curlExample(method, path, operation, apiUrl, schemas)}
        />
      </Part>
    </article>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="mt-6 has-[h4:only-child]:hidden">
      <h4 className="mb-2 text-sm font-semibold">{title}</h4>
      {children}
    </section>
  );
}

function Answers({ operation, schemas }: { operation: Operation; schemas: Schemas }) {
  return (
    <ul className="border-t border-line">
      {Object.entries(operation.responses).map(([status, { description, content }]) => {
        const schema = content["application/json"]?.schema;
        const fields = schema && status.startsWith("2") ? fieldsOf(schema, schemas) : [];
        const line = (
          <>
            <span className="w-12 shrink-0 font-mono font-semibold">{status}</span>
            <span className="text-muted">{description}</span>
          </>
        );
        return (
          <li key={status} className="border-b border-dashed border-line text-sm">
            {fields.length > 0 ? (
              <details>
                <summary className="flex cursor-pointer gap-2 py-2 marker:content-none hover:text-accent">
                  {line}
                  <span className="ml-auto text-xs text-accent">{fields.length} fields</span>
                </summary>
                <div className="pb-4 pl-2 sm:pl-14">
                  <FieldTable
                    direction="received"
                    caption={`Fields of ${operation.operationId}, ${status}`}
                    fields={fields}
                  />
                </div>
              </details>
            ) : (
              <p className="flex gap-2 py-2">{line}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Said in words above the table. */
const CREDENTIAL_HEADERS = ["x-api-key", "x-client-id", "x-orchestrator-key", "Origin"];

function parameterFields({ parameters = [] }: Operation, schemas: Schemas): Field[] {
  const others = parameters.filter(({ name }) => !CREDENTIAL_HEADERS.includes(name));
  return others.map((one) => ({
    path: one.name,
    type: `${typeOf(one.schema, schemas)}, in ${one.in}`,
    required: one.required,
    notes: notesOf(one.schema, one.description),
  }));
}

function whoMayCall(security: SecurityRequirement[]): string {
  if (security.length === 0) return "Open to everyone.";
  const ways = security.map((way) =>
    Object.keys(way)
      .map((scheme) => CREDENTIALS[scheme] ?? scheme)
      .join(" with "),
  );
  return `Called with ${[...new Set(ways)].join(", or ")}.`;
}

/** A path that may break after each slash. */
function PathText({ path }: { path: string }) {
  return path.split(/(?<=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
    <span key={index}>
      {part}
      <wbr />
    </span>
  ));
}
