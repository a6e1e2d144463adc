import type { JsonSchema, OpenApi, Parameter } from "@/server/http/openapi/document";
import { ACCOUNTS } from "@/server/http/openapi/words/accounts";
import { CHAINS } from "@/server/http/openapi/words/chains";
import { EVENT_WORDS } from "@/server/http/openapi/words/events";
import { MONEY } from "@/server/http/openapi/words/money";
import { OPERATIONS } from "@/server/http/openapi/words/operations";
import { PEOPLE } from "@/server/http/openapi/words/people";
import { REQUESTS } from "@/server/http/openapi/words/requests";

export const LISTS = { ACCOUNTS, CHAINS, EVENT_WORDS, MONEY, OPERATIONS, PEOPLE, REQUESTS };

/**
 * What fields mean, by name: one name means one thing in all of the API. Where it does not, `place.name` says so, the
 * place being the nearest shared schema, operation, event or field around it. A schema's own `.describe()` wins.
 */
export const WORDS: ReadonlyMap<string, string> = new Map(
  Object.values(LISTS).flatMap((list) => Object.entries(list)),
);

/** Told of every name that was looked up, so that a test can find words that nothing uses. */
type Heard = (key: string) => void;

/** A copy in which every field and parameter has words, its own or those of the lists. */
export function addWords(given: OpenApi, heard: Heard = () => {}): OpenApi {
  const api = structuredClone(given);
  for (const { name, place, described } of describable(api)) {
    described.description ??= wordsOf(name, place, heard);
  }
  return api;
}

/** The way to every field and parameter that has no words. */
export function withoutWords(api: OpenApi): string[] {
  const bare = describable(api).filter(({ described }) => !described.description);
  return bare.map(({ name, place }) => [...place, name].join("."));
}

/** Leads to a field: the names of what is around it, the outermost first. */
type Place = readonly string[];

interface Describable {
  name: string;
  place: Place;
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

function fieldsIn(schema: JsonSchema, place: Place): Describable[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, described]) => [
    { name, place, described },
    ...fieldsIn(described, [...place, name]),
  ]);
  const { anyOf = [], oneOf = [], allOf = [], items, additionalProperties } = schema;
  const more = typeof additionalProperties === "object" ? [additionalProperties] : [];
  const parts = [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : []), ...more];
  return [...own, ...parts.flatMap((part) => fieldsIn(part, place))];
}

function wordsOf(name: string, place: Place, heard: Heard): string | undefined {
  const keys = [...place.toReversed().map((around) => `${around}.${name}`), name];
  const key = keys.find((one) => WORDS.has(one));
  if (key) heard(key);
  return key && WORDS.get(key);
}
