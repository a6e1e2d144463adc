import type { Operation, SecurityRequirement } from "@/server/http/openapi/document";
import { docsPath, type ListedOperation } from "../catalogue";
import { CodeTabs } from "../code/code-tabs";
import { snippetsOf } from "../code/languages";
import { sampleBody, sampleCall } from "../code/sample";
import { FieldTable } from "../fields/field-table";
import { type Field, fieldsOf, notesOf, type Schemas, typeOf } from "../fields/fields";
import { Trail } from "../frame";
import { Part } from "../part";
import { Answers } from "./answers";
import { TryIt } from "./try-it";

const CREDENTIALS: Record<string, string> = {
  apiKey: "API key",
  clientId: "client ID",
  orchestratorKey: "orchestrator key",
  sessionBearer: "session",
  sessionCookie: "session",
};

export interface ReferenceFacts {
  apiUrl: string;
  schemas: Schemas;
  /** Key of the demo account of a local stack; null everywhere else. */
  demoKey: string | null;
}

/** One operation: who may call it, what it takes, what it gives, how it fails, code, and a place to try it. */
export function OperationPage({
  listed,
  group,
  facts,
}: {
  listed: ListedOperation;
  group: string;
  facts: ReferenceFacts;
}) {
  const { method, path, operation } = listed;
  const { apiUrl, schemas, demoKey } = facts;
  const body = operation.requestBody?.content["application/json"]?.schema;
  const parameters = parameterFields(operation, schemas);
  return (
    <article id={operation.operationId} aria-labelledby="operation-name">
      <Trail
        steps={[
          { name: "Reference", href: "/docs" },
          { name: group, href: docsPath(group) },
        ]}
      />
      <h1 id="operation-name" className="font-serif text-3xl font-semibold tracking-tight">
        {operation.summary}
      </h1>
      <p className="mt-3 font-mono text-sm break-words">
        <span className="font-semibold text-accent uppercase">{method}</span> <PathText path={path} />
      </p>
      <p className="mt-2 text-sm text-muted">{whoMayCall(operation.security)}</p>
      {operation.description && (
        <p className="mt-1 text-sm text-muted">{operation.description.replaceAll("`", "")}</p>
      )}

      <Part title="Code">
        <CodeTabs
          label={`example of ${operation.operationId}`}
          code={snippetsOf(sampleCall(method, path, operation, apiUrl, schemas))}
        />
      </Part>
      <Part title="Try it">
        <TryIt
          method={method}
          path={path}
          demoKey={demoKey}
          takes={whatItTakes(operation.security)}
          parameters={parameters
            .filter(({ place }) => place !== "header")
            .map(({ place, field }) => ({
              name: field.path,
              place: place === "path" ? "path" : "query",
              isRequired: field.required,
              words: field.notes[0] ?? "",
            }))}
          body={body ? JSON.stringify(sampleBody(operation, schemas), null, 2) : null}
        />
      </Part>
      {parameters.length > 0 && (
        <Part title="Parameters">
          <FieldTable
            direction="sent"
            caption={`Parameters of ${operation.operationId}`}
            fields={parameters.map(({ field }) => field)}
          />
        </Part>
      )}
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
    </article>
  );
}

/** Said in words above the table. */
const CREDENTIAL_HEADERS = ["x-api-key", "x-client-id", "x-orchestrator-key", "Origin"];

function parameterFields(
  { parameters = [] }: Operation,
  schemas: Schemas,
): { place: string; field: Field }[] {
  const others = parameters.filter(({ name }) => !CREDENTIAL_HEADERS.includes(name));
  return others.map((one) => ({
    place: one.in,
    field: {
      path: one.name,
      type: `${typeOf(one.schema, schemas)}, in ${one.in}`,
      required: one.required,
      notes: notesOf(one.schema, one.description),
    },
  }));
}

function whoMayCall(security: SecurityRequirement[]): string {
  if (security.length === 0) return "Open to everyone.";
  const ways = security.map((way) =>
    Object.keys(way)
      .map((scheme) => CREDENTIALS[scheme] ?? scheme)
      .join(" with "),
  );
  const named = [...new Set(ways)].filter(Boolean);
  return `Called with ${named.join(", or ")}${ways.includes("") ? ", or with nothing" : ""}.`;
}

/** Which credential a try needs: the account's key, none, or one that the page has not. */
function whatItTakes(security: SecurityRequirement[]): "key" | "nothing" | "other" {
  if (security.some((way) => Object.keys(way).join() === "apiKey")) return "key";
  return security.length === 0 || security.some((way) => Object.keys(way).length === 0) ? "nothing" : "other";
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
