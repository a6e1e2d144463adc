type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonLocation = { holder: Json[]; key: number } | { holder: { [key: string]: Json }; key: string };

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A copy of `value` with one random change at a random depth; never the same as `value` in its JSON. */
export function mutated(value: unknown, random: () => number): unknown {
  const before = JSON.stringify(value);
  for (;;) {
    const root: { [key: string]: Json } = { root: JSON.parse(before) };
    const locations = locationsIn(root);
    // What is signed is a small part of the whole and deserves half of the changes.
    const signed = locations.filter(({ key }) => typeof key === "string" && /^(?:to|data|value)$/.test(key));
    const from = random() < 0.5 && signed.length > 0 ? signed : locations;
    const location = pick(from, random);
    change(location, locations, random);
    if (JSON.stringify(root.root) !== before) return root.root;
  }
}

function locationsIn(value: Json): JsonLocation[] {
  if (Array.isArray(value)) {
    return value.flatMap((one, key) => [{ holder: value, key }, ...locationsIn(one)]);
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) => [{ holder: value, key }, ...locationsIn(value[key] ?? null)]);
}

function change(location: JsonLocation, locations: readonly JsonLocation[], random: () => number): void {
  const old = at(location);
  const roll = random();
  if (roll < 0.06) remove(location);
  else if (roll < 0.12) put(location, structuredClone(at(pick(locations, random))));
  else if (roll < 0.16) put(location, pick(STRANGERS, random));
  else if (roll < 0.2) swap(location, pick(locations, random));
  else if (Array.isArray(old)) changeList(old, random);
  else if (typeof old === "object" && old !== null) addKey(old, random);
  else if (typeof old === "string") put(location, changedText(old, random));
  else if (typeof old === "number") put(location, pick<Json>(numbersLike(old), random));
  else put(location, pick<Json>([old !== true, null, String(old)], random));
}

const STRANGERS: readonly Json[] = [null, true, 0, -1, 2 ** 53, "", "0x", [], {}, "__proto__"];

function numbersLike(old: number): Json[] {
  return [old + 1, -old, old * 10, old + 0.5, String(old)];
}

function changeList(list: Json[], random: () => number): void {
  const index = Math.floor(random() * list.length);
  const copy = structuredClone(list[index] ?? null);
  const changes = [
    () => list.splice(index, 0, copy),
    () => list.push(copy),
    () => list.splice(index, 1),
    () => list.reverse(),
    () => list.push(null),
  ];
  pick<() => unknown>(changes, random)();
}

function addKey(object: { [key: string]: Json }, random: () => number): void {
  const key = pick(["__proto__", "constructor", "toString", "gas", "extra", "transactions"], random);
  // A parser makes an own property of `__proto__`, an assignment would not.
  Object.defineProperty(object, key, {
    value: pick<Json>([null, {}, "0x1", [1]], random),
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

function changedText(text: string, random: () => number): string {
  const index = Math.floor(random() * (text.length + 1));
  const [before, after] = [text.slice(0, index), text.slice(index)];
  const digit = pick([..."0123456789abcdef"], random);
  // Calldata: `0x`, a selector, then words of 64 digits.
  const word = 10 + 64 * Math.floor((random() * Math.max(text.length - 10, 0)) / 64);
  const withWords = (...words: string[]) =>
    text.slice(0, word) + words.join("") + text.slice(word + 64 * words.length);
  const wordAt = (start: number) => text.slice(start, start + 64);
  return pick(
    [
      before + digit + after.slice(1),
      before + digit + after,
      before + after.slice(1),
      `${before}${after.charAt(1)}${after.charAt(0)}${after.slice(2)}`,
      text + digit + digit,
      text + "00".repeat(32),
      text.slice(0, -2),
      text.toUpperCase(),
      text.toLowerCase(),
      withWords("f".repeat(64)),
      withWords("0".repeat(63) + digit),
      withWords(wordAt(word + 64), wordAt(word)),
    ],
    random,
  );
}

function at({ holder, key }: JsonLocation): Json {
  return (Array.isArray(holder) ? holder[Number(key)] : holder[key]) ?? null;
}

function put({ holder, key }: JsonLocation, value: Json): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else holder[key] = value;
}

function remove({ holder, key }: JsonLocation): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

function swap(a: JsonLocation, b: JsonLocation): void {
  const [first, second] = [structuredClone(at(a)), structuredClone(at(b))];
  put(a, second);
  put(b, first);
}

function pick<T>(list: readonly T[], random: () => number): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
}
