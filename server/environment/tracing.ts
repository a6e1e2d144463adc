import { z } from "zod";
import { url } from "@/server/environment/formats";
import type { TracingSettings } from "@/server/lib/tracing/tracer";

/** Where traces go, by the names that OpenTelemetry gives to these settings. */
export const TracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional().meta({
    description:
      "base URL of a collector that takes traces by OTLP over HTTP (`<URL>/v1/traces`, JSON), see [operations](operations.md#traces)",
    unset: "no traces are made",
  }),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional().meta({
    description: "headers for it, as `name=value` with percent-encoded values, separated by commas",
  }),
  OTEL_SERVICE_NAME: z.string().min(1).default("quittance").meta({
    description: "name of the service in traces; `-web` or `-worker` is put behind it",
  }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).meta({
    description: "share of the traces that are told, from `0` to `1`; the same for web and workers",
  }),
};

/** Null where no traces are made. */
export function tracingSettings(
  env: z.infer<z.ZodObject<typeof TracingEnvironment>>,
): TracingSettings | null {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  return {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: headersOf(env.OTEL_EXPORTER_OTLP_HEADERS ?? ""),
    service: env.OTEL_SERVICE_NAME,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** What cannot be decoded is taken as it stands. */
function headersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(",")
      .map((pair) => pair.split("="))
      .filter(([name]) => name?.trim())
      .map(([name = "", ...value]) => [name.trim(), decoded(value.join("=").trim())]),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
