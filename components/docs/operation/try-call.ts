/** What was typed into the form of an operation. */
export interface Tried {
  method: string;
  /** With `{name}` segments. */
  path: string;
  /** Values by name; empty ones are left out of the query. */
  pathValues: Record<string, string>;
  queryValues: Record<string, string>;
  /** JSON text; null for operations without a body. */
  body: string | null;
  key: string | null;
}

export interface TriedAnswer {
  status: number;
  durationMs: number;
  text: string;
}

/** Longer answers are cut: a page with megabytes in it stops answering. */
const MAX_SHOWN = 20_000;

/** The address that is called, on the page's own origin. Throws a `RangeError` that names a missing segment. */
export function tryUrl({ path, pathValues, queryValues }: Tried): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = pathValues[name]?.trim() ?? "";
    if (value === "" || value === "." || value === "..") throw new RangeError(`${name} is missing`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(Object.entries(queryValues).filter(([, value]) => value !== ""));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** Makes the call with the given key and nothing else: no cookie of a session is sent along. */
export async function tryCall(tried: Tried): Promise<TriedAnswer> {
  const startedAt = performance.now();
  const response = await fetch(tryUrl(tried), {
    method: tried.method.toUpperCase(),
    credentials: "omit",
    headers: {
      ...(tried.key === null ? {} : { "x-api-key": tried.key }),
      ...(tried.body === null ? {} : { "content-type": "application/json" }),
    },
    ...(tried.body === null ? {} : { body: tried.body }),
  });
  const text = pretty(await response.text());
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text;
  return { status: response.status, durationMs: Math.round(performance.now() - startedAt), text: shown };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
