import { readFileSync } from "node:fs";
import { UsageError } from "@/scripts/command-line/answer";

/**
 * What is sent to create something: the fields of `--data` (JSON, `@file` or `@-` for standard input), and above them those that
 * have an option of their own. Throws a `UsageError` for what is no JSON object.
 */
export function bodyOf(data: string | undefined, fields: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...(data === undefined ? {} : objectIn(data)), ...Object.fromEntries(given) };
}

function objectIn(data: string): Record<string, unknown> {
  const text = data.startsWith("@") ? readFileSync(data === "@-" ? 0 : data.slice(1), "utf8") : data;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError("--data is no JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError("--data is no JSON object");
  }
  return { ...value };
}
