/** A part of a description of the API, as JSON has it. */
export type Json = { readonly [name: string]: unknown };

/** Subjects of our own pages and of tests, which no integrator calls. */
const LEFT_OUT = new Set(["Dashboard", "Hosted Onboarding", "Sandbox"]);

/**
 * What the types of the client are generated of: the description of the API without what is alike in each operation, which
 * the client sends and reads by itself (credentials and other headers, error answers), and without the operations of
 * `LEFT_OUT`. Schemas that nothing names any more are left out too. Of the whole the types would be 1.15 MB.
 */
export function reduceDescription(api: Json): Json {
  const paths = mapOf(object(api.paths), (path) => {
    const operations = Object.entries(object(path)).filter(([, operation]) => !isLeftOut(operation));
    return operations.length === 0
      ? null
      : Object.fromEntries(operations.map(([method, one]) => [method, reduceOperation(object(one))]));
  });
  const webhooks = mapOf(object(api.webhooks), (webhook, name) => reduceWebhook(object(webhook), name));
  const schemas = object(object(api.components).schemas);
  const named = namedBy({ paths, webhooks }, schemas);
  return {
    openapi: api.openapi,
    info: object(api.info),
    paths,
    webhooks,
    components: { schemas: mapOf(schemas, (schema, name) => (named.has(name) ? schema : null)) },
  };
}

/** `POST /v2/request`, for each operation that takes an `Idempotency-Key`. Sorted. */
export function keyedOperations(api: Json): string[] {
  return Object.entries(object(api.paths))
    .flatMap(([path, methods]) =>
      Object.entries(object(methods))
        .filter(([, operation]) => !isLeftOut(operation))
        .filter(([, operation]) => parametersOf(object(operation)).some(isIdempotencyKey))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    .sort();
}

function isLeftOut(operation: unknown): boolean {
  const { tags } = object(operation);
  return Array.isArray(tags) && tags.some((tag) => LEFT_OUT.has(String(tag)));
}

function isIdempotencyKey({ in: place, name }: Json): boolean {
  return place === "header" && String(name).toLowerCase() === "idempotency-key";
}

function reduceOperation({ summary, requestBody, responses, ...rest }: Json): Json {
  const parameters = parametersOf(rest).filter(({ in: place }) => place !== "header");
  return {
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: mapOf(object(responses), (response, status) =>
      status.startsWith("2") && !isWaiting(object(response)) ? withoutHeaders(object(response)) : null,
    ),
  };
}

/** Of what waits for a second person: the client throws it. */
function isWaiting({ headers }: Json): boolean {
  return headers !== undefined && "x-approval-id" in object(headers);
}

/** With the name of the event as a constant, so that it tells one event from the others. */
function reduceWebhook({ post }: Json, name: string): Json {
  const { summary, requestBody } = object(post);
  const { schema } = object(object(object(requestBody).content)["application/json"]);
  const { properties, ...others } = object(schema);
  const named = { ...others, properties: { ...object(properties), event: { const: name } } };
  const content = { "application/json": { schema: named } };
  return {
    post: {
      summary,
      requestBody: { required: true, content },
      responses: { 200: { description: "Taken" } },
    },
  };
}

function withoutHeaders({ headers, ...rest }: Json): Json {
  return rest;
}

function parametersOf({ parameters }: Json): Json[] {
  return Array.isArray(parameters) ? parameters.map(object) : [];
}

/** The schemas that a part of the description names, and those that these name. */
function namedBy(part: Json, schemas: Json): Set<string> {
  const named = new Set(namesIn(part));
  // A set that grows is walked to its end.
  for (const name of named) for (const next of namesIn(schemas[name])) named.add(next);
  return named;
}

function namesIn(part: unknown): string[] {
  return [...(JSON.stringify(part) ?? "").matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );
}

/** The same names with what `change` makes of their values, without those that it makes null of. */
function mapOf(from: Json, change: (value: unknown, name: string) => unknown): Json {
  return Object.fromEntries(
    Object.entries(from)
      .map(([name, value]) => [name, change(value, name)] as const)
      .filter(([, value]) => value !== null),
  );
}

function object(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}
