import { type Answer, UsageError } from "@/scripts/command-line/answer";
import { type Command, operatorCommand } from "@/scripts/operator/command";
import { inTransaction } from "@/server/context";
import { Label } from "@/server/lib/text";
import { provisionOrchestrator } from "@/server/platforms/orchestrators/create";
import { allOrchestrators, issueKeyFor, switchOrchestrator } from "@/server/platforms/orchestrators/operate";
import { ContactEmail, OrchestratorName } from "@/server/platforms/orchestrators/schema";

const SHOWN_ONCE = "The key is shown only now; the database holds its hash.";

// `quittance orchestrators …`: all changes stand in the audit log of the partner's account.

export const list = operatorCommand("orchestrators list", () => null, showAll);

export const create = operatorCommand(
  "orchestrators create",
  ({ options: { platform, name, email } }) => {
    if (platform === undefined) throw new UsageError("Which account? --platform");
    return {
      ownerPlatformId: platform,
      name: checked("--name", OrchestratorName, name),
      contactEmail: checked("--email", ContactEmail, email),
    };
  },
  async ({ actFor, say }, facts) => {
    const { orchestrator, rawKey } = await inTransaction(actFor(""), (tx) =>
      provisionOrchestrator(tx, facts),
    );
    say(`Orchestrator  ${orchestrator.id}`);
    say(`Key           ${rawKey}`);
    say(SHOWN_ONCE);
    return { data: { id: orchestrator.id, key: rawKey } };
  },
);

export const key = operatorCommand(
  "orchestrators key",
  ({ words: [id = ""], options }) => ({ id, label: checked("--label", Label, options.label) }),
  async ({ actFor, say }, { id, label }) => {
    const { rawKey } = await inTransaction(actFor(""), (tx) => issueKeyFor(tx, id, label));
    say(`Key  ${rawKey}`);
    say(SHOWN_ONCE);
    return { data: { id, key: rawKey } };
  },
);

export const disable = operatorCommand("orchestrators disable", idOf, (command, id) =>
  switchTo(command, id, "inactive"),
);

export const enable = operatorCommand("orchestrators enable", idOf, (command, id) =>
  switchTo(command, id, "active"),
);

function idOf({ words: [id = ""] }: { words: readonly string[] }): string {
  return id;
}

async function switchTo(
  { actFor, say }: Command,
  id: string,
  status: "active" | "inactive",
): Promise<Answer> {
  await inTransaction(actFor(""), (tx) => switchOrchestrator(tx, id, status));
  say(`Orchestrator ${id} is ${status === "active" ? "enabled" : "disabled"}.`);
  return { data: { id, status } };
}

async function showAll({ actFor, say }: Command): Promise<Answer> {
  const rows = await allOrchestrators(actFor(""));
  for (const row of rows) {
    const { id, createdAt, status, ownerPlatformId, linksDirectly, name, contactEmail } = row;
    // What people wrote is quoted, so that it cannot look like another line.
    const texts = [JSON.stringify(name), JSON.stringify(contactEmail)];
    const links = linksDirectly ? "direct" : "hosted";
    say(
      [
        id,
        createdAt.toISOString().slice(0, 10),
        status,
        `platform=${ownerPlatformId}`,
        `links=${links}`,
        ...texts,
      ].join("  "),
    );
  }
  const data = rows.map(({ id, createdAt, status, ownerPlatformId, linksDirectly, name, contactEmail }) => ({
    ...{ id, createdAt, status, ownerPlatformId, linksDirectly, name, contactEmail },
  }));
  return { data: { orchestrators: data } };
}

interface Checker {
  safeParse(value: unknown): { success: true; data: string } | { success: false };
}

function checked(name: string, schema: Checker, text: string | undefined): string {
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  throw new UsageError(
    text === undefined ? `${name} is missing` : `${name} is not acceptable: ${JSON.stringify(text)}`,
  );
}
