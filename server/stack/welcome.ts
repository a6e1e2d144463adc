import type { Stack } from "@/server/stack/stack-file";
import { stackPath } from "@/server/stack/stack-file";
import { bold, dim, table } from "@/server/stack/terminal";

/** What a newcomer sees when everything runs: where things are, who they are, and what to try first. */
export function welcome(stack: Stack, dataDir: string, seconds: number): string {
  const parts = [
    `\n${bold("Ready")} in ${seconds.toFixed(1)} s\n`,
    table([
      ["API", `${stack.apiUrl}/v2`],
      ["Reference", `${stack.apiUrl}/docs`],
      ["Dashboard", stack.dashboardUrl],
      ["Networks", Object.keys(stack.networks).join(", ")],
      ["All of it", stackPath(dataDir)],
      ["Logs", `${dataDir}/logs`],
    ]),
  ];
  if (stack.credentials !== undefined && stack.demo !== undefined) {
    parts.push(
      tenant(stack.credentials, stack.demo),
      tour(stack.apiUrl, stack.credentials, stack.demo, stack.accounts?.merchant.address ?? ""),
    );
  }
  return [...parts, dim("Ctrl-C stops everything and keeps the data; --fresh starts empty.\n")].join("\n");
}

function tenant({ tenantA }: NonNullable<Stack["credentials"]>, demo: NonNullable<Stack["demo"]>): string {
  return table([
    ["API key", tenantA.apiKey],
    ["Client ID", `${tenantA.clientId}  ${dim(`for ${tenantA.clientOrigin}`)}`],
    ["Payment link", bold(demo.securePaymentUrl)],
  ]);
}

function tour(
  apiUrl: string,
  { tenantA }: NonNullable<Stack["credentials"]>,
  demo: NonNullable<Stack["demo"]>,
  payee: string,
): string {
  return `
${bold("What next")}, in another terminal

  Pay the ready request with a development account and watch it become paid:
    npm run demo:pay

  See it:
    curl -s -H 'x-api-key: ${tenantA.apiKey}' ${apiUrl}/v2/request/${demo.requestId}

  Ask for 12.50 USDC yourself, then look at the calldata that pays it:
    curl -s -X POST -H 'x-api-key: ${tenantA.apiKey}' -H 'content-type: application/json' \\
      -d '{"payee":"${payee}","amount":"12.5","invoiceCurrency":"USDC-sepolia","paymentCurrency":"USDC-sepolia"}' \\
      ${apiUrl}/v2/request
    curl -s -H 'x-api-key: ${tenantA.apiKey}' ${apiUrl}/v2/request/<requestId>/pay
`;
}
