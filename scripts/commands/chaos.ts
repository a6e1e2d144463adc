import { z } from "zod";
import { readOptions } from "@/local/options";
import { readStack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { UsageError } from "@/scripts/command-line/answer";
import { plainCommand } from "@/scripts/command-line/plain-command";

const Faults = z.object({ faults: z.array(z.object({ name: z.string(), does: z.string() })) });
const Played = z.object({
  fault: z.string(),
  requestId: z.string(),
  steps: z.array(z.string()),
  events: z.array(z.string()),
});
const Refused = z.object({ error: z.object({ message: z.string() }) });

/** `quittance chaos [fault]`: has the sandbox of the stack that runs here play a fault, or lists what there is. */
export const chaos = plainCommand("chaos", async ({ words: [fault], options, env }, say) => {
  const blocks = Number(options.blocks);
  if (!Number.isInteger(blocks)) throw new UsageError(`--blocks takes a whole number, not ${options.blocks}`);
  const { dataDir } = readOptions([], env, repositoryRoot());
  const url = readStack(dataDir)?.chaosUrl;
  if (url === undefined) {
    throw new Error(
      `No faults are played on ${dataDir}: start it with npm start -- --chaos in another terminal.`,
    );
  }
  const { faults } = Faults.parse(await (await fetch(`${url}/faults`)).json());
  if (fault === undefined) {
    const width = Math.max(...faults.map(({ name }) => name.length));
    for (const { name, does } of faults) say(`${name.padEnd(width)}  ${does}`);
    return { data: { faults } };
  }
  if (!faults.some(({ name }) => name === fault)) {
    throw new UsageError(`There is no fault ${fault}: ${faults.map(({ name }) => name).join(", ")}`);
  }
  const answer = await fetch(`${url}/faults/${fault}`, {
    ...{ method: "POST", headers: { "content-type": "application/json" } },
    body: JSON.stringify({ blocks }),
  });
  if (!answer.ok) throw new Error(Refused.parse(await answer.json()).error.message);
  const played = Played.parse(await answer.json());
  for (const step of played.steps) say(step);
  say(`Told: ${played.events.join(", ") || "nothing"}`);
  return { data: played };
});
