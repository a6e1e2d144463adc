import type { JsonSchema } from "@/server/http/openapi/document";

/** What a JSON Schema says about a value, without how it says it. */
export interface Shape {
  /** Empty when anything goes. `integer` counts as `number`, because the contract uses both loosely. */
  types: Set<string>;
  /** Null when values are not listed. */
  values: Set<string> | null;
  fields: Map<string, { shape: Shape; required: boolean }>;
  items: Shape | null;
  /** Of objects that are used as maps. */
  entries: Shape | null;
}

/** Looks up `#/components/…` references. */
export type Resolve = (ref: string) => JsonSchema;

/**
 * Reads a schema of OpenAPI 3.0 or 3.1 into one form: references followed, `nullable` and type arrays the
 * same, alternatives merged. A field counts as required when every alternative that is an object requires it.
 */
export function shapeOf(schema: JsonSchema, resolve: Resolve, path: readonly string[] = []): Shape {
  if (schema.$ref) {
    // A schema that contains itself says nothing new the second time.
    if (path.includes(schema.$ref)) return anything();
    return shapeOf(resolve(schema.$ref), resolve, [...path, schema.$ref]);
  }
  const inner = (part: JsonSchema) => shapeOf(part, resolve, path);
  const own = ownShape(schema, inner);
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(inner);
  const whole = [own, ...(schema.allOf ?? []).map(inner)].reduce((a, b) => combine(a, b, "both"));
  if (alternatives.length === 0) return whole;
  return combine(
    whole,
    alternatives.reduce((a, b) => combine(a, b, "either")),
    "both",
  );
}

function ownShape(schema: JsonSchema, inner: (part: JsonSchema) => Shape): Shape {
  const { properties = {}, required = [], additionalProperties } = schema;
  const types = new Set(typesOf(schema));
  const listed = schema.const === undefined ? schema.enum : [schema.const];
  if (schema.nullable === true) types.add("null");
  return {
    types,
    values: listed ? new Set(listed.filter((value) => value !== null).map(String)) : null,
    fields: new Map(
      Object.entries(properties).map(([name, part]) => [
        name,
        { shape: inner(part), required: required.includes(name) },
      ]),
    ),
    items: schema.items ? inner(schema.items) : null,
    entries: typeof additionalProperties === "object" ? inner(additionalProperties) : null,
  };
}

function typesOf(schema: JsonSchema): string[] {
  const named = schema.type === undefined ? [] : [schema.type].flat();
  const found = named.length > 0 ? named : schema.properties ? ["object"] : schema.items ? ["array"] : [];
  return found.map((type) => (type === "integer" ? "number" : type));
}

function anything(): Shape {
  return { types: new Set(), values: null, fields: new Map(), items: null, entries: null };
}

function combine(a: Shape, b: Shape, how: "both" | "either"): Shape {
  const names = new Set([...a.fields.keys(), ...b.fields.keys()]);
  // `null` and text beside an object do not make its fields optional; another object without them does.
  const bothObjects = a.types.has("object") && b.types.has("object");
  const fields = [...names].map((name) => {
    const [left, right] = [a.fields.get(name), b.fields.get(name)];
    const required =
      how === "either" && bothObjects
        ? Boolean(left?.required && right?.required)
        : Boolean(left?.required || right?.required);
    const shapes = [left, right].flatMap((field) => (field ? [field.shape] : []));
    return [name, { shape: shapes.reduce((x, y) => combine(x, y, how)), required }] as const;
  });
  return {
    types: new Set([...a.types, ...b.types]),
    values: combineValues(a, b, how),
    fields: new Map(fields),
    items: optional(a.items, b.items, how),
    entries: optional(a.entries, b.entries, how),
  };
}

/** Alternatives that are not text (null, objects) do not open a list of allowed texts. */
function combineValues(a: Shape, b: Shape, how: "both" | "either"): Set<string> | null {
  if (a.values && b.values) return new Set([...a.values, ...b.values]);
  const [listed, other] = a.values ? [a.values, b] : [b.values, a];
  return how === "either" && other.types.has("string") ? null : listed;
}

function optional(a: Shape | null, b: Shape | null, how: "both" | "either"): Shape | null {
  return a && b ? combine(a, b, how) : (a ?? b);
}
