import type { FeeConfig } from "@/server/fees/configs/schema";

/** Hundredths of a percent in words: 150 is "1.5 %". */
export function percentOf(bps: number): string {
  return `${(bps / 100).toLocaleString("en-GB", { maximumFractionDigits: 2 })} %`;
}

/** The other way round: null for what is no percentage from 0 to 100 with at most two decimals. */
export function bpsOf(percent: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(percent.trim());
  if (!match) return null;
  const bps = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return bps <= 10_000 ? bps : null;
}

/** Who bears a fee, as its own partner reads it. */
export function bearerWords({ flow, feeBearer }: Pick<FeeConfig, "flow" | "feeBearer">): string {
  if (flow === "incoming") {
    return feeBearer === "payer" ? "On top, borne by the payer" : "Taken off what the platform receives";
  }
  return feeBearer === "payer" ? "On top, borne by the platform" : "Taken off what the recipient gets";
}
