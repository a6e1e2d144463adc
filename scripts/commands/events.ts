import { UsageError } from "@/scripts/command-line/answer";
import { eventNames } from "@/scripts/service/events/event-names";
import type { PulledEvent } from "@/scripts/service/events/follow-events";
import { forwardEvent } from "@/scripts/service/events/forward-event";
import { newSecret, readKept } from "@/scripts/service/events/kept-position";
import { deliveryLine } from "@/scripts/service/events/show-delivery";
import { webTarget } from "@/scripts/service/events/web-target";
import { serviceCommand } from "@/scripts/service/service-command";
import { whole } from "@/scripts/service/whole";
import type { Quittance } from "@/sdk/index";

const PAGE = 100;
const DEFAULT_PREFIX = "x-service-";

/** `quittance events list`: what happened, in order, from a number on. */
export const list = serviceCommand("events list", async ({ client, options, isJson, print }) => {
  const names = eventNames(options.events);
  const most = whole("--limit", options.limit, 1);
  const events: PulledEvent[] = [];
  for await (const event of eventsFrom(client, whole("--from", options.from, 1), null)) {
    if (names !== null && !names.has(event.body.event)) continue;
    if (!isJson) print(deliveryLine(event, null, false));
    events.push(event);
    if (events.length === most) break;
  }
  return { data: { events } };
});

/** `quittance events replay`: sends events once more, under the IDs that they had. */
export const replay = serviceCommand("events replay", async (command) => {
  const { client, service, options, env, isJson, say, print } = command;
  const names = eventNames(options.events);
  if (options["forward-to"] === undefined) throw new UsageError("Where to? --forward-to");
  const forwardTo = webTarget(options["forward-to"]);
  if (options.from === undefined) throw new UsageError("From which event on? --from");
  const from = whole("--from", options.from, 1);
  const to = options.to === undefined ? null : whole("--to", options.to, from);
  const kept = readKept({ ...service, forwardTo }, env);
  const secret = options.secret ?? kept?.secret ?? newSecret();
  const headerPrefix = options["header-prefix"] ?? service.headerPrefix ?? DEFAULT_PREFIX;
  const signal = command.interrupted();
  say(`Secret    ${secret}`);
  let [sent, refused] = [0, 0];
  for await (const event of eventsFrom(client, from, to)) {
    if (names !== null && !names.has(event.body.event)) continue;
    const isAnswered = await forwardEvent(
      { url: forwardTo, secret, headerPrefix },
      event,
      (attempt) => {
        if (attempt.status !== null && (attempt.status < 200 || attempt.status > 299)) refused++;
        print(deliveryLine(event, attempt, isJson));
      },
      signal,
    );
    if (!isAnswered) break;
    sent++;
  }
  say(`${sent} events, ${refused} of them refused.`);
  return { data: undefined, code: refused === 0 && !signal.aborted ? 0 : 1 };
});

/** All events from one number up to another, or the last one that there is. */
async function* eventsFrom(client: Quittance, from: number, to: number | null): AsyncGenerator<PulledEvent> {
  for (let after = from - 1; ; ) {
    const { events, next } = await client.events.read({ after, limit: PAGE });
    for (const event of events) {
      if (to !== null && event.body.sequence > to) return;
      yield event;
    }
    if (events.length < PAGE) return;
    after = next;
  }
}
