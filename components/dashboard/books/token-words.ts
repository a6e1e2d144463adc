/** `USDC-base` as `USDC`: the network is said beside it. Of a token that nobody knows, `base/0x…`, its address. */
export function tokenInWords(currency: string, network: string): string {
  if (currency.startsWith(`${network}/`)) return currency.slice(network.length + 1);
  return currency.endsWith(`-${network}`) ? currency.slice(0, -network.length - 1) : currency;
}
