import type { JsonSchema } from "@/server/http/openapi/document";

/** One line of a table of fields. */
export interface Field {
  /** The way from the root: `customerInfo.email`, `payouts[].amount`. */
  path: string;
  type: string;
  required: boolean;
  /** Allowed values, limits and the schema's own words. */
  notes: string[];
}

export type Schemas = Record<string, JsonSchema>;

/** Deeper objects than any documented one are cut, which also ends schemas that contain themselves. */
const MAX_DEPTH = 6;

/** All fields of a body as flat rows, parents before children. */
export function fieldsOf(schema: JsonSchema, schemas: Schemas, prefix = "", depth = 0): Field[] {
  if (depth > MAX_DEPTH) return [];
  const whole = resolve(schema, schemas);
  const variants = [...(whole.anyOf ?? []), ...(whole.oneOf ?? []), ...(whole.allOf ?? [])];
  const own = Object.entries(whole.properties ?? {}).flatMap(([name, part]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    const required = whole.required?.includes(name) ?? false;
    return [fieldOf(path, part, required, schemas), ...fieldsOf(part, schemas, path, depth + 1)];
  });
  const items = whole.items ? fieldsOf(whole.items, schemas, `${prefix}[]`, depth + 1) : [];
  const entries =
    typeof whole.additionalProperties === "object"
      ? fieldsOf(whole.additionalProperties, schemas, `${prefix}.*`, depth + 1)
      : [];
  const others = variants.flatMap((part) => fieldsOf(part, schemas, prefix, depth + 1));
  return uniqueByPath([...own, ...items, ...entries, ...others]);
}

function fieldOf(path: string, schema: JsonSchema, required: boolean, schemas: Schemas): Field {
  const whole = resolve(schema, schemas);
  return { path, type: typeOf(schema, schemas), required, notes: notesOf(whole, schema.description) };
}

/** The type in words: `string or null`, `array of Currency`. */
export function typeOf(schema: JsonSchema, schemas: Schemas): string {
  const whole = resolve(schema, schemas);
  const variants = [...(whole.anyOf ?? []), ...(whole.oneOf ?? [])];
  if (variants.length > 0) return [...new Set(variants.map((part) => typeOf(part, schemas)))].join(" or ");
  const types = whole.type === undefined ? [] : [whole.type].flat();
  const named = types.map((type) => (type === "array" ? arrayOf(whole, schemas) : type));
  return named.join(" or ") || "any";
}

function arrayOf({ items }: JsonSchema, schemas: Schemas): string {
  return items ? `array of ${typeOf(items, schemas)}` : "array";
}

/** What else is known about a value: listed values, limits, default. */
export function notesOf(schema: JsonSchema, description = schema.description): string[] {
  const { minLength, maxLength, minimum, maximum, format, pattern } = schema;
  return [
    ...(description ? [description] : []),
    ...valuesOf(schema),
    ...lengthOf(minLength, maxLength),
    ...(minimum !== undefined || maximum !== undefined ? [range(minimum, maximum)] : []),
    ...(typeof format === "string" ? [format] : []),
    ...(typeof pattern === "string" && typeof format !== "string" && pattern.length < 60 ? [pattern] : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
}

function valuesOf(schema: JsonSchema): string[] {
  const variants = [schema, ...(schema.anyOf ?? [])];
  const values = variants.flatMap(
    ({ enum: listed, const: only }) => listed ?? (only === undefined ? [] : [only]),
  );
  return values.length > 0 ? [values.map((value) => JSON.stringify(value)).join(" | ")] : [];
}

function lengthOf(least: unknown, most: unknown): string[] {
  if (least === undefined && most === undefined) return [];
  return least === 1 && most === undefined ? ["not empty"] : [`${range(least, most)} characters`];
}

function range(least: unknown, most: unknown): string {
  if (least === undefined) return `at most ${most}`;
  if (most === undefined) return `at least ${least}`;
  return least === most ? String(least) : `${least} to ${most}`;
}

function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  return name ? resolve(schemas[name] ?? {}, schemas) : schema;
}

function uniqueByPath(fields: Field[]): Field[] {
  return [...new Map(fields.map((field) => [field.path, field] as const)).values()];
}
