/** Where this browser keeps the payment that it sent for a link. */
export function placeOf(token: string): string {
  return `quittance:sent:${token}`;
}

/**
 * What is kept there, unread; null where nothing is, or where storage is switched off. Whether there is anything to
 * follow is all that a page has to know before it loads what can follow it.
 */
export function rememberedText(token: string): string | null {
  try {
    return localStorage.getItem(placeOf(token));
  } catch {
    return null;
  }
}
