import { eventNames } from "@/scripts/service/events/event-names";
import { followEvents, lastEvent } from "@/scripts/service/events/follow-events";
import { forwardEvent, type Target } from "@/scripts/service/events/forward-event";
import { type Kept, keep, newSecret, readKept } from "@/scripts/service/events/kept-position";
import { deliveryLine } from "@/scripts/service/events/show-delivery";
import { webTarget } from "@/scripts/service/events/web-target";
import { serviceCommand } from "@/scripts/service/service-command";
import { shown } from "@/scripts/service/shown";
import { whole } from "@/scripts/service/whole";

const DEFAULT_PREFIX = "x-service-";

/**
 * `quittance listen`: shows events as they happen and sends them on as webhooks, without an address that the service could
 * reach. It goes on after the event that it handled last, from where it began when it is new. An event is kept as handled once
 * it was answered, so one that was cut off in between is sent twice and never left out; its ID is the same both times.
 */
export const listen = serviceCommand("listen", async (command) => {
  const { client, service, options, env, isJson, say, print } = command;
  const names = eventNames(options.events);
  const forwardTo = options["forward-to"] === undefined ? undefined : webTarget(options["forward-to"]);
  const from = options.from === undefined ? null : whole("--from", options.from, 1) - 1;
  const listener = { ...service, forwardTo };
  const known = readKept(listener, env);
  const secret = options.secret ?? known?.secret ?? newSecret();
  const signal = command.interrupted();
  const start =
    from !== null ? { sequence: from, epoch: null } : (known ?? (await lastEvent(client, signal)));
  const headerPrefix = options["header-prefix"] ?? service.headerPrefix ?? DEFAULT_PREFIX;
  const target: Target | null = forwardTo === undefined ? null : { url: forwardTo, secret, headerPrefix };
  const done = (position: Omit<Kept, "secret">) => keep(listener, env, { ...position, secret });
  if (start.epoch !== null) done({ sequence: start.sequence, epoch: start.epoch });

  say(`Events of ${service.baseUrl} after #${start.sequence}${forwardTo ? ` go to ${forwardTo}` : ""}`);
  if (target) say(`Secret    ${secret}`);
  say("Ctrl-C ends it; the next start goes on from there.");
  if (isJson) print(`${JSON.stringify({ after: start.sequence, forwardTo, secret })}\n`);

  let count = 0;
  for await (const told of followEvents(client, start, signal)) {
    if (told.kind === "restored") {
      command.complain(
        "The service was restored from a backup: all its events are told again, under their IDs.\n",
      );
    } else if (told.kind === "away") {
      command.complain(`${shown(told.reason)}; it is asked again\n`);
    } else if (told.kind === "position") {
      done({ sequence: told.sequence, epoch: told.epoch });
    } else {
      const { event, epoch } = told;
      if (names === null || names.has(event.body.event)) {
        const report = (attempt: Parameters<typeof deliveryLine>[1]) =>
          print(deliveryLine(event, attempt, isJson));
        if (target === null) report(null);
        else if (!(await forwardEvent(target, event, report, signal))) break;
        count++;
      }
      done({ sequence: event.body.sequence, epoch });
    }
  }
  say(`\n${count} events.`);
  return { data: undefined };
});
