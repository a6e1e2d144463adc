/**
 * A URL, or null for a text that is none. `URL.canParse` of Node 20 must not be asked first: once it has been called
 * some thousand times it answers no to every URL with a letter such as ü.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
