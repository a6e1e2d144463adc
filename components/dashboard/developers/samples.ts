/** What a merchant's own programs need to know, filled into the samples. */
export interface SampleFacts {
  apiUrl: string;
  /** A client ID of the account; a placeholder where there is none. */
  clientId: string;
  /** An origin the client ID may be used from. */
  origin: string | null;
  /** Currency the account is paid in. */
  currencyId: string;
  payee: string;
}

export interface Sample {
  value: string;
  name: string;
  language: string;
  code: string;
}

/** First calls, ready to be copied. Keys are never in them: they stay in the environment. */
export function samplesFor({ apiUrl, clientId, origin, currencyId, payee }: SampleFacts): Sample[] {
  return [
    {
      value: "link",
      name: "Payment link",
      language: "sh",
      code: `curl -sS -X POST ${apiUrl}/v2/secure-payments \\
  -H "x-api-key: $QUITTANCE_API_KEY" \\
  -H "content-type: application/json" \\
  -H "idempotency-key: order-1042" \\
  -d '{"requests": [{"amount": "25"}], "reference": "ORDER-1042"}'`,
    },
    {
      value: "request",
      name: "Request from a page",
      language: "js",
      code: `// In the browser${origin ? ` of ${origin}` : ""}: a client ID is no secret.
const response = await fetch("${apiUrl}/v2/request", {
  method: "POST",
  headers: { "x-client-id": "${clientId}", "content-type": "application/json" },
  body: JSON.stringify({
    payee: "${payee}",
    amount: "25",
    invoiceCurrency: "${currencyId}",
    paymentCurrency: "${currencyId}",
  }),
});
const { requestId } = await response.json();`,
    },
    {
      value: "status",
      name: "Status",
      language: "js",
      code: `// On your server, after a webhook named the request.
const response = await fetch(\`${apiUrl}/v2/request/\${requestId}\`, {
  headers: { "x-api-key": apiKey },
});
const { hasBeenPaid, paidAmount, txHash } = await response.json();`,
    },
    {
      value: "payout",
      name: "Payout",
      language: "sh",
      code: `curl -sS -X POST ${apiUrl}/v2/secure-payments/payouts \\
  -H "x-api-key: $QUITTANCE_API_KEY" \\
  -H "content-type: application/json" \\
  -d '{"recipient": "0x…", "creatorWalletAddress": "${payee}", "network": "${currencyId.slice(currencyId.indexOf("-") + 1)}", "currency": "${currencyId}", "amount": "10"}'`,
    },
  ];
}
