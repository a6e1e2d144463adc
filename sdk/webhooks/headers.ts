/** Headers as fetch, Node and Express have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** One header, whatever its case; null where it is missing. One that is there twice is none: who reads it could take either. */
export function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof Headers !== "undefined" && headers instanceof Headers) return headers.get(name);
  const values = Object.entries(headers)
    .filter(([key, value]) => key.toLowerCase() === name && value !== undefined)
    .flatMap(([, value]) => value as string | string[]);
  return values.length === 1 ? (values[0] ?? null) : null;
}
