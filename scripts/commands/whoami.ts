import { serviceCommand } from "@/scripts/service/service-command";
import { shown } from "@/scripts/service/shown";

const SOURCES = {
  QUITTANCE_API_KEY: "QUITTANCE_API_KEY",
  login: "quittance login",
  stack: "the demo account of the stack that runs here",
};

/** `quittance whoami`: which service, account and key commands use now. */
export const whoami = serviceCommand("whoami", async ({ client, service, say }) => {
  const key = await client.apiKeys.current();
  const { account, label, scopes, expiresAt } = key;
  say(`service  ${service.baseUrl}`);
  say(`account  ${shown(account.name)} (${shown(account.id)})`);
  say(`key      ${shown(label)}, from ${SOURCES[service.source]}`);
  say(`may      ${(scopes ?? ["everything"]).map(shown).join(", ")}`);
  say(`until    ${expiresAt === null ? "it is deleted" : shown(expiresAt.slice(0, 10))}`);
  return { data: { service: service.baseUrl, source: service.source, ...key } };
});
