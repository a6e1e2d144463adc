import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { NatsSink } from "@/server/providers/event-sink/nats-sink";
import { publishDue } from "@/server/webhooks/publishing/publish-due";
import type { LoopDefinition } from "@/server/worker/loop";

/** Publishes what accounts were announced to the operator's bus; nothing where none is set. */
export function publishEventsLoop(app: App): LoopDefinition[] {
  const { eventSink } = app.config;
  if (!eventSink) return [];
  const sink = new NatsSink(eventSink);
  return [
    {
      name: "publish events",
      everyMs: 500,
      pass: async () => ((await publishDue(app.context(systemCaller("")), sink)) > 0 ? "more" : "idle"),
      release: () => sink.close(),
    },
  ];
}
