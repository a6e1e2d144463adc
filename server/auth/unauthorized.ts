import { ApiError } from "@/server/errors";

/** The 401 that says nothing about what was wrong (AU-10). */
export function unauthorized(): ApiError {
  return new ApiError("unauthorized", "Unauthorized");
}
