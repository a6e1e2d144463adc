import { z } from "zod";
import type { FieldIssue } from "@/server/errors";

/**
 * Keys that only describe a payment for people. Every other key of an operation counts as one that moves money: who is
 * paid, how much, in what, when, with which fees and after which checks.
 */
export const DESCRIBING_KEYS: ReadonlySet<string> = new Set([
  "customerInfo",
  "firstName",
  "lastName",
  "email",
  "address",
  "street",
  "city",
  "state",
  "postalCode",
  "country",
  "reference",
  "payerIdentifier",
  "recipientIdentifier",
  "redirectUrl",
  "redirectLabel",
]);

/** One level of a body: what is read there, and what becomes of other keys. */
type Level =
  | { kind: "object"; fields: ReadonlyMap<string, Level | null>; readsAll: boolean }
  | { kind: "list"; items: Level }
  | { kind: "choice"; options: readonly { schema: z.core.$ZodType; level: Level | null }[] };

const IN_QUERY = "the query";

/** Finds the keys of a call that stand at a level which does not read them, while another level of it does. */
export type FindMisplaced = (body: unknown, search: string) => FieldIssue[];

/**
 * Keys that no level knows stay allowed, because clients of hosted services send them. A key that some level of the
 * operation knows is different: dropped in silence at the wrong one, `invoiceCurrency` asks for 49.90 USDC in place of
 * 49.90 EUR. What it says is taken from the schemas of the operation, so that no endpoint can be forgotten. The content
 * of an unknown key is not looked into.
 */
export function misplacedKeysOf(body: z.ZodType, query: z.ZodType | undefined): FindMisplaced {
  const ofBody = levelOf(body);
  const ofQuery = query ? levelOf(query) : null;
  const places = new Map<string, string[]>();
  collectPlaces(ofBody, "", places);
  const inQuery = ofQuery?.kind === "object" ? [...ofQuery.fields.keys()] : [];
  for (const key of inQuery) addPlace(places, key, IN_QUERY);
  for (const key of DESCRIBING_KEYS) places.delete(key);
  const unread = (key: string, path: FieldIssue["path"], here: string): FieldIssue => ({
    code: "misplaced_key",
    message: `${key} is not read here${belongsIn(places.get(key) ?? [], here)}`,
    path,
  });

  const inLevel = (level: Level | null, value: unknown, path: FieldIssue["path"]): FieldIssue[] => {
    if (!level || typeof value !== "object" || value === null) return [];
    if (level.kind === "choice") {
      const taken =
        level.options.find(({ schema }) => z.safeParse(schema, value).success) ??
        closest(level.options, value);
      return taken ? inLevel(taken.level, value, path) : [];
    }
    if (level.kind === "list") {
      if (!Array.isArray(value)) return [];
      return value.flatMap((item: unknown, index) => inLevel(level.items, item, [...path, index]));
    }
    const { fields, readsAll } = level;
    return Object.entries(value).flatMap(([key, inner]) => {
      const next = [...path, key];
      if (fields.has(key)) return inLevel(fields.get(key) ?? null, inner, next);
      return !readsAll && places.has(key) ? [unread(key, next, wordsOf(next))] : [];
    });
  };

  return (value, search) => {
    const names = search === "" ? [] : [...new URLSearchParams(search).keys()];
    const ofSearch = names.filter((name) => places.has(name) && !inQuery.includes(name));
    return [...ofSearch.map((name) => unread(name, [name], IN_QUERY)), ...inLevel(ofBody, value, [])];
  };
}

/** Of the forms of a value that fits none of them the one that knows most of its keys: what else is wrong is told as well. */
function closest<Option extends { level: Level | null }>(
  options: readonly Option[],
  value: object,
): Option | undefined {
  const known = ({ level }: Option) =>
    level?.kind === "object" ? Object.keys(value).filter((key) => level.fields.has(key)).length : -1;
  return options.toSorted((a, b) => known(b) - known(a))[0];
}

/** The levels of a schema as callers write it; null for a single value. */
function levelOf(schema: z.core.$ZodType): Level | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object": {
      const fields = new Map(Object.entries(def.shape).map(([key, field]) => [key, levelOf(field)]));
      // Without a rule for other keys they are dropped, with `never` they are refused.
      const rest = def.catchall as z.core.$ZodTypes | undefined;
      return { kind: "object", fields, readsAll: rest !== undefined && rest._zod.def.type !== "never" };
    }
    case "record":
      return { kind: "object", fields: new Map(), readsAll: true };
    case "array": {
      const items = levelOf(def.element);
      return items && { kind: "list", items };
    }
    case "union": {
      const options = def.options.map((option) => ({ schema: option, level: levelOf(option) }));
      return options.some(({ level }) => level) ? { kind: "choice", options } : null;
    }
    case "pipe": {
      // A preprocessing step says nothing about what it takes.
      const isPreprocessed = (def.in as z.core.$ZodTypes)._zod.def.type === "transform";
      return levelOf(isPreprocessed ? def.out : def.in);
    }
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return levelOf(def.innerType);
    case "intersection":
    case "tuple":
    case "map":
    case "lazy":
      throw new Error(`Bodies have no ${def.type}: say here what its levels are`);
    default:
      return null;
  }
}

function collectPlaces(level: Level | null, path: string, places: Map<string, string[]>): void {
  if (level?.kind === "list") collectPlaces(level.items, `${path}[]`, places);
  if (level?.kind === "choice") {
    for (const option of level.options) collectPlaces(option.level, path, places);
  }
  if (level?.kind !== "object") return;
  for (const [key, inner] of level.fields) {
    const place = path === "" ? key : `${path}.${key}`;
    addPlace(places, key, place);
    collectPlaces(inner, place, places);
  }
}

function addPlace(places: Map<string, string[]>, key: string, place: string): void {
  const known = places.get(key) ?? [];
  if (!known.includes(place)) places.set(key, [...known, place]);
}

function belongsIn(places: readonly string[], here: string): string {
  const others = places.filter((place) => place !== here).map(atTop);
  return others.length === 0 ? " beside the other keys" : `; it belongs in ${others.join(" or ")}`;
}

/** `amount` alone would not say that it is the body's own. */
function atTop(place: string): string {
  const isNested = place === IN_QUERY || place.includes(".");
  return isNested ? place : `${place} at the top of the body`;
}

/** A path as places are written: `requests[].amount`. */
function wordsOf(path: FieldIssue["path"]): string {
  return path
    .map((part) => (typeof part === "number" ? "[]" : `.${part}`))
    .join("")
    .replace(/^\./, "");
}
