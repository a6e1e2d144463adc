import { z } from "zod";

const name = z.string().regex(/^[a-z][a-z0-9-]*$/, "lower-case letters, digits and dashes");

export const WireEnvironment = {
  WIRE_NAME: name.default("service").meta({
    description: "word in `x-<word>-signature` and in processor names",
  }),
  WIRE_TECH_NAME: name.optional().meta({
    description: "the second processor name",
    unset: "`<WIRE_NAME>-tech`",
  }),
};

export interface WireNames {
  headerPrefix: string;
  network: string;
  tech: string;
}

/**
 * Names on the wire (`docs/decisions/clients-of-hosted-services.md`). The default `service` gives the processor values
 * `service-network` and `service-tech`; any other `WIRE_NAME` is itself the network's name and stands in the header prefix.
 */
export function wireNames(wireName: string, techName: string | undefined): WireNames {
  if (wireName === "service") {
    return { headerPrefix: "x-service-", network: "service-network", tech: techName ?? "service-tech" };
  }
  return { headerPrefix: `x-${wireName}-`, network: wireName, tech: techName ?? `${wireName}-tech` };
}
