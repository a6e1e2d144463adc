import { parseArgs } from "node:util";
import { inTransaction } from "@/server/context";
import { Label } from "@/server/lib/text";
import { provisionOrchestrator } from "@/server/platforms/orchestrators/create";
import { allOrchestrators, issueKeyFor, switchOrchestrator } from "@/server/platforms/orchestrators/operate";
import { ContactEmail, OrchestratorName } from "@/server/platforms/orchestrators/schema";
import { type Command, operatorCommand, UsageError } from "./command";

const USAGE = `npm run orchestrators -- list
npm run orchestrators -- create --platform <ID> --name <text> --email <address>
npm run orchestrators -- key <ID> --label <text>
npm run orchestrators -- disable <ID>
npm run orchestrators -- enable <ID>

list     the partners who bring platforms to this service, oldest first
create   makes an account such a partner, who may also link client IDs directly, and shows its first key
key      gives a partner another key, as for one that lost its own
disable  refuses all its keys and its onboarding links; links that exist stay
enable   lets it in again

A key is shown only once; the database holds its hash. All changes stand in the audit log of the partner's account.`;

type Act = (command: Command) => Promise<void>;
const SHOWN_ONCE = "The key is shown only now; the database holds its hash.";

export const orchestrators = operatorCommand(USAGE, readArguments, (command, act) => act(command));

function readArguments(args: readonly string[]): Act {
  const { verb, id, values } = parsed(args);
  if (verb === "list" && id === undefined) return list;
  if (verb === "create" && id === undefined) return create(values);
  if (id === undefined) throw new UsageError();
  if (verb === "key") return giveKey(id, checked("--label", Label, values.label));
  if (verb === "disable" || verb === "enable") {
    const status = verb === "enable" ? "active" : "inactive";
    return async ({ actFor, say }) => {
      await inTransaction(actFor(""), (tx) => switchOrchestrator(tx, id, status));
      say(`Orchestrator ${id} is ${verb}d.`);
    };
  }
  throw new UsageError();
}

function parsed(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      platform: { type: "string" },
      name: { type: "string" },
      email: { type: "string" },
      label: { type: "string" },
    },
  });
  const [verb, id, ...more] = positionals;
  if (more.length === 0) return { verb, id, values };
  throw new UsageError();
}

function create(values: { platform?: string; name?: string; email?: string }): Act {
  const facts = {
    ownerPlatformId: values.platform ?? "",
    name: checked("--name", OrchestratorName, values.name),
    contactEmail: checked("--email", ContactEmail, values.email),
  };
  if (facts.ownerPlatformId === "") throw new UsageError();
  return async ({ actFor, say }) => {
    const made = await inTransaction(actFor(""), (tx) => provisionOrchestrator(tx, facts));
    say(`Orchestrator  ${made.orchestrator.id}`);
    say(`Key           ${made.rawKey}`);
    say(SHOWN_ONCE);
  };
}

function giveKey(id: string, label: string): Act {
  return async ({ actFor, say }) => {
    const { rawKey } = await inTransaction(actFor(""), (tx) => issueKeyFor(tx, id, label));
    say(`Key  ${rawKey}`);
    say(SHOWN_ONCE);
  };
}

async function list({ actFor, say }: Command): Promise<void> {
  for (const row of await allOrchestrators(actFor(""))) {
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
}

interface Checker {
  safeParse(value: unknown): { success: true; data: string } | { success: false };
}

function checked(name: string, schema: Checker, text: string | undefined): string {
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  throw new UsageError(text === undefined ? USAGE : `${name} is not acceptable: ${JSON.stringify(text)}`);
}
