import { type Answer, UsageError } from "@/scripts/command-line/answer";
import { type Command, Failure, operatorCommand } from "@/scripts/operator/command";
import { inTransaction } from "@/server/context";
import { sayOfIncident } from "@/server/status-page/keep-incidents";
import { listIncidents } from "@/server/status-page/read-status";

const MAX_WORDS = 500;

// `quittance incidents …`: what the public page shows of the past, and the operator's words beside it.

export const list = operatorCommand("incidents list", () => null, showIncidents);

export const say = operatorCommand(
  "incidents say",
  ({ words: [id = ""], options: { words } }) => ({ id, words: wordsOf(words) }),
  sayWords,
);

async function showIncidents({ asOperator, say: tell }: Command): Promise<Answer> {
  const incidents = await listIncidents(asOperator());
  for (const { id, component, kind, openedAt, closedAt, words } of incidents) {
    const end = closedAt === null ? "goes on" : `until ${closedAt.toISOString()}`;
    tell(
      `${id}  ${component} ${kind}, ${openedAt.toISOString()}, ${end}${words === null ? "" : `: ${words}`}`,
    );
  }
  if (incidents.length === 0) tell("There was no incident in the last 90 days.");
  return { data: { incidents } };
}

async function sayWords(
  { asOperator, say: tell }: Command,
  { id, words }: { id: string; words: string | null },
): Promise<Answer> {
  const isThere = await inTransaction(asOperator(), (tx) => sayOfIncident(tx, id, words));
  if (!isThere) throw new Failure(`There is no incident ${id}: quittance incidents list shows them.`);
  tell(words === null ? "Its words are gone." : "The page shows these words.");
  return { data: { id, words } };
}

/** Null for an empty text, which takes the words away. */
function wordsOf(text: string | undefined): string | null {
  if (text === undefined) throw new UsageError("What shall the page say? --words");
  const words = text.trim();
  if (words.length > MAX_WORDS || /\p{C}/u.test(words)) {
    throw new UsageError(`Words have at most ${MAX_WORDS} printable characters.`);
  }
  return words === "" ? null : words;
}
