/** A letter on a colour, for wallets whose picture no package brings along. */
export function monogram(letter: string, colour: string): string {
  const text = `<text x="14" y="19.5" text-anchor="middle" font-family="sans-serif" font-size="15" font-weight="700" fill="#fff">${letter}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="6" fill="${colour}"/>${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
