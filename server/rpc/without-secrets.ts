/** Parts of a node's address that are shorter are words, such as `v2`. */
const SHORTEST_SECRET = 8;

/** A node's message without web addresses and without `secrets`: hosted nodes like to repeat their keys. */
export function withoutSecrets(message: string, secrets: readonly string[]): string {
  const withoutAddresses = message.replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"]+/gi, "…");
  return [...secrets]
    .sort((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, "…"), withoutAddresses);
}

/** What nobody outside has to see of a node's address: host, user, path segments and values of the query. */
export function secretsOf(nodeUrl: string): string[] {
  const url = new URL(nodeUrl);
  const parts = [
    ...url.pathname.split("/"),
    ...url.searchParams.values(),
    decodeURIComponent(url.username),
    decodeURIComponent(url.password),
  ];
  return [url.host, url.hostname, ...parts.filter((part) => part.length >= SHORTEST_SECRET)].filter(Boolean);
}
