import { describe, expect, test } from "vitest";
import { readFailure } from "./api-failure";

describe("every error body of the API is understood", () => {
  test("a plain one", () => {
    const failure = readFailure(403, { statusCode: 403, message: "Not yours", error: "Forbidden" }, "r1");
    expect(failure).toMatchObject({ status: 403, message: "Not yours", fields: {}, requestId: "r1" });
  });

  test("issues with paths", () => {
    const message = [{ code: "custom", message: "Must be https", path: ["allowedDomains", 0] }];
    const failure = readFailure(400, { statusCode: 400, message, error: "Bad Request" }, null);
    expect(failure.fields).toEqual({ "allowedDomains.0": "Must be https" });
    expect(failure.message).toBe("Must be https");
  });

  test("fields by name", () => {
    const errors = [
      { field: "url", message: "is not a URL" },
      { field: "clientId", message: "Required" },
    ];
    const failure = readFailure(400, { message: "Validation failed", errors }, null);
    expect(failure.fields).toEqual({ url: "is not a URL", clientId: "Required" });
    expect(failure.message).toBe("Check what is marked.");
  });

  test.each([null, "<html>", [], { message: 7 }])("no body of ours: %j", (body) => {
    expect(readFailure(502, body, null).message).toBe("The service could not answer. Try again in a moment.");
  });
});
