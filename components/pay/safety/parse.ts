import { Mismatch } from "@/components/pay/safety/mismatch";

export type Parsed = Record<string, unknown>;

/** An object with these keys and no others. Throws `Mismatch` naming where in the answer it is not. */
export function objectOf(
  where: string,
  value: unknown,
  required: readonly string[],
  optional: readonly string[] = [],
): Parsed {
  const object = anyObject(where, value);
  const keys = Object.keys(object);
  const missing = required.find((key) => !keys.includes(key));
  if (missing !== undefined) throw new Mismatch("answer", `${where} has ${missing}`, "nothing");
  const unknown = keys.find((key) => !required.includes(key) && !optional.includes(key));
  if (unknown !== undefined) throw new Mismatch("answer", `${where} without other fields`, unknown);
  return object;
}

/** Any object of JSON. Its keys are its own: a copy without prototype has nothing inherited to find. */
export function anyObject(where: string, value: unknown): Parsed {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Mismatch("answer", `${where} is an object`, typeof value);
  }
  return Object.assign(Object.create(null), value);
}

export function listOf(where: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Mismatch("answer", `${where} is a list`, typeof value);
  return value;
}

export function textOf(where: string, value: unknown): string {
  if (typeof value !== "string") throw new Mismatch("answer", `${where} is text`, typeof value);
  return value;
}
