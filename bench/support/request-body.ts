/** What a platform posts to ask for 100 USDC on this network. */
export function requestBody(network: "base" | "sepolia"): string {
  const currency = `USDC-${network}`;
  return JSON.stringify({
    payee: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    amount: "100",
    invoiceCurrency: currency,
    paymentCurrency: currency,
  });
}
