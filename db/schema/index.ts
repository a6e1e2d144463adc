// The one place that gathers all tables, for Drizzle and its migration generator.
export * from "./lists";
export * from "./payee-destinations";
export * from "./payments";
export * from "./platforms";
export * from "./requests";
export * from "./webhooks";
