import { type Message, message, textOf } from "@/sim/database/messages";

/** A statement that the session has parsed. */
interface Plan {
  name: string;
  /** What the server says to a client that asks for its parameters and columns. */
  description: readonly Message[];
}

/** The statements that one connection has parsed, by the names that it gave them; null where the session has its own. */
export type PlansOfConnection = Map<string, Plan | null>;

const PARSED: Message = { type: "1", bytes: message("1") };
const FLUSH = message("H");

/**
 * Parses each statement once for the whole session, whichever connection sends it and by whatever name: most of what a
 * statement costs is its parsing. Connections see the same answers as if each had been parsed for them.
 */
export class Plans {
  readonly #byText = new Map<string, Plan>();
  readonly #run: (bytes: Buffer) => Message[];

  /** `run` gives messages to the session, and returns its answer. */
  constructor(run: (bytes: Buffer) => Message[]) {
    this.#run = run;
  }

  /** Answers the messages of one connection. `isFailed` says whether the transaction of the session has failed. */
  answer(messages: readonly Message[], own: PlansOfConnection, isFailed: () => boolean): Message[] {
    const answer: Message[] = [];
    let waiting: Buffer[] = [];
    let skips = false;
    const flush = () => {
      if (waiting.length === 0) return;
      const said = this.#run(Buffer.concat(waiting));
      waiting = [];
      if (said.some(({ type }) => type === "E")) skips = true;
      answer.push(...said);
    };
    for (const one of messages) {
      const plan = one.type === "D" || one.type === "B" ? own.get(statementNameOf(one)) : undefined;
      if (one.type === "P") {
        flush();
        if (skips) continue;
        // In a transaction that failed, the server itself refuses.
        const parsed = isFailed() ? null : this.#parse(one);
        own.set(textOf(one), parsed && "plan" in parsed ? parsed.plan : null);
        if (!parsed) waiting.push(one.bytes);
        else if ("plan" in parsed) answer.push(PARSED);
        else {
          answer.push(...parsed.refused);
          skips = true;
        }
      } else if (one.type === "D" && plan) {
        flush();
        if (!skips) answer.push(...plan.description);
      } else if (one.type === "B" && plan) {
        waiting.push(withStatement(one, plan.name));
      } else if (one.type !== "H" || waiting.length > 0) {
        waiting.push(one.bytes);
        if (one.type === "S") {
          flush();
          skips = false;
        }
      }
    }
    flush();
    return answer;
  }

  #parse(one: Message): { plan: Plan } | { refused: Message[] } {
    const content = one.bytes.subarray(one.bytes.indexOf(0, 5) + 1);
    const text = content.toString("latin1");
    const known = this.#byText.get(text);
    if (known) return { plan: known };
    const name = `p${this.#byText.size}`;
    const parse = message("P", Buffer.concat([Buffer.from(`${name}\0`), content]));
    const said = this.#run(Buffer.concat([parse, message("D", Buffer.from(`S${name}\0`)), FLUSH]));
    const [first, ...description] = said;
    if (first?.type !== "1") return { refused: said };
    const plan = { name, description };
    this.#byText.set(text, plan);
    return { plan };
  }
}

/** The statement that a `Describe` or `Bind` message names; of a `Describe` of a portal, a name that none has. */
function statementNameOf({ type, bytes }: Message): string {
  if (type === "D") return bytes[5] === 83 ? bytes.toString("utf8", 6, bytes.length - 1) : "\0";
  const start = bytes.indexOf(0, 5) + 1;
  return bytes.toString("utf8", start, bytes.indexOf(0, start));
}

function withStatement({ bytes }: Message, name: string): Buffer {
  const start = bytes.indexOf(0, 5) + 1;
  const end = bytes.indexOf(0, start);
  return message("B", Buffer.concat([bytes.subarray(5, start), Buffer.from(name), bytes.subarray(end)]));
}
