import type { Operation } from "@/server/http/openapi/document";
import { FieldTable } from "../fields/field-table";
import { fieldsOf, type Schemas } from "../fields/fields";

/** Every status the operation can answer; a success opens to its fields. */
export function Answers({ operation, schemas }: { operation: Operation; schemas: Schemas }) {
  return (
    <ul className="border-t border-line">
      {Object.entries(operation.responses).map(([status, { description, content }]) => {
        const schema = content["application/json"]?.schema;
        const fields = schema && status.startsWith("2") ? fieldsOf(schema, schemas) : [];
        const line = (
          <>
            <span className="w-12 shrink-0 font-mono font-semibold">{status}</span>
            <span className="min-w-0 text-muted">{description}</span>
          </>
        );
        return (
          <li key={status} className="border-b border-dashed border-line text-sm">
            {fields.length > 0 ? (
              <details>
                <summary className="flex cursor-pointer gap-2 py-2 marker:content-none hover:text-accent">
                  {line}
                  <span className="ml-auto text-xs whitespace-nowrap text-accent">
                    {fields.length} fields
                  </span>
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
