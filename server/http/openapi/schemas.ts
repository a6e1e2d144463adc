import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { JsonSchema } from "@/server/http/openapi/document";

/** Collects what `.meta({ id })` names into `components/schemas` while schemas are converted. */
export class SharedSchemas {
  readonly #byName = new Map<string, JsonSchema>();

  /** What callers may send. */
  input(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, "input");
  }

  /** What callers get; they must be ready for fields we add later, so objects stay open. */
  output(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, "output");
  }

  add(name: string, schema: JsonSchema): void {
    const known = this.#byName.get(name);
    if (known && !isDeepStrictEqual(known, schema)) {
      throw new Error(`Two different schemas are named ${name}; one schema cannot be both sent and received`);
    }
    this.#byName.set(name, schema);
  }

  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#byName].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #convert(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const { $schema, $defs, ...root } = z.toJSONSchema(schema, {
      io,
      override: ({ jsonSchema }) => simplify(jsonSchema, io),
    });
    for (const [name, shared] of Object.entries($defs ?? {})) this.add(name, withComponentRefs(shared));
    return withComponentRefs(root);
  }
}

function simplify(schema: z.core.JSONSchema.BaseSchema, io: "input" | "output"): void {
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema.propertyNames;
  delete schema.id;
}

/** zod refers to `#/$defs/…`; in OpenAPI shared schemas live elsewhere. */
function withComponentRefs(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
