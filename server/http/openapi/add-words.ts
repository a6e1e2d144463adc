import { COMMON_WORDS } from "@/server/http/openapi/common-words";
import type { JsonSchema, OpenApi, Parameter } from "@/server/http/openapi/document";

/** Told of every name that was looked up, so that a test can find words that nothing uses. */
type Heard = (name: string) => void;

/** A copy in which every field and parameter has words: its schema's own, or those that its name has everywhere. */
export function addWords(given: OpenApi, heard: Heard = () => {}): OpenApi {
  const api = structuredClone(given);
  for (const { name, described } of describable(api)) {
    if (described.description !== undefined || !Object.hasOwn(COMMON_WORDS, name)) continue;
    described.description = COMMON_WORDS[name];
    heard(name);
  }
  return api;
}

/** The way to every field and parameter that has no words. */
export function withoutWords(api: OpenApi): string[] {
  const bare = describable(api).filter(({ described }) => !described.description);
  return bare.map(({ name, place }) => [...place, name].join("."));
}

interface Describable {
  name: string;
  /** The names of what is around it, the outermost first. */
  place: readonly string[];
  described: JsonSchema | Parameter;
}

function describable(api: OpenApi): Describable[] {
  const shared = Object.entries(api.components.schemas).flatMap(([name, one]) => fieldsIn(one, [name]));
  const events = Object.values(api.webhooks).map(({ post }) => post);
  const operations = [...Object.values(api.paths).flatMap((methods) => Object.values(methods)), ...events];
  const others = operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => {
    const bodies = [requestBody, ...Object.values(responses)].flatMap((one) =>
      Object.values(one?.content ?? {}),
    );
    return [
      ...parameters.map((one) => ({ name: one.name, place: [operationId], described: one })),
      ...bodies.flatMap(({ schema }) => fieldsIn(schema, [operationId])),
    ];
  });
  return [...shared, ...others];
}

function fieldsIn(schema: JsonSchema, place: readonly string[]): Describable[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, described]) => [
    { name, place, described },
    ...fieldsIn(described, [...place, name]),
  ]);
  const { anyOf = [], oneOf = [], allOf = [], items, additionalProperties } = schema;
  const more = typeof additionalProperties === "object" ? [additionalProperties] : [];
  const parts = [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : []), ...more];
  return [...own, ...parts.flatMap((part) => fieldsIn(part, place))];
}
