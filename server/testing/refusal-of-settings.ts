import { ConfigError } from "@/server/config";

/** What the operator is told of settings that `read` refuses; empty where it takes them. */
export function refusalOf(read: () => unknown): string {
  try {
    read();
    return "";
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}
