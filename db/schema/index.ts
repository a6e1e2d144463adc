// The one place that gathers all tables, for Drizzle and its migration generator.
export * from "./payee-destinations";
export * from "./payments";
export * from "./platforms";
export * from "./requests";
export * from "./webhooks";
