import { describe, expect, test } from "vitest";
import { readFailure, withField } from "./api-failure";

describe("what the API refused", () => {
  test("does not name the field it stands beside once more", () => {
    const body = { errors: [{ field: "amount", message: "amount: Amount must be greater than 0" }] };
    expect(readFailure(400, body, null).fields).toEqual({ amount: "Amount must be greater than 0" });
    const nested = { errors: [{ field: "requests.0.amount", message: "amount: Required" }] };
    expect(readFailure(400, nested, null).fields).toEqual({ "requests.0.amount": "Required" });
  });

  test("is a sentence of its own above a form", () => {
    const body = { errors: [{ field: "since", message: "since: Required" }] };
    expect(readFailure(400, body, null).message).toBe("since: Required");
  });

  test("names the field once in a list of everything that is wrong", () => {
    expect(withField("amount", "amount: Amount must be greater than 0")).toBe(
      "Amount must be greater than 0",
    );
    expect(withField("recipient", "recipient has a wrong checksum")).toBe("recipient has a wrong checksum");
    expect(withField("amount", "Required")).toBe("amount: Required");
    expect(withField("", "Nothing to change")).toBe("Nothing to change");
  });
});
