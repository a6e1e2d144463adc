import { z } from "zod";
import { SERVICE_STATES } from "@/server/status-page/service-state";

const State = z
  .enum(SERVICE_STATES)
  .describe(
    "`up`; `behind`: late, nothing is lost; `no_quorum`: payments are seen and do not count yet; `silent`: the network is not followed at the moment; `unknown`: not looked at yet.",
  );

const share = (what: string) =>
  z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(`${what}, from 0 to 1; null where there were too few to tell.`);

const seconds = (what: string) =>
  z.number().nullable().describe(`${what}, seconds; null where there were too few payments to tell.`);

/** What the public page of the service shows. Of all accounts together: never an account, an address or an amount. */
export const Status = z.object({
  at: z.iso.datetime().describe("When this was found out; it is kept for some seconds."),
  networks: z
    .array(
      z.object({
        network: z.string().describe("ID of the network."),
        name: z.string().describe("Its name."),
        state: State,
        lastBlock: z
          .string()
          .nullable()
          .describe("The newest block that was looked at for payments; null before the first."),
        behindSeconds: z
          .int()
          .describe("How far that is behind the newest block, seconds of the network's own time."),
      }),
    )
    .describe("Every network that is watched."),
  webhooks: State,
  hours: z.int().describe("The last hours that the figures of payments and deliveries are of."),
  blockToWebhook: z
    .object({
      p50Seconds: seconds("Half of the payments were told of sooner"),
      p95Seconds: seconds("95 of 100 payments were told of sooner"),
    })
    .describe(
      "Time from the block of a payment to the first attempt to deliver its webhook, confirmations included.",
    ),
  deliveries: z
    .object({
      delivered: share("Deliveries that their receivers took, of those that came to their end"),
      retried: share("Deliveries that needed more than one attempt"),
    })
    .describe("What became of webhooks."),
  incidents: z
    .array(
      z.object({
        component: z.string().describe("ID of a network, or `webhooks`."),
        name: z.string().describe("Its name."),
        kind: State.describe("What was wrong, at the end of it."),
        openedAt: z.iso.datetime().describe("When it began."),
        closedAt: z.iso.datetime().nullable().describe("When it ended; null: it goes on."),
        words: z
          .string()
          .nullable()
          .describe("What the operator says about it; null where nothing was said."),
      }),
    )
    .describe("Incidents of the last 90 days, newest first, at most 200."),
});
export type Status = z.infer<typeof Status>;
