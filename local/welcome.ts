import type { Stack } from "@/local/running-stack/stack-file";
import { stackPath } from "@/local/running-stack/stack-file";
import { bold, dim, table } from "@/local/terminal";

/** What a newcomer sees when everything runs: where things are, who they are, and what to try first. */
export function welcome(stack: Stack, dataDir: string, seconds: number): string {
  const { credentials, demo, accounts } = stack;
  const rows: [string, string][] = [
    ["API", `${stack.apiUrl}/v2`],
    ["Reference", `${stack.apiUrl}/docs`],
    ["Networks", Object.keys(stack.networks).join(", ")],
    ["All of it", stackPath(dataDir)],
    ["Logs", `${dataDir}/logs`],
  ];
  const parts = [`\n${bold("Ready")} in ${seconds.toFixed(1)} s\n`];
  if (credentials !== undefined && demo !== undefined && accounts !== undefined && stack.networks.sepolia) {
    const { apiKey, clientId, clientOrigin } = credentials.tenantA;
    const { crosschain, tron } = demo;
    rows.unshift(["Payment link", demo.securePaymentUrl], ["Dashboard", stack.dashboardUrl]);
    if (crosschain) rows.splice(1, 0, ["Link on Base", crosschain.securePaymentUrl]);
    if (tron) rows.splice(crosschain ? 2 : 1, 0, ["Link on Tron", tron.securePaymentUrl]);
    if (stack.chaosUrl !== undefined) rows.splice(2, 0, ["Chaos", stack.chaosUrl]);
    rows.push(["API key", apiKey], ["Client ID", `${clientId} ${dim(`for ${clientOrigin}`)}`]);
    const has = { isCrosschain: crosschain !== undefined, hasTron: tron !== undefined };
    parts.push(
      table(rows),
      tour({ ...stack, apiKey, requestId: demo.requestId, ...has }, accounts.merchant.address),
    );
  } else {
    parts.push(table(rows), "");
  }
  return [...parts, dim("Ctrl-C stops everything and keeps the data; --fresh starts empty.\n")].join("\n");
}

interface Tour {
  apiUrl: string;
  apiKey: string;
  requestId: string;
  /** There is a link to pay from another network. */
  isCrosschain: boolean;
  /** There is a link on Tron. */
  hasTron: boolean;
}

function tour({ apiUrl, apiKey, requestId, isCrosschain, hasTron }: Tour, payee: string): string {
  return `
${bold("What next")}

  Open the payment link, connect the Test wallet, pay, and see it confirmed. Then sign in to the dashboard with
  the Test wallet after running this in its browser console:
    localStorage["quittance:test-wallet"] = "merchant"

${bold("In another terminal")}

  Show the webhooks of the demo tenant as they arrive:
    npm run -s q -- webhooks create --listen

  Pay the ready link without a browser and watch it become paid:
    npm run -s q -- demo pay

  Pay another from a Safe whose owners sign one after the other:
    npm run -s q -- demo pay --safe

  Pay one as an exchange does, by plain transfers:
    npm run -s q -- demo pay --exchange
${hasTron ? ON_TRON : ""}${isCrosschain ? BRIDGE : ""}
  See it:
    curl -s -H 'x-api-key: ${apiKey}' ${apiUrl}/v2/request/${requestId}

  Ask for 12.50 USDC yourself, then look at the calldata that pays it:
    curl -s -X POST -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' \\
      -d '{"payee":"${payee}","amount":"12.5","invoiceCurrency":"USDC-sepolia","paymentCurrency":"USDC-sepolia"}' \\
      ${apiUrl}/v2/request
    curl -s -H 'x-api-key: ${apiKey}' ${apiUrl}/v2/request/<requestId>/pay
`;
}

/** As most people have their USDT. */
const ON_TRON = `
  Pay the link on Tron so:
    npm run -s q -- demo pay --exchange tron
`;

/** The second link asks on Base; who pays it has money on Ethereum only. */
const BRIDGE = `
  Pay the link on Base with money that is on Ethereum, and follow both legs:
    npm run -s q -- demo pay --bridge
  In a browser the account with that money is localStorage["quittance:test-wallet"] = "traveller".
`;
