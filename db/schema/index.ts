// The one place that gathers all tables, for Drizzle and its migration generator.
export * from "./audit";
export * from "./auth";
export * from "./brandings";
export * from "./fee-configs";
export * from "./lists";
export * from "./payee-destinations";
export * from "./payments";
export * from "./platforms";
export * from "./quotes";
export * from "./rate-limits";
export * from "./recurring-payouts";
export * from "./request-log";
export * from "./requests";
export * from "./secret-keys";
export * from "./secure-payments";
export * from "./totals";
export * from "./webhooks";
